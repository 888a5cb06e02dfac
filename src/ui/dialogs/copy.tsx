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

/** What can be copied of every record. */
export const copyLabels: readonly string[] = ['id', 'url', 'curl', 'JSON', 'command'];

type CopyItem = {
	readonly label: SafeText;
	/** A line for each record. Undefined if one of them has no such text. */
	readonly lines: readonly SafeText[] | undefined;
};

/** Everything that can be copied: of each record, then the command that lists the same. */
function copyItems(state: State): readonly CopyItem[] {
	const {connection, presence} = state;
	const targets = copiedTargets(state);
	if (targets.length === 0) return [];
	const ofEach = (label: SafeText, textOf: (target: KeyTarget) => string | undefined): CopyItem => {
		const texts = targets.map(textOf).filter(text => text !== undefined);
		return {label, lines: texts.length < targets.length ? undefined : texts.map(pasteable)};
	};
	const list = connection && shownListCommand(connection, state);
	const isWatched = (projectId: string) => presence.watches.has(watchKey({projectId, deploymentId: undefined}));
	return [
		ofEach(plain`id`, ({projectId, deploymentId}) => deploymentId ?? projectId),
		ofEach(
			plain`url`,
			({project, deployment, deploymentId}) => (deploymentId === undefined ? project : deployment)?.url?.exact,
		),
		ofEach(
			plain`curl`,
			({projectId, deploymentId}) => connection && curlFor(connection.baseUrl, projectId, deploymentId),
		),
		ofEach(plain`JSON`, jsonOf),
		ofEach(
			plain`command`,
			({projectId, deploymentId}) =>
				connection && subjectCommand(connection, projectId, deploymentId, isWatched(projectId)),
		),
		...(list === undefined ? [] : [{label: plain`list`, lines: [pasteable(list)]}]),
	];
}

function jsonOf({project, deployment, deploymentId}: KeyTarget): SafeText | undefined {
	if (deploymentId !== undefined) return deployment && visibleJson(JSON.stringify(encodeDeployment(deployment)));
	return project && visibleJson(JSON.stringify(encodeProject(project)));
}

/** The command that lists what the current screen lists. Undefined if it lists all projects, or none. */
function shownListCommand(target: ConnectedService, state: State): string | undefined {
	const {filtered} = state.projects;
	const screen = currentScreen(state);
	if (screen.name === 'deployments') return deploymentsCommand(target, screen.projectId);
	if (!listsProjects(screen) || !filtered || isUnfiltered(filtered)) return undefined;
	return listCommand(target, filtered.query, filtered.sort);
}
