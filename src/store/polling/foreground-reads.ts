import {type LocalTime, toServiceTime} from '../../clock.ts';
import {noDeployments} from '../model/deployments/deployment-list.ts';
import {rowAt} from '../model/deployments/deployment-rows.ts';
import type {Page} from '../model/projects/page-index.ts';
import {countOf, type ProjectList, pageOfProject} from '../model/projects/project-list.ts';
import {type ReadRequest, sourceKey} from '../model/requests/read-request.ts';
import {isProjectWatched} from '../state/board.ts';
import {knownDeployment} from '../state/known-deployment.ts';
import {currentScreen, type State} from '../state/state.ts';
import {missingRecord} from '../state/unavailable-deployments.ts';
import {freshPages, shownPages, windowEnd} from '../state/visible-pages.ts';
import {boardReads} from './board-reads.ts';
import {hotMs, jittered, warmMs} from './intervals.ts';
import type {PlannedRead} from './target.ts';

/** How many rows beyond the reader are read ahead. */
const lookahead = 100;

/** What was never read is waited for; so is what was read before a refresh was asked for. */
function listTarget(state: State, need: ReadRequest, readAt: LocalTime | undefined, isOutdated = false): PlannedRead {
	const everyMs = warmMs(state);
	const isAwaited = readAt === undefined || readAt < state.polling.refreshedAt || isOutdated;
	if (isAwaited) return {need, tier: 'awaited', dueAt: 0, everyMs, askedAt: readAt};
	return {need, tier: 'warm', dueAt: jittered(need, readAt, everyMs), everyMs, askedAt: readAt};
}

/** The cursor of the first page whose rows are not at hand. */
function firstMissing({pages, kept}: ProjectList): Page | undefined {
	const at = kept.findIndex((place, index) => place !== index);
	return pages[at < 0 ? kept.length : at];
}

/** The page that the reader waits for behind those that were read: because they are near it, or asked for all. */
function readingOnTargets(state: State, connectionId: number): readonly PlannedRead[] {
	const {list: projects, renewal, loadAll: walk, view} = state.projects;
	const awaited = (cursor: string | undefined): PlannedRead => ({
		need: {connectionId, kind: 'projects', cursor},
		tier: 'awaited',
		dueAt: 0,
		everyMs: warmMs(state),
		askedAt: undefined,
	});
	if (renewal) return [awaited(renewal.pages.at(-1)?.nextCursor)];
	const missing = walk === 'all' ? firstMissing(projects) : undefined;
	const isNear = !view && Math.max(state.projects.reach, windowEnd(state)) + lookahead > countOf(projects);
	const goesOn = projects.end === 'open' && (isNear || walk !== undefined || projects.pages.length === 0);
	return [
		...(missing ? [awaited(missing.cursor)] : []),
		...(goesOn ? [awaited(projects.pages.at(-1)?.nextCursor)] : []),
	];
}

/** A deployment that is watched closely, until it concludes. */
function deploymentTarget(state: State, need: Extract<ReadRequest, {kind: 'deployment'}>): PlannedRead {
	const {deployment, askedAt} = knownDeployment(state, need.projectId, need.deploymentId) ?? {};
	if (!deployment || askedAt === undefined) {
		return {need, tier: 'awaited', dueAt: 0, everyMs: hotMs(undefined, 0), askedAt: undefined};
	}

	const everyMs = hotMs(deployment, toServiceTime(askedAt, state.polling.skewMs));
	return {need, tier: 'hot', dueAt: jittered(need, askedAt, everyMs), everyMs, askedAt};
}

/** The deployments of a project that somebody follows without waiting for them. */
function followedList(state: State, connectionId: number, projectId: string): PlannedRead {
	const {readAt} = state.deployments.byProject.get(projectId) ?? noDeployments;
	return {...listTarget(state, {connectionId, kind: 'deployments', projectId}, readAt), tier: 'warm'};
}

