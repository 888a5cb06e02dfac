import {expect, test} from 'vitest';
import {isListening} from '../../src/state/key-guard.ts';
import {openCreate} from '../../src/state/navigation.ts';
import {initialState} from '../../src/state/state.ts';
import {createStore} from '../../src/sync/store.ts';
import {createFrames} from '../../src/ui/frame/painter.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

test('a form that takes keys from while its frame is drawn is drawn again, with its keys', async () => {
	const clock = createTestClock();
	let lateMs = 0;
	const now = () => clock.now() + lateMs;
	const store = createStore(openCreate(initialState({columns: 80, rows: 24}, [])), now);
	const drawn: boolean[] = [];
	const frames = createFrames({store, clock: {...clock, now}}, () => {
		drawn.push(isListening(store.get(), now()));
		// The timer of the second frame is a millisecond early, and drawing takes two.
		if (drawn.length === 2) lateMs = 1;
		return true;
	});
	frames.paintWithin(0);
	await clock.advance(0);
	lateMs = -1;
	await clock.advance(1000);
	expect(drawn).toEqual([false, false, true]);
});
