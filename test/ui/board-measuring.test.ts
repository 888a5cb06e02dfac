import {expect, test} from 'vitest';
import {noPins} from '../../src/status-words.ts';
import {reduce} from '../../src/store/reducers/reduce.ts';
import type {State} from '../../src/store/state/state.ts';
import {serviceText} from '../../src/text.ts';
import type {DrawContext} from '../../src/ui/contexts.ts';
import {startLayers} from '../../src/ui/frame/frame.ts';
import {createLineMemo} from '../../src/ui/render/line-memo.ts';
import {drawBoard} from '../../src/ui/screens/watch/canvas.ts';
import {deploymentsArrived} from '../kit/fixtures/deployment-reads.ts';
import {connected, now, second} from '../kit/fixtures/moment.ts';
import {deployment} from '../present/records.ts';

const word = (status: string) => ({conclusion: undefined, concludedAt: undefined, status: serviceText(status)});

const read = (state: State, atS: number, status = 'building'): State => {
	const running = [1, 2, 3].map(number => deployment({id: `a_${number}`, projectId: 'a', ...word(status)}));
	return reduce(state, deploymentsArrived('a', running, {askedAt: now + atS * second, at: now + atS * second}));
};

test('an answer without news renews the times of reading on the board, but measures no row again', () => {
	const memo = createLineMemo();
	let measured = 0;
	const counting = {
		...memo,
		measured(from: object) {
			measured++;
			return memo.measured(from);
		},
	};
	const frameOf = (state: State, atS: number) => {
		measured = 0;
		const at = now + atS * second;
		const context = {now: at, localNow: at, isAscii: false, isTimeAbsolute: false, pins: noPins};
		const shown: DrawContext = {state, context, memo: counting, layers: startLayers, isListening: true};
		const lines = drawBoard(shown, 120, 20).map(line => line.map(({text}) => text).join(''));
		return {measured, text: lines.join('\n')};
	};
	const size = {columns: 120, rows: 24};
	const opened = reduce(connected({interface: {size}}), {type: 'watch-opened'});
	const first = read(opened, 1);
	expect(frameOf(first, 8)).toMatchObject({measured: 9, text: expect.stringContaining(' 7s')});
	const again = read(first, 6);
	expect(frameOf(again, 8)).toMatchObject({measured: 0, text: expect.not.stringContaining(' 7s')});
	expect(frameOf(read(again, 7, 'uploading'), 8)).toMatchObject({
		measured: 9,
		text: expect.stringContaining('uploading'),
	});
});
