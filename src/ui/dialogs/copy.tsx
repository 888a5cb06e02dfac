import {encodeDeployment, encodeProject} from '../../api/decode.ts';
import {curlFor} from '../../api/endpoint.ts';
import {nothing} from '../../base/duration.ts';
import {pasteable, plain, type SafeText, safe, visibleJson} from '../../base/text.ts';
import type {ConnectedService} from '../../model/connection.ts';
import {isUnfiltered} from '../../model/project-filter.ts';
import {deploymentsCommand, listCommand, subjectCommand} from '../../model/suggested-commands.ts';
import {watchKey} from '../../model/watches.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {listsProjects} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {notify} from '../../sync/store.ts';
import {menuDialog} from '../components/menu.tsx';
import type {KeyTarget} from '../contexts.ts';
import {hasMarks, targetAbout} from '../keys/binding.ts';
import {closing} from '../keys/common-keys.ts';

/** Lists what can be copied from the selected record or the marked projects, each with a preview. */
export const copyDialog = menuDialog({
	title: 'Copy',
	heading({state}) {
		const targets = copiedTargets(state);
		if (hasMarks(state))
			return plain`Copy from ${targets.length} marked ${targets.length === 1 ? plain`project` : plain`projects`}`;
		return targets[0]?.deploymentId === undefined ? plain`Copy from this project` : plain`Copy from this deployment`;
	},
	enter: 'copy',
	keys: [closing('copy.cancel')],
	items: ({state}) =>
		copyItems(state).map(({label, lines}) => ({
			label,
			detail: lines ? safe(lines.join(' ')) : nothing,
			choose({store, copy}) {
				if (!lines) return notify(store, plain`No ${label} to copy`, 'quiet');
				store.change(withoutDialog);
				copy(lines, label === 'id' ? safe(lines.join(' ')) : label);
			},
		})),
});

/** The marked projects, else the selected record, as they were chosen when the menu opened. */
function copiedTargets(state: State): readonly KeyTarget[] {
	const {dialog} = state.interface;
	return dialog?.name === 'copy'
		? dialog.records.map(({projectId, deploymentId}) => targetAbout(state, projectId, deploymentId))
		: [];
}

type CopiedText = (target: KeyTarget, state: State) => string | undefined;

/** What can be copied of every record, by its label. */
const copiedTexts: Readonly<Record<string, CopiedText>> = {
	id: ({projectId, deploymentId}) => deploymentId ?? projectId,
	url: ({project, deployment, deploymentId}) => (deploymentId === undefined ? project : deployment)?.url?.exact,
	curl: ({projectId, deploymentId}, {connection}) => connection && curlFor(connection.baseUrl, projectId, deploymentId),
	JSON: ({project, deployment, deploymentId}) => {
		if (deploymentId !== undefined) return deployment && visibleJson(JSON.stringify(encodeDeployment(deployment)));
		return project && visibleJson(JSON.stringify(encodeProject(project)));
	},
	command({projectId, deploymentId}, {connection, presence}) {
		const isWatched = presence.watches.has(watchKey({projectId, deploymentId: undefined}));
		return connection && subjectCommand(connection, projectId, deploymentId, isWatched);
	},
};

export const copyLabels: readonly string[] = Object.keys(copiedTexts);

type CopyItem = {
	readonly label: SafeText;
	/** A line for each record. Undefined if one of them has no such text. */
	readonly lines: readonly SafeText[] | undefined;
};

/** Everything that can be copied: of each record, then the command that lists the same. */
function copyItems(state: State): readonly CopyItem[] {
	const {connection} = state;
	const targets = copiedTargets(state);
	if (targets.length === 0) return [];
	const ofEach = Object.entries(copiedTexts).map(([label, textOf]): CopyItem => {
		const texts = targets.map(target => textOf(target, state)).filter(text => text !== undefined);
		return {label: safe(label), lines: texts.length < targets.length ? undefined : texts.map(pasteable)};
	});
	const list = connection && shownListCommand(connection, state);
	return [...ofEach, ...(list === undefined ? [] : [{label: plain`list`, lines: [pasteable(list)]}])];
}

/** The command that lists what the current screen lists. Undefined if it lists all projects, or none. */
function shownListCommand(target: ConnectedService, state: State): string | undefined {
	const {filtered} = state.projects;
	const screen = currentScreen(state);
	if (screen.name === 'deployments') return deploymentsCommand(target, screen.projectId);
	if (!listsProjects(screen) || !filtered || isUnfiltered(filtered)) return undefined;
	return listCommand(target, filtered.query, filtered.sort);
}
