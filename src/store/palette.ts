import type {Project} from '../api/types.ts';
import type {Clock} from '../clock.ts';
import type {Dialog} from './dialog.ts';
import {createProjectFinder} from './project-finder.ts';
import type {State} from './state.ts';
import type {Store} from './store.ts';

export type PaletteEvent =
	| {readonly type: 'palette-opened'}
	/** `typed` is what the projects were searched for. */
	| {readonly type: 'palette-searched'; readonly typed: string; readonly projects: readonly Project[]}
	/** `command` is what would have to be typed to run it again. */
	| {readonly type: 'command-run'; readonly command: string};

const maxRecentCommands = 50;

const emptyPalette: Dialog = {name: 'palette', typed: '', index: 0, found: {typed: '', projects: []}};

export function reducePalette(state: State, event: PaletteEvent): State {
	switch (event.type) {
		case 'palette-opened':
			return {...state, dialog: emptyPalette};

		case 'palette-searched': {
			const {dialog} = state;
			if (dialog?.name !== 'palette' || dialog.typed !== event.typed) return state;
			return {...state, dialog: {...dialog, found: {typed: event.typed, projects: event.projects}}};
		}

		case 'command-run': {
			const others = state.recentCommands.filter(command => command !== event.command);
			return {
				...state,
				dialog: undefined,
				recentCommands: [event.command, ...others].slice(0, maxRecentCommands),
			};
		}
	}
}

/** What of a typed command names a project: all of it, or what follows `open`. */
export const projectPartOf = (typed: string): string => typed.replace(/^open\s+/, '').trim();

/** Searches the loaded projects for what is typed into the palette, a turn after the letter is on the screen. Gives what stops it. */
export function startPaletteSearch({store, clock}: {readonly store: Store; readonly clock: Clock}): () => void {
	const find = createProjectFinder();
	let typed = '';
	let cancel: (() => void) | undefined;
	const unsubscribe = store.subscribe(() => {
		const {dialog} = store.get();
		const now = dialog?.name === 'palette' ? dialog.typed : '';
		if (now === typed) return;
		typed = now;
		cancel?.();
		if (typed === '') return;
		cancel = clock.after(0, () => {
			const projects = find(store.get().projects, projectPartOf(typed));
			store.dispatch({type: 'palette-searched', typed, projects});
		});
	});
	return () => {
		unsubscribe();
		cancel?.();
	};
}
