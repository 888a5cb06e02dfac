import {fillDeploy} from '../model/confirmation.ts';
import type {Dialog, LineAbout, RecordRef} from './screen.ts';
import {patch, type State, withInterface} from './state.ts';

/** Opening the inspector always reads its record again. */
export const openDialog = (state: State, dialog: Dialog): State => withInterface(state, {dialog, rawRecord: undefined});

export const openLine = (state: State, about: LineAbout, text: string): State =>
	openDialog(state, {name: 'line', about, initial: text, typed: text, problem: undefined});

export const withoutDialog = (state: State): State => withInterface(state, {dialog: undefined});

type DialogNamed<Name extends Dialog['name']> = Extract<Dialog, {readonly name: Name}>;

export function dialogOf<Name extends Dialog['name']>(state: State, name: Name): DialogNamed<Name> | undefined {
	const {dialog} = state.interface;
	return dialog?.name === name ? (dialog as DialogNamed<Name>) : undefined;
}

export function withDialog<Name extends Dialog['name']>(
	state: State,
	name: Name,
	changes: Partial<DialogNamed<Name>>,
): State {
	const dialog = dialogOf(state, name);
	return dialog ? withInterface(state, {dialog: {...dialog, ...changes} as Dialog}) : state;
}

/** The named deploys of the profile. Their placeholders stand for what was selected when the question opened, if it is about a single project. */
export function namedDeploys(state: State) {
	const {deploys = [], environmentNames} = state.connection ?? {};
	const selected = dialogOf(state, 'deploy') ?? {};
	return deploys.map(deploy => fillDeploy(deploy, selected, environmentNames));
}

export function chosenDeploy(state: State) {
	const {way = 0} = dialogOf(state, 'deploy') ?? dialogOf(state, 'bulk') ?? {};
	return namedDeploys(state)[way - 1];
}

export function isProgramShown(state: State): boolean {
	const dialog = dialogOf(state, 'output');
	return dialog !== undefined && dialog.ended === undefined;
}

export const withProgramStopped = (state: State): State => withDialog(state, 'output', {isStopped: true});

export const dialogIndex = ({interface: {dialog}}: State): number | undefined =>
	dialog && 'index' in dialog ? dialog.index : undefined;

export function withIndex(state: State, index: number): State {
	const {dialog} = state.interface;
	return dialog && 'index' in dialog ? withInterface(state, {dialog: {...dialog, index}}) : state;
}

const maxRecentCommands = 50;

export const openPalette = (state: State, record: RecordRef | undefined): State =>
	withInterface(state, {dialog: {name: 'palette', typed: '', index: 0, found: [], record}});

export function rememberCommand(state: State, command: string): State {
	const others = state.preferences.recentCommands.filter(other => other !== command);
	const recentCommands = [command, ...others].slice(0, maxRecentCommands);
	return patch(withoutDialog(state), 'preferences', {recentCommands});
}
