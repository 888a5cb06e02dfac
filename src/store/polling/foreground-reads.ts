import {type LocalTime, toServiceTime} from '../../clock.ts';
import {rowAt} from '../model/deployments/deployment-rows.ts';
import type {Page} from '../model/projects/page-index.ts';
import {countOf, type ProjectList, pageOfProject} from '../model/projects/project-list.ts';
import {type ReadRequest, sourceKey} from '../model/requests/read-request.ts';
import {isProjectWatched} from '../state/board.ts';
import {deploymentsOf, knownDeployment} from '../state/known-deployment.ts';
import {currentScreen, type State} from '../state/state.ts';
import {missingRecord} from '../state/unavailable-deployments.ts';
import {freshPages, shownPages, windowEnd} from '../state/visible-pages.ts';
import {boardReads} from './board-reads.ts';
import {hotMs, jittered, warmMs} from './intervals.ts';
import type {PlannedRead} from './target.ts';

/** How many rows below the viewport are loaded ahead. */
const lookaheadRows = 100;

/** Plans a read of data on the screen. The user waits for data that was never read, or was last read before the requested refresh. */
function listTarget(state: State, need: ReadRequest, readAt: LocalTime | undefined, isOutdated = false): PlannedRead {
	const everyMs = warmMs(state);
	const isAwaited = readAt === undefined || readAt < state.polling.refreshedAt || isOutdated;
	if (isAwaited) return {need, tier: 'awaited', dueAt: 0, everyMs, askedAt: readAt};
	return {need, tier: 'warm', dueAt: jittered(need, readAt, everyMs), everyMs, askedAt: readAt};
}

/** Returns the first page whose rows are not kept. */
function firstMissing({pages, kept}: ProjectList): Page | undefined {
	const at = kept.findIndex((pageIndex, index) => pageIndex !== index);
	return pages[at < 0 ? kept.length : at];
}

/** Plans the next page the user waits for, because the viewport is near it or all pages are being loaded. */
function nextPageTargets(state: State, connectionId: number): readonly PlannedRead[] {
	const {list: projects, renewal, loadAll, view} = state.projects;
	const awaited = (cursor: string | undefined): PlannedRead => ({
		need: {connectionId, kind: 'projects', cursor},
		tier: 'awaited',
		dueAt: 0,
		everyMs: warmMs(state),
		askedAt: undefined,
	});
	if (renewal) return [awaited(renewal.pages.at(-1)?.nextCursor)];
	const missing = loadAll === 'all' ? firstMissing(projects) : undefined;
	const isNear = !view && Math.max(state.projects.reach, windowEnd(state)) + lookaheadRows > countOf(projects);
	const needsNext = projects.end === 'open' && (isNear || loadAll !== undefined || projects.pages.length === 0);
	return [
		...(missing ? [awaited(missing.cursor)] : []),
		...(needsNext ? [awaited(projects.pages.at(-1)?.nextCursor)] : []),
	];
}

/** Plans frequent reads of a deployment until it concludes. */
function deploymentTarget(state: State, need: Extract<ReadRequest, {kind: 'deployment'}>): PlannedRead {
	const {deployment, askedAt} = knownDeployment(state, need.projectId, need.deploymentId) ?? {};
	if (!deployment || askedAt === undefined) {
		return {need, tier: 'awaited', dueAt: 0, everyMs: hotMs(undefined, 0), askedAt: undefined};
	}

	const everyMs = hotMs(deployment, toServiceTime(askedAt, state.polling.skewMs));
	return {need, tier: 'hot', dueAt: jittered(need, askedAt, everyMs), everyMs, askedAt};
}

/** Plans the deployment list of a watched project. The user never waits for it. */
function followedList(state: State, connectionId: number, projectId: string): PlannedRead {
	const {readAt} = deploymentsOf(state, projectId).list;
	return {...listTarget(state, {connectionId, kind: 'deployments', projectId}, readAt), tier: 'warm'};
}

