import {expect, test} from 'vitest';
import {togglePause} from '../../src/state/preferences.ts';
import {initialState, type State} from '../../src/state/state.ts';
import {createStore} from '../../src/sync/store.ts';

const createEmptyStore = () => createStore(initialState({columns: 80, rows: 24}, []), () => 0);

const withPause = (state: State): State => togglePause(state, 0);

const withBudget =
	(perMinute: number) =>
	(state: State): State => ({...state, polling: {...state.polling, throttle: {...state.polling.throttle, perMinute}}});

const seen = ({polling: {pausedAt, throttle}}: State) => [pausedAt !== undefined, throttle.perMinute];

test('each listener receives the state before and after every change in the same order, those made by a listener included', () => {
	const store = createEmptyStore();
	const initial = store.get().polling.throttle.perMinute;
	store.subscribe((before, after) => {
		if (before.polling.pausedAt !== after.polling.pausedAt) store.change(withBudget(7));
	});
	const received: unknown[] = [];
	store.subscribe((before, after) => {
		received.push([seen(before), seen(after)]);
		expect(store.get()).toBe(after);
	});
	store.change(withPause);
	expect(received).toEqual([
		[
			[false, initial],
			[true, initial],
		],
		[
			[true, initial],
			[true, 7],
		],
	]);
});
