import type {FoundProjects, RecordRef} from './dialog.ts';
import {type State, withInterface} from './state.ts';

const maxRecentCommands = 50;

/** Opens the command palette. `record` is what is selected. */
export const openPalette = (state: State, record: RecordRef | undefined): State =>
	withInterface(state, {
		dialog: {name: 'palette', typed: '', index: 0, found: {typed: '', projects: []}, record},
	});

/** Shows the projects that a search has found, unless something else has been typed since. */
export function withFoundProjects(state: State, found: FoundProjects): State {
	const {dialog} = state.interface;
	return dialog?.name === 'palette' && dialog.typed === found.typed
		? withInterface(state, {dialog: {...dialog, found}})
		: state;
}

/** Closes the palette and remembers the command. `command` is the text that runs it again. */
export function rememberCommand(state: State, command: string): State {
	const others = state.interface.recentCommands.filter(other => other !== command);
	return withInterface(state, {
		dialog: undefined,
		recentCommands: [command, ...others].slice(0, maxRecentCommands),
	});
}
