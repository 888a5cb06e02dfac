import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import type {State} from '../../src/state/state.ts';
import type {DrawContext} from '../../src/ui/contexts.ts';
import {firstScopes} from '../../src/ui/frame/frame.ts';
import {boardCanvas} from '../../src/ui/screens/board.tsx';
import {projectCanvas} from '../../src/ui/screens/project-lines.ts';
import {learned} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, now, reading, second} from '../kit/fixtures/moment.ts';
import {deployment} from '../present/records.ts';

const readAll = (state: State, deployments: readonly Deployment[], at: number): State =>
	learned(state, listRead(deployments[0]?.projectId ?? '', deployments, {askedAt: now + at, at: now + at}));

test('a response redraws only the row whose newest deployment has changed', () => {
	const context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, wordMeanings: noWordMeanings};
	/** Returns the rows below the selected one. A row that is not redrawn is the same object. */
	const drawn = (state: State) =>
		projectCanvas.draw({state, context, scopes: firstScopes, isListening: true}, 80, 20).slice(2);
	const newest = (projectId: string, word: string) =>
		deployment({id: `${projectId}_2`, projectId, conclusion: serviceText(word), createdAt: now});
	const older = deployment({id: 'b_1', projectId: 'b', conclusion: serviceText('failure'), createdAt: now - 1000});
	let state = reading();
	for (const id of 'abc') state = readAll(state, [newest(id, 'success')], 10);
	const [b, c] = drawn(state);
	state = readAll(state, [newest('b', 'success'), older], 20);
	expect(drawn(state)[0]).toBe(b);
	state = readAll(state, [newest('b', 'failure'), older], 30);
	expect(drawn(state)[0]).not.toBe(b);
	expect(drawn(state)[1]).toBe(c);
});

const word = (status: string) => ({conclusion: undefined, concludedAt: undefined, status: serviceText(status)});

const read = (state: State, atS: number, status = 'building'): State => {
	const running = [1, 2, 3].map(number => deployment({id: `a_${number}`, projectId: 'a', ...word(status)}));
	return learned(state, listRead('a', running, {askedAt: now + atS * second, at: now + atS * second}));
};

test('an answer without news renews the times of reading on the board', () => {
	const frameOf = (state: State, atS: number) => {
		const at = now + atS * second;
		const context = {now: at, localNow: at, isAscii: false, isTimeAbsolute: false, wordMeanings: noWordMeanings};
		const shown: DrawContext = {state, context, scopes: firstScopes, isListening: true};
		return boardCanvas
			.draw(shown, 120, 20)
			.map(line => line.map(({text}) => text).join(''))
			.join('\n');
	};
	const size = {columns: 120, rows: 24};
	const opened = goToBoard(connected({interface: {size}}));
	const first = read(opened, 1);
	expect(frameOf(first, 8)).toContain(' 7s');
	const again = read(first, 6);
	expect(frameOf(again, 8)).not.toContain(' 7s');
	expect(frameOf(read(again, 7, 'uploading'), 8)).toContain('uploading');
});
