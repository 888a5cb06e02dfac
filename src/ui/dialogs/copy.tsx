import {encodeDeployment, encodeProject} from '../../api/decode.ts';
import {curlFor} from '../../api/endpoint.ts';
import {nothing} from '../../base/duration.ts';
import {pasteable, plain, type SafeText, safe, visibleJson} from '../../base/text.ts';
import type {ConnectedService} from '../../model/connection.ts';
import {isUnfiltered} from '../../model/project-filter.ts';
import {deploymentsCommand, listCommand, subjectCommand, writeCommand} from '../../model/suggested-commands.ts';
import {watchKey} from '../../model/watches.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {listsProjects} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {notify} from '../../sync/store.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Menu} from '../components/menu.tsx';
import type {KeyTarget} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {hasMarks} from '../keys/list-keys.ts';
import {menuKeys} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

/** Lists what can be copied from the selected record or the marked projects, each with a preview. */
function CopyDialog() {
	const {
		state,
		keyContext: {store, copy},
	} = useView();
	const [target, ...others] = copiedTargets(state);
	if (!target) return null;
	const count = others.length + 1;
	const source = hasMarks(state)
		? plain`${count} marked ${count === 1 ? plain`project` : plain`projects`}`
		: target.deploymentId === undefined
			? plain`this project`
			: plain`this deployment`;

	const items = copyItems(state);
	function choose({label, lines}: CopyItem) {
		if (!lines) return notify(store, plain`No ${label} to copy`, 'quiet');
		store.change(withoutDialog);
		copy(lines, label === 'id' ? safe(lines.join(' ')) : label);
	}

	return (
		<DialogBox title={plain`Copy from ${source}`}>
			<Menu
				items={items.map(({label, lines}) => ({label, detail: lines ? safe(lines.join(' ')) : nothing}))}
				onSelect={index => items[index] && choose(items[index])}
			/>
		</DialogBox>
	);
}

export const copyDialog = {
	title: 'Copy',
	component: CopyDialog,
	keys: [...menuKeys('copy'), {...closeDialog, keys: ['esc', 'Y', 'q'], label: 'cancel'}],
};

/** The marked projects, else the selected record, as they were chosen when the menu opened. */
function copiedTargets(state: State): readonly KeyTarget[] {
	const {dialog} = state.interface;
	return dialog?.name === 'copy'
		? dialog.records.map(({projectId, deploymentId}) => targetAbout(state, projectId, deploymentId))
		: [];
}

type CopyItem = {
	readonly label: SafeText;
	/** A line for each record. Undefined if one of them has no such text. */
	readonly lines: readonly SafeText[] | undefined;
};

/** Everything that can be copied: of each record, then the commands that list the same and change the same again. */
function copyItems(state: State): readonly CopyItem[] {
	const {connection, presence, writes} = state;
	const targets = copiedTargets(state);
	const ofEach = (label: SafeText, textOf: (target: KeyTarget) => string | undefined): CopyItem => {
		const texts = targets.map(textOf).filter(text => text !== undefined);
		return {label, lines: texts.length < targets.length ? undefined : texts.map(pasteable)};
	};
	const ofAll = (label: SafeText, text: string | undefined): readonly CopyItem[] =>
		text === undefined ? [] : [{label, lines: [pasteable(text)]}];
	const isWatched = (projectId: string) => presence.watches.has(watchKey({projectId, deploymentId: undefined}));
	const last = writes.last?.ref.connectionId === connection?.id ? writes.last : undefined;
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
		...ofAll(plain`list`, connection && shownListCommand(connection, state)),
		...ofAll(plain`again`, connection && last && writeCommand(connection, last)),
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
	// The command looks at newest deployments, and would list others than the cells of the versions do.
	const isOfCells = screen.name === 'versions' && /\b(?:env|outcome):/i.test(filtered.query);
	return isOfCells ? undefined : listCommand(target, filtered.query, filtered.sort);
}
