import {toLocalTime} from '../../clock.ts';
import {afterChange} from '../after-change.ts';
import {withFocusedField} from '../state/lists.ts';
import type {State} from '../state/state.ts';
import {type DisplayEvent, reduceDisplay} from './display.ts';
import {type DocumentEvent, reduceDocument} from './documents.ts';
import {type KeyGuardEvent, reduceKeyGuard} from './key-guard.ts';
import {type MarkEvent, reduceMarks} from './marks.ts';
import {type MovementEvent, reduceMovement} from './movement.ts';
import {type PaletteEvent, reducePalette} from './palette.ts';
import {reduceText, type TextEvent} from './text-editing.ts';

/** Everything that can happen: responses of the service, key presses of the user, timers. */
export type Event =
	| KeyGuardEvent
	| DocumentEvent
	| TextEvent
	| MarkEvent
	| MovementEvent
	/** A field of the details pane has the focus, or the list has it again. */
	| {readonly type: 'details-focused'; readonly field: number | undefined}
	| DisplayEvent
	| PaletteEvent;

/** Returns the state after an event. Pure; returns the same object if nothing changed. */
export const reduce = (state: State, event: Event): State =>
	afterChange(
		state,
		reduceSlices(state, event),
		event,
		'at' in event && typeof event.at === 'number'
			? event.at
			: toLocalTime(state.projects.view?.context.now ?? 0, state.polling.skewMs),
	);

type Reducers = {readonly [Type in Event['type']]: (state: State, event: Extract<Event, {type: Type}>) => State};

/** Which reducer handles an event. The compiler misses none. */
const reducers: Reducers = {
	resized: reduceMovement,
	moved: reduceMovement,
	'row-selected': reduceMovement,
	paged: reduceMovement,
	'jumped-to-end': reduceMovement,
	'match-stepped': reduceMovement,
	'filter-cycled': reduceMovement,
	'list-sorted': reduceMovement,
	'load-all-started': reduceMovement,
	'load-all-stopped': reduceMovement,
	'dialog-scrolled': reduceDocument,
	'search-opened': reduceDocument,
	'match-previewed': reduceDocument,
	'search-stepped': reduceDocument,
	'search-cleared': reduceDocument,
	'mark-toggled': reduceMarks,
	'all-marked': reduceMarks,
	'marks-cleared': reduceMarks,
	'range-toggled': reduceMarks,
	'range-cancelled': reduceMarks,
	'question-painted': reduceKeyGuard,
	'key-ignored': reduceKeyGuard,
	'remark-expired': reduceKeyGuard,
	'key-answered': reduceKeyGuard,
	'muted-key-pressed': reduceKeyGuard,
	'key-released': reduceKeyGuard,
	'palette-opened': reducePalette,
	'palette-searched': reducePalette,
	'command-run': reducePalette,
	'text-edited': reduceText,
	'edit-undone': reduceText,
	'pause-toggled': reduceDisplay,
	'preview-toggled': reduceDisplay,
	'time-style-toggled': reduceDisplay,
	'background-reported': reduceDisplay,
	'theme-changed': reduceDisplay,
	'keys-customized': reduceDisplay,
	'lane-span-changed': reduceDisplay,
	noticed: reduceDisplay,
	'notice-seen': reduceDisplay,
	blocked: reduceDisplay,
	'quit-requested': reduceDisplay,
	'details-focused': withFocusedField,
};

export const reduceSlices = <Type extends Event['type']>(state: State, event: Extract<Event, {type: Type}>): State => {
	const reducer = reducers[event.type as Type] as (state: State, event: Extract<Event, {type: Type}>) => State;
	return reducer(state, event);
};