/** What is watched: each deployment until it concludes; of a project its list, and each that goes on. Nobody waits for it. */
function watchTargets(state: State, connectionId: number): readonly PlannedRead[] {
	if (state.presence.watches.size === 0) return [];
	const closely = (projectId: string, deploymentId: string): readonly PlannedRead[] => {
		const target = deploymentTarget(state, {connectionId, kind: 'deployment', projectId, deploymentId});
		// The list tells what has become of one whose own record is missing, or that it is gone.
		const isMissing = missingRecord(state, projectId, deploymentId) !== undefined;
		return [{...target, tier: 'hot'}, ...(isMissing ? [followedList(state, connectionId, projectId)] : [])];
	};
	const own = [...state.presence.watches.values()].flatMap(({projectId, deploymentId}) =>
		deploymentId === undefined ? [followedList(state, connectionId, projectId)] : closely(projectId, deploymentId),
	);
	const running = [...state.deployments.board.values()].filter(
		({deployment, endedAt}) => endedAt === undefined && isProjectWatched(state, deployment.projectId),
	);
	return [...own, ...running.flatMap(({deployment: {projectId, id}}) => closely(projectId, id))];
}

/** The page that lists a project whose own record is missing, until it was read since: it tells whether the project is gone. */
function proofTargets(state: State, connectionId: number): readonly PlannedRead[] {
	const {list: projects, renewal} = state.projects;
	const screen = currentScreen(state);
	const failure = 'projectId' in screen && !renewal ? missingRecord(state, screen.projectId) : undefined;
	const page = failure && 'projectId' in screen && pageOfProject(projects, screen.projectId);
	if (!failure || !page || (page.readAt >= failure.at && !page.isOutdated)) return [];
	const need: ReadRequest = {connectionId, kind: 'projects', cursor: page.cursor};
	return [{need, tier: 'warm', dueAt: failure.at, everyMs: warmMs(state), askedAt: page.readAt}];
}

/** What the screen shows. */
export function screenReads(state: State, connectionId: number): readonly PlannedRead[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects': {
			// While the list is read anew, cursors of the old one may be refused as well.
			const fresh = state.projects.renewal ? [] : [...freshPages(state)];
			const shown = new Set(shownPages(state));
			return [
				...fresh.map(page => {
					const {cursor, rows, readAt, isOutdated} = page;
					// Of the first page, far from the reader, no rows are kept, and nobody waits for them.
					const isAwaited = isOutdated || (!rows && shown.has(page));
					return listTarget(state, {connectionId, kind: 'projects', cursor}, readAt, isAwaited);
				}),
				...readingOnTargets(state, connectionId),
			];
		}

		case 'deployments': {
			const {projectId, position} = screen;
			const known = state.deployments.byProject.get(projectId) ?? noDeployments;
			const picked = rowAt(known, position.index);
			return [
				listTarget(state, {connectionId, kind: 'deployments', projectId}, known.readAt),
				listTarget(state, {connectionId, kind: 'project', projectId}, state.projects.opened.get(projectId)?.askedAt),
				...(picked && picked.asOf === undefined
					? [deploymentTarget(state, {connectionId, kind: 'deployment', projectId, deploymentId: picked.deployment.id})]
					: []),
			];
		}

		case 'deployment': {
			const {projectId, deploymentId} = screen;
			return [deploymentTarget(state, {connectionId, kind: 'deployment', projectId, deploymentId})];
		}

		case 'welcome':
		case 'connect':
		case 'create':
		case 'edit':
		case 'activity':
			return [];
		case 'watch':
			return [
				...(state.projects.list.pages.length === 0 ? readingOnTargets(state, connectionId) : []),
				...boardReads(state, connectionId),
			];
	}
}

/** What is looked into, read once each time it is asked for. */
function dialogTargets(
	{interface: {dialog, inspected}, polling: {refreshedAt}}: State,
	connectionId: number,
): readonly PlannedRead[] {
	if (dialog?.name !== 'inspect') return [];
	const {source} = dialog;
	const isRead = inspected && sourceKey(inspected.source) === sourceKey(source);
	if (isRead && inspected.askedAt >= refreshedAt) return [];
	const need: ReadRequest = {connectionId, kind: 'raw', source};
	return [{need, tier: 'awaited', dueAt: 0, everyMs: Number.POSITIVE_INFINITY, askedAt: undefined}];
}

/** What the screen and its dialog are about. */
export const visibleReads = (state: State, connectionId: number): readonly PlannedRead[] => [
	...dialogTargets(state, connectionId),
	...screenReads(state, connectionId),
];

/** What the screen shows and what is watched. */
export const openReads = (state: State, connectionId: number): readonly PlannedRead[] => [
	...visibleReads(state, connectionId),
	...proofTargets(state, connectionId),
	...watchTargets(state, connectionId),
];
