import {encodeDeployment, encodeProject} from '../../api/decode.ts';
import {curlFor} from '../../api/endpoint.ts';
import {nothing} from '../../base/duration.ts';
import {pasteable, plain, type SafeText, safe, visibleJson} from '../../base/text.ts';
import type {Connection} from '../../model/connection.ts';
import {newestOf} from '../../model/deployment-table.ts';
import {isUnfiltered} from '../../model/project-filter.ts';
import {deploymentsCommand, listCommand, recordCommand} from '../../model/suggested-commands.ts';
import {watchKey} from '../../model/watch.ts';
import {outdatedAfterMs} from '../../present/deployment.ts';
import {projectFields} from '../../present/project.ts';
import {type RowContext, textOrNothing} from '../../present/table.ts';
import {deploymentsOf, knownDeployment, lastSeenAt} from '../../state/deployments.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {listsProjects} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {notify} from '../../sync/store.ts';
import {menuDialog} from '../components/menu.tsx';
import type {DrawContext, KeyTarget} from '../contexts.ts';
import {hasMarks, targetAbout} from '../keys/binding.ts';
import {closing} from '../keys/common-keys.ts';
import {chatMessage} from '../lines/chat-message.ts';
import {allFieldsOf, deploymentRowOf} from '../lines/deployment-view.ts';

export const copyDialog = menuDialog({
	title: 'Copy',
	heading({state}) {
		const targets = copiedTargets(state);
		if (hasMarks(state))
			return plain`Copy from ${targets.length} marked ${targets.length === 1 ? plain`project` : plain`projects`}`;
		return targets[0]?.deploymentId === undefined ? plain`Copy from this project` : plain`Copy from this deployment`;
	},
	enterLabel: 'copy',
	keys: [closing('copy.cancel')],
	items: drawing =>
		copyItems(drawing).map(({label, lines}) => ({
			label,
			detail: lines ? safe(lines.join(' ')) : nothing,
			choose({store, copy}) {
				if (!lines) return notify(store, plain`No ${label} to copy`, 'quiet');
				store.change(withoutDialog);
				copy(lines, label === 'id' ? safe(lines.join(' ')) : label);
			},
		})),
});

function copiedTargets(state: State): readonly KeyTarget[] {
	const {dialog} = state.interface;
	return dialog?.name === 'copy'
		? dialog.records.map(({projectId, deploymentId}) => targetAbout(state, projectId, deploymentId))
		: [];
}

type CopiedText = (target: KeyTarget, state: State, context: RowContext) => string | undefined;

const copiedTexts: Readonly<Record<string, CopiedText>> = {
	id: ({projectId, deploymentId}) => deploymentId ?? projectId,
	url: ({project, deployment, deploymentId}) => (deploymentId === undefined ? project : deployment)?.url?.exact,
	curl: ({projectId, deploymentId}, {connection}) => connection && curlFor(connection.baseUrl, projectId, deploymentId),
	JSON: ({project, deployment, deploymentId}) => {
		if (deploymentId !== undefined) return deployment && visibleJson(JSON.stringify(encodeDeployment(deployment)));
		return project && visibleJson(JSON.stringify(encodeProject(project)));
	},
	'request id': ({projectId, project, deploymentId}, state) => {
		const record = deploymentId === undefined ? project : knownDeployment(state, projectId, deploymentId);
		return record?.requestId?.exact;
	},
	command({projectId, deploymentId}, {connection, presence}) {
		const isWatched = presence.watches.has(watchKey({projectId, deploymentId: undefined}));
		return connection && recordCommand(connection, projectId, deploymentId, isWatched);
	},
	message({projectId, name, deploymentId}, state, context) {
		const id = deploymentId ?? newestOf(deploymentsOf(state, projectId))?.id;
		const known = id === undefined ? undefined : knownDeployment(state, projectId, id);
		if (!known) return undefined;
		const [row, seenAt] = [deploymentRowOf(state, known), lastSeenAt(state, known)];
		const isOutdated = context.now - seenAt >= outdatedAfterMs;
		return chatMessage(name, {...row, asOf: row.asOf ?? (isOutdated ? seenAt : undefined)}, context);
	},
};

export const copyLabels: readonly string[] = Object.keys(copiedTexts);

/** Texts by label, as the details show them, but without ages of dates. A field of several lines becomes one text. */
function fieldTexts(
	{projectId, project, deploymentId}: KeyTarget,
	{context, ...drawing}: DrawContext,
): ReadonlyMap<string, string> {
	const still = {...context, isStill: true};
	const row = deploymentId === undefined ? undefined : knownDeployment(drawing.state, projectId, deploymentId);
	const ofProject = project && deploymentId === undefined ? projectFields(project, still) : [];
	const fields = row ? allFieldsOf(row, {...drawing, context: still}) : ofProject;
	const none = textOrNothing(undefined, context).text;
	const texts = new Map<string, string>();
	let label = '';
	for (const field of fields) {
		label = field.label || label;
		const before = texts.get(label);
		const {text} = field.value;
		if (text !== none) texts.set(label, before === undefined ? text : `${before}; ${text}`);
	}

	return texts;
}

type CopyItem = {
	readonly label: SafeText;
	/** One text per record. Undefined if a record lacks the text. */
	readonly lines: readonly SafeText[] | undefined;
};

function copyItems(drawing: DrawContext): readonly CopyItem[] {
	const {state, context} = drawing;
	const {connection} = state;
	const records = copiedTargets(state).map(target => ({target, fields: fieldTexts(target, drawing)}));
	if (records.length === 0) return [];
	const itemOf = (label: string, textOf: (record: (typeof records)[number]) => string | undefined): CopyItem => {
		const texts = records.map(textOf).filter(text => text !== undefined);
		return {label: safe(label), lines: texts.length < records.length ? undefined : texts.map(pasteable)};
	};
	const list = connection && shownListCommand(connection, state);
	const labels = new Set(records.flatMap(({fields}) => [...fields.keys()]));
	for (const label of copyLabels) labels.delete(label);
	return [
		...Object.entries(copiedTexts).map(([label, textOf]) =>
			itemOf(label, ({target}) => textOf(target, state, context)),
		),
		...(list === undefined ? [] : [{label: plain`list`, lines: [pasteable(list)]}]),
		...[...labels].map(label => itemOf(label, ({fields}) => fields.get(label))),
	];
}

function shownListCommand(target: Connection, state: State): string | undefined {
	const {filtered} = state.projects;
	const screen = currentScreen(state);
	if (screen.name === 'deployments') return deploymentsCommand(target, screen.projectId);
	if (!listsProjects(screen) || !filtered || isUnfiltered(filtered)) return undefined;
	return listCommand(target, filtered.query, filtered.sort);
}
