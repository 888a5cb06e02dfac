import {expect, test} from 'vitest';
import {createSystemClock} from '../../src/clock.ts';
import {noPins} from '../../src/status-words.ts';
import {guideSteps} from '../../src/store/model/guide.ts';
import {type Event, reduce} from '../../src/store/reducers/reduce.ts';
import type {State} from '../../src/store/state/state.ts';
import {createStore} from '../../src/store/store.ts';
import {plain} from '../../src/text.ts';
import type {DrawContext, KeyContext, Layers} from '../../src/ui/contexts.ts';
import {drawHeader, drawHints, startLayers} from '../../src/ui/frame/frame.ts';
import {press} from '../../src/ui/keys/key-dispatch.ts';
import {createLineMemo} from '../../src/ui/render/line-memo.ts';
import {rowsOf} from '../../src/ui/screens/projects/canvas.ts';
import {now, reading} from '../kit/fixtures/moment.ts';

const memo = createLineMemo();
const context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, pins: noPins};
const shown = (state: State): DrawContext => ({state, context, memo, layers: startLayers, isListening: true});
const moved = (state: State, by = 1) => reduce(state, {type: 'moved', by});

/** Presses a key in a state with a selected row. Returns the types of the events that it dispatches, and how often the selected row is looked up. */
function pressed(key: string, changes: Partial<State['interface']> = {}) {
	const state = moved(reading());
	const store = createStore({...state, interface: {...state.interface, ...changes}});
	const types: Array<Event['type']> = [];
	let lookups = 0;
	const projects = startLayers.screens.projects;
	if (!projects) throw new Error('The list of projects has no keys.');
	const counted = (current: State) => {
		lookups++;
		return projects.selects?.(current);
	};
	const layers: Layers = {...startLayers, screens: {projects: {...projects, selects: counted}}};
	const keyContext = {
		clock: createSystemClock(),
		painted: store.get,
		layers: () => layers,
		store: {
			...store,
			dispatch(event: Event) {
				types.push(event.type);
				store.dispatch(event);
			},
		},
	};
	press(keyContext as unknown as KeyContext, {name: key, text: key});
	return {types, lookups};
}

test('a key that moves the selection is one event, and the selected row is looked up once', () => {
	expect(pressed('j')).toEqual({types: ['moved'], lookups: 1});
	// The tips of the demo are nothing that a key could remove elsewhere.
	expect(pressed('j', {guide: guideSteps}).types).toEqual(['moved']);
});

test('a key first removes a notice, and what is left of an attempt to quit', () => {
	const notice = {kind: 'message', text: plain`Saved`, tone: 'good', at: now} as const;
	expect(pressed('j', {notice}).types).toEqual(['notice-seen', 'moved']);
	expect(pressed('j', {remark: {text: plain`k does nothing here`, until: now}}).types).toEqual([
		'notice-seen',
		'moved',
	]);
	expect(pressed('j', {quitRequestedAt: now}).types).toEqual(['notice-seen', 'moved']);
});

test.each([
	['the header', drawHeader],
	['the hints', drawHints],
])('%s: nothing is drawn again while the selection moves', (_, draw) => {
	const state = moved(reading());
	const [line] = draw(shown(state), 80, 1);
	expect(draw(shown(moved(state)), 80, 1)[0]).toBe(line);
});

test('the hints are drawn again once a key is blocked', () => {
	const state = moved(reading());
	const [line] = drawHints(shown(state), 80, 1);
	const readOnly = state.connection && {...state.connection, isReadOnly: true};
	expect(drawHints(shown({...state, connection: readOnly}), 80, 1)[0]).not.toEqual(line);
});

test('the header is drawn again for another profile and another size', () => {
	const state = moved(reading());
	const [line] = drawHeader(shown(state), 80, 1);
	const renamed = state.connection && {...state.connection, name: plain`staging`};
	expect(drawHeader(shown({...state, connection: renamed}), 80, 1)[0]).not.toEqual(line);
	const narrow = reduce(state, {type: 'resized', size: {columns: 60, rows: 24}});
	expect(drawHeader(shown(narrow), 60, 1)[0]).not.toEqual(line);
});

test('rows are looked up again only when one of them may look different', () => {
	const state = moved(reading());
	const rows = (of: State, localNow = now) => rowsOf(of, localNow, false, memo);
	const known = rows(state);
	expect(rows(moved(state))).toBe(known);
	expect(rows(reduce(state, {type: 'mark-toggled'}))).not.toBe(known);
	expect(rows(state, now + 1000)).not.toBe(known);
	expect(rows({...state, deployments: {...state.deployments, table: new Map()}})).not.toBe(known);
});
