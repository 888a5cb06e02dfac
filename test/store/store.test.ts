import {expect, test} from 'vitest';
import {initialState} from '../../src/store/state/state.ts';
import {createStore} from '../../src/store/store.ts';

const createEmptyStore = () => createStore(initialState({columns: 80, rows: 24}, []));

test('listeners receive events in order, including those dispatched by a listener', () => {
	const store = createEmptyStore();
	const [first, last]: [string[], string[]] = [[], []];
	store.subscribe(({type}) => {
		first.push(type);
		if (type === 'pause-toggled') store.dispatch({type: 'preview-toggled'});
		if (type === 'preview-toggled') store.dispatch({type: 'time-style-toggled'});
	});
	store.subscribe(({type}) => last.push(type));
	store.dispatch({type: 'pause-toggled'});
	expect(first).toEqual(['pause-toggled', 'preview-toggled', 'time-style-toggled']);
	expect(last).toEqual(first);
});

test('a listener receives the state before and after each event', () => {
	const store = createEmptyStore();
	store.subscribe(({type}) => {
		if (type === 'pause-toggled') store.dispatch({type: 'preview-toggled'});
	});
	const received: unknown[] = [];
	store.subscribe(({type}, before, after) => {
		received.push([
			type,
			before.polling.isPaused,
			after.polling.isPaused,
			before.interface.isPreviewFlipped,
			after.interface.isPreviewFlipped,
		]);
		expect(store.get()).toBe(after);
	});
	store.dispatch({type: 'pause-toggled'});
	expect(received).toEqual([
		['pause-toggled', false, true, false, false],
		['preview-toggled', true, true, false, true],
	]);
});

test('the store discards queued events when a listener throws', () => {
	const store = createEmptyStore();
	const stop = store.subscribe(() => {
		store.dispatch({type: 'preview-toggled'});
		throw new Error('a bug');
	});
	expect(() => store.dispatch({type: 'pause-toggled'})).toThrow('a bug');
	stop();
	const received: string[] = [];
	store.subscribe(({type}) => received.push(type));
	store.dispatch({type: 'time-style-toggled'});
	expect(received).toEqual(['time-style-toggled']);
});
