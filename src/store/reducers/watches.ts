import type {LocalTime} from '../../clock.ts';
import type {Watch} from '../../journal/observations.ts';
import {type Outcome, type Pins, pinOf} from '../../status-words.ts';
import type {SafeText} from '../../text.ts';
import {shownBoard} from '../model/board.ts';
import type {NotificationRules} from '../model/deployments/notification-rules.ts';
import {watchKey} from '../model/deployments/watches.ts';
import {withEntry} from '../model/immutable-map.ts';
import {heldAt} from '../model/position.ts';
import type {Screen} from '../state/interface/screen.ts';
import {boardBounds} from '../state/lists.ts';
import {type State, withInterface, withNotice} from '../state/state.ts';

export type WatchEvent =
	| {readonly type: 'watch-toggled'; readonly watch: Watch; readonly at: LocalTime}
	/** The user removed a concluded deployment from the board. */
	| {readonly type: 'board-row-removed'; readonly id: string}
	/** What the user watches in any window. */
	| {readonly type: 'watches-read'; readonly watches: readonly Watch[]}
	| {readonly type: 'rules-changed'; readonly rules: NotificationRules}
	/** The user has changed them in another window. */
	| {readonly type: 'preferences-read'; readonly rules: NotificationRules; readonly pins: Pins}
	| {readonly type: 'word-pinned'; readonly word: string; readonly outcome: Outcome}
	/** The report about the user's absence is due. Without a text, too little happened to report. */
	| {
			readonly type: 'absence-reported';
			readonly text: SafeText | undefined;
			readonly isBad: boolean;
			readonly at: LocalTime;
	  };

function toggled(state: State, watch: Watch): State {
	const key = watchKey(watch);
	const watches = new Map(state.presence.watches);
	if (!watches.delete(key)) watches.set(key, watch);
	const names = withEntry(state.projects.names, watch.projectId, watch.project);
	return {...state, projects: {...state.projects, names}, presence: {...state.presence, watches}};
}

function watchesRead(state: State, watches: readonly Watch[]): State {
	const known = state.presence.watches;
	const read = new Map(watches.map(watch => [watchKey(watch), watch] as const));
	if (read.size === known.size && [...read.keys()].every(key => known.has(key))) return state;
	const names = new Map([
		...watches.map(({projectId, project}) => [projectId, project] as const),
		...state.projects.names,
	]);
	return {...state, projects: {...state.projects, names}, presence: {...state.presence, watches: read}};
}

function preferencesRead(state: State, rules: NotificationRules, pins: Pins): State {
	const {
		presence,
		interface: {pins: known},
	} = state;
	const areSame = JSON.stringify([presence.rules, ...known]) === JSON.stringify([rules, ...pins]);
	return areSame ? state : withInterface({...state, presence: {...presence, rules}}, {pins});
}

function withoutRow(state: State, id: string): State {
	if (state.deployments.board.get(id)?.endedAt === undefined) return state;
	const board = new Map(state.deployments.board);
	board.delete(id);
	return {...state, deployments: {...state.deployments, board}};
}

/** Stores the outcome that the user assigned to a status word. */
const pinned = (state: State, word: string, outcome: Outcome): State =>
	withInterface(state, {pins: new Map(state.interface.pins).set(pinOf(word), outcome)});

export function reduceWatches(state: State, event: WatchEvent): State {
	switch (event.type) {
		case 'watch-toggled':
			return toggled(state, event.watch);
		case 'watches-read':
			return watchesRead(state, event.watches);
		case 'board-row-removed':
			return withoutRow(state, event.id);
		case 'rules-changed':
			return {...state, presence: {...state.presence, rules: event.rules}};
		case 'preferences-read':
			return preferencesRead(state, event.rules, event.pins);
		case 'word-pinned':
			return pinned(state, event.word, event.outcome);
		case 'absence-reported': {
			const tone = event.isBad ? 'bad' : 'quiet';
			const reported: State = {...state, presence: {...state.presence, away: undefined}};
			return event.text === undefined ? reported : withNotice(reported, event.text, tone, event.at);
		}
	}
}

/** Returns the state after the board changed, with the same row selected on the same line. `arrived` contains the keys of new deployments. */
export function withHeldBoard(state: State, arrived: readonly string[]): State {
	const held = (screen: Screen): Screen => {
		if (screen.name !== 'watch') return screen;
		const {position} = screen;
		const at = position.id === undefined ? undefined : shownBoard(state).indexes.get(position.id);
		return {...screen, position: heldAt(position, at, boardBounds(state), arrived)};
	};
	return withInterface(state, {screens: state.interface.screens.map(held)});
}
