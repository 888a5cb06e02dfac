import {expect, test} from 'vitest';
import {plain, serviceText} from '../../src/base/text.ts';
import {withFocus} from '../../src/state/absence.ts';
import type {ReadFact} from '../../src/state/facts.ts';
import {withNotice} from '../../src/state/state.ts';
import {createStore, learn} from '../../src/sync/store.ts';
import {firstScopes} from '../../src/ui/frame/frame.ts';
import {startPainting} from '../../src/ui/frame/painter.ts';
import {createTheme} from '../../src/ui/themes/paint.ts';
import {createTestClock, settled} from '../kit/fixtures/clock.ts';
import {now, reading, second} from '../kit/fixtures/moment.ts';
import {deployment} from '../present/records.ts';

const read = (at: number): ReadFact => ({
	type: 'list-read',
	request: {connectionId: 0, kind: 'deployments', projectId: 'a'},
	answer: {
		deployments: [deployment({id: 'a_1', projectId: 'a'})],
		requestId: serviceText(`req_${at}`),
		unreadable: 0,
	},
	askedAt: now + at,
	at: now + at + 1,
});

test('without focus, answers share a frame a second, and what the user does is shown at once', async () => {
	const clock = createTestClock(now);
	const store = createStore(withFocus(reading(), false, now), clock.now);
	let frames = 0;
	const {stop} = startPainting({
		keyContext: {store, clock, scopes: () => firstScopes},
		theme: createTheme({hasColor: true, isAscii: false}),
		ticker: {now: () => now, subscribe: () => () => {}, stop() {}},
		screen: {draw: () => ++frames > 0, region: () => () => {}},
	});
	expect(frames).toBe(1);
	const after = async (change: () => unknown) => {
		change();
		await settled();
		return frames;
	};
	expect(await after(() => learn(store, read(10)))).toBe(1);
	await clock.advance(second / 2);
	expect(await after(() => learn(store, read(510)))).toBe(1);
	await clock.advance(second / 2);
	expect(frames).toBe(2);
	expect(await after(() => learn(store, read(1010)))).toBe(2);
	expect(await after(() => store.change(state => withNotice(state, plain`Copied`, 'quiet', now)))).toBe(3);
	expect(await after(() => store.change(state => withFocus(state, true, now + 2000)))).toBe(4);
	expect(await after(() => learn(store, read(2010)))).toBe(5);
	await clock.advance(2 * second);
	expect(frames).toBe(5);
	stop();
});
