import {expect, test} from 'vitest';
import {togglePause} from '../../src/state/preferences.ts';
import {initialState, type State} from '../../src/state/state.ts';
import {createStore, learn} from '../../src/sync/store.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';

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

test('a change that changes nothing is told only if it is a fact', () => {
	const store = createEmptyStore();
	const facts: Array<string | undefined> = [];
	store.subscribe((_before, _after, fact) => facts.push(fact?.type));
	store.change(state => state);
	store.change(state => state, {type: 'woke-up', since: 0, at: 0});
	expect(facts).toEqual(['woke-up']);
});

test('a read from a service that the user has left changes nothing and is not told', () => {
	const store = createEmptyStore();
	const before = store.get();
	store.subscribe((_before, _after, fact) => expect.unreachable(fact?.type));
	learn(store, listRead('web', [], {requestedAt: 0, at: 1}));
	expect(store.get()).toBe(before);
});

test('the store discards queued changes when a listener throws', () => {
	const store = createEmptyStore();
	const stop = store.subscribe(() => {
		store.change(withBudget(7));
		throw new Error('a bug');
	});
	expect(() => store.change(withPause)).toThrow('a bug');
	stop();
	store.change(withBudget(8));
	expect(seen(store.get())).toEqual([true, 8]);
});
