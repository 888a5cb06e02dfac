import type {Project} from '../../api/types.ts';
import type {RecordRef} from '../state/interface/dialog.ts';
import type {State} from '../state/state.ts';
import {withInterface} from '../state/state.ts';

export type PaletteEvent =
	/** `record` is what is selected. */
	| {readonly type: 'palette-opened'; readonly record: RecordRef | undefined}
	/** `typed` is the text of this search, which may be outdated. */
	| {readonly type: 'palette-searched'; readonly typed: string; readonly projects: readonly Project[]}
	/** `command` is the text that runs the same command again. */
	| {readonly type: 'command-run'; readonly command: string};

const maxRecentCommands = 50;

export function reducePalette(state: State, event: PaletteEvent): State {
	switch (event.type) {
		case 'palette-opened':
			return withInterface(state, {
				dialog: {name: 'palette', typed: '', index: 0, found: {typed: '', projects: []}, record: event.record},
			});

		case 'palette-searched': {
			const {dialog} = state.interface;
			if (dialog?.name !== 'palette' || dialog.typed !== event.typed) return state;
			return withInterface(state, {dialog: {...dialog, found: {typed: event.typed, projects: event.projects}}});
		}

		case 'command-run': {
			const others = state.interface.recentCommands.filter(command => command !== event.command);
			return withInterface(state, {
				dialog: undefined,
				recentCommands: [event.command, ...others].slice(0, maxRecentCommands),
			});
		}
	}
}
