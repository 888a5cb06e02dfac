import type {RawSource} from '../../api/raw-record.ts';
import {projectTitle} from '../../project-title.ts';
import {outcomeWord} from '../../status-words.ts';
import {knownProject} from '../../store/model/projects/known-project.ts';
import {firstUnreadable} from '../../store/model/projects/project-list.ts';
import {deploymentsOf, knownDeployment, newestDeployment} from '../../store/state/deployments/known-deployment.ts';
import {listsProjects} from '../../store/state/interface/screen.ts';
import {shownActivity} from '../../store/state/lists.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {isVisible, type SafeText} from '../../text.ts';
import type {Binding, Layer, Layers, Subject} from '../contexts.ts';
import {alwaysIn, anywhereIn} from './common-keys.ts';

/** Returns a key's name as shown in hints, help and the README. */
export const keyLabel = (key: string): string => keyLabels.get(key) ?? key;

const keyLabels: ReadonlyMap<string, string> = new Map([
	['up', '↑'],
	['down', '↓'],
	['left', '←'],
	['right', '→'],
	['pageUp', 'PgUp'],
	['pageDown', 'PgDn'],
	[' ', 'space'],
]);

/** Bindings that work together, so that no key may be bound twice among them. */
export type Scope = {
	readonly title: string;
	/** What the ids of its own bindings begin with. Empty for a screen. */
	readonly prefix: string;
	/** Its own bindings. */
	readonly keys: readonly Binding[];
	/** The bindings that it shares with others. */
	readonly shared: readonly Binding[];
	readonly isTyping: boolean;
};

/** Returns the id of a binding, which `keys.json` uses: its own, or its label. */
export const commandId = ({id, label}: Binding, prefix = ''): string =>
	id ??
	prefix +
		label
			.toLowerCase()
			.replaceAll(/[^a-z]+/g, '-')
			.replaceAll(/^-|-$/g, '');

/** Returns what the ids of a dialog's bindings begin with. */
export const prefixOf = (dialog: string): string => `${dialog.replaceAll(' ', '-')}.`;

const ofLayer = (layer: Layer, prefix: string, shared: readonly Binding[]): readonly Scope[] => {
	const {title, keys, search, pane, isTyping = false} = layer;
	return [
		{title, prefix, keys, shared, isTyping},
		...(pane ? [{title: `${title}, details`, prefix: 'details.', keys: pane.keys, shared, isTyping: false}] : []),
		...(search ? [{title: `${title}, search`, prefix: 'search.', keys: search.keys, shared, isTyping: true}] : []),
	];
};

/** Returns the bindings of every screen and dialog. */
export function scopesOf(layers: Layers): readonly Scope[] {
	const [anywhere, always] = [anywhereIn(layers), alwaysIn(layers)];
	return [
		...Object.values(layers.screens).flatMap(layer =>
			ofLayer(layer, '', layer.isClosed || layer.isTyping ? always : [...anywhere, ...always]),
		),
		...Object.entries(layers.dialogs).flatMap(([name, layer]) => ofLayer(layer, prefixOf(name), always)),
	];
}

/** Returns a project or one of its deployments as a subject. */
export function subjectAbout(
	state: State,
	projectId: string,
	deploymentId?: string,
	project = knownProject(state, projectId),
): Subject {
	return {
		projectId,
		name: projectTitle(project ?? {id: projectId}, state.projects.names.get(projectId)),
		project,
		deploymentId,
		deployment: deploymentId === undefined ? undefined : knownDeployment(state, projectId, deploymentId)?.deployment,
	};
}

/** Returns why the subject's project cannot be changed. Undefined if it can. */
export function withoutWritableProject(state: State, subject: Subject | undefined): string | undefined {
	if (state.connection?.isReadOnly) return 'This connection is read-only';
	if (!subject) return state.projects.goneRow ? 'That project is gone' : 'Nothing selected';
	return subject.project ? undefined : 'The project is not loaded yet';
}

/** Returns the status word that the selected row shows: of its deployment, of the newest deployment of its project, or of its activity entry. Undefined without a visible one. */
export function wordOf(state: State, subject: Subject | undefined): SafeText | undefined {
	const screen = currentScreen(state);
	const entry = screen.name === 'activity' ? shownActivity(state)[screen.position.index] : undefined;
	if (entry?.kind === 'new word') return entry.text;
	const deployment =
		listsProjects(screen) && subject ? newestDeployment(state, subject.projectId) : subject?.deployment;
	const word = deployment && outcomeWord(deployment);
	return word !== undefined && isVisible(word) ? word : undefined;
}

/** Returns what the raw record dialog shows: the subject, or the page of a list in which no record is readable. Undefined if nothing is selected. */
export function sourceOf(state: State, subject: Subject | undefined): RawSource | undefined {
	const screen = currentScreen(state);
	if (listsProjects(screen) && state.projects.list.rows.length === 0) {
		const page = firstUnreadable(state.projects.list);
		return page && {of: 'projects', cursor: page.cursor};
	}

	if (screen.name === 'deployments') {
		const known = deploymentsOf(state, screen.projectId);
		if (known.rows.length === 0 && known.unreadable > 0) return {of: 'deployments', projectId: screen.projectId};
	}

	return subject && {of: 'record', projectId: subject.projectId, deploymentId: subject.deploymentId};
}

/** The selection of screens without one, such as forms. */
export const selectNothing = (): undefined => undefined;