/** Plans the watched deployments until they conclude, and the lists and deployments in progress of watched projects. The user never waits for these. */
function watchTargets(state: State, connectionId: number): readonly PlannedRead[] {
	if (state.presence.watches.size === 0) return [];
	const targetsOf = (projectId: string, deploymentId: string): readonly PlannedRead[] => {
		const target = deploymentTarget(state, {connectionId, kind: 'deployment', projectId, deploymentId});
		// If the record is missing, the list shows the deployment's status, or that it is gone.
		const isMissing = missingRecord(state, projectId, deploymentId) !== undefined;
		return [{...target, tier: 'hot'}, ...(isMissing ? [followedList(state, connectionId, projectId)] : [])];
	};
	const own = [...state.presence.watches.values()].flatMap(({projectId, deploymentId}) =>
		deploymentId === undefined ? [followedList(state, connectionId, projectId)] : targetsOf(projectId, deploymentId),
	);
	const running = [...state.deployments.board.values()].filter(
		({projectId, endedAt}) => endedAt === undefined && isProjectWatched(state, projectId),
	);
	return [...own, ...running.flatMap(({projectId, deploymentId}) => targetsOf(projectId, deploymentId))];
}

/** Plans the page that contains a project whose own record is missing. Once the page is read again, it shows whether the project is gone. */
function proofTargets(state: State, connectionId: number): readonly PlannedRead[] {
	const {list: projects, renewal} = state.projects;
	const screen = currentScreen(state);
	const failure = 'projectId' in screen && !renewal ? missingRecord(state, screen.projectId) : undefined;
	const page = failure && 'projectId' in screen && pageOfProject(projects, screen.projectId);
	if (!failure || !page || (page.readAt >= failure.at && !page.isOutdated)) return [];
	const need: ReadRequest = {connectionId, kind: 'projects', cursor: page.cursor};
	return [{need, tier: 'warm', dueAt: failure.at, everyMs: warmMs(state), askedAt: page.readAt}];
}

/** Returns the reads for what the screen shows. */
export function screenReads(state: State, connectionId: number): readonly PlannedRead[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects': {
			// During a renewal, the service may refuse other cursors of the old list as well.
			const fresh = state.projects.renewal ? [] : [...freshPages(state)];
			const visible = new Set(shownPages(state));
			return [
				...fresh.map(page => {
					const {cursor, rows, readAt, isOutdated} = page;
					// The first page is read even if it is off the screen and its rows are not kept. Then the user does not wait for it.
					const isAwaited = isOutdated || (!rows && visible.has(page));
					return listTarget(state, {connectionId, kind: 'projects', cursor}, readAt, isAwaited);
				}),
				...nextPageTargets(state, connectionId),
			];
		}

		case 'deployments': {
			const {projectId, position} = screen;
			const known = deploymentsOf(state, projectId);
			const selected = rowAt(known, position.index);
			return [
				listTarget(state, {connectionId, kind: 'deployments', projectId}, known.list.readAt),
				listTarget(state, {connectionId, kind: 'project', projectId}, state.projects.opened.get(projectId)?.askedAt),
				...(selected && selected.asOf === undefined
					? [
							deploymentTarget(state, {
								connectionId,
								kind: 'deployment',
								projectId,
								deploymentId: selected.deployment.id,
							}),
						]
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
				...(state.projects.list.pages.length === 0 ? nextPageTargets(state, connectionId) : []),
				...boardReads(state, connectionId),
			];
	}
}

/** Plans the record in the inspector, which is read once when it opens and once per refresh. */
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

/** Returns the reads for what the screen and its dialog show. */
export const visibleReads = (state: State, connectionId: number): readonly PlannedRead[] => [
	...dialogTargets(state, connectionId),
	...screenReads(state, connectionId),
];

/** Returns the reads for what the screen shows and what the user watches. */
export const openReads = (state: State, connectionId: number): readonly PlannedRead[] => [
	...visibleReads(state, connectionId),
	...proofTargets(state, connectionId),
	...watchTargets(state, connectionId),
];
