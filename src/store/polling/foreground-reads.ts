import {isConcluded} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {rowAt} from '../model/deployments/deployment-rows.ts';
import type {Page} from '../model/projects/page-index.ts';
import {countOf, type ProjectList} from '../model/projects/project-list.ts';
import {type ReadRequest, sourceKey} from '../model/requests/read-request.ts';
import {deploymentsOf, knownDeployment} from '../state/deployments/known-deployment.ts';
import {showsBoard} from '../state/interface/screen.ts';
import {currentScreen, type State} from '../state/state.ts';
import {freshPages, shownPages, windowEnd} from '../state/visible-pages.ts';
import {boardReads} from './board-reads.ts';
import {screenAgeMs} from './intervals.ts';
import type {PlannedRead} from './planned-read.ts';

/** While the first page, where new projects appear, is off the screen, it may be this many times as old. */
const maxFirstPageAges = 3;

/** How many rows below the viewport are loaded ahead. */
const lookaheadRows = 100;

/** Plans a read of data on the screen. The user waits for data that was never read, or was last read before the requested refresh. */
function listRead(
	state: State,
	request: ReadRequest,
	readAt: LocalTime | undefined,
	{isOutdated = false, ages = 1}: {isOutdated?: boolean; ages?: number} = {},
): PlannedRead {
	const isAwaited = readAt === undefined || readAt < state.polling.refreshedAt || isOutdated;
	if (isAwaited) return {request, priority: 'awaited', dueAt: 0, askedAt: readAt};
	return {request, priority: 'due', dueAt: readAt + ages * screenAgeMs(state, readAt), askedAt: readAt};
}

/** Returns the first page whose rows are not kept. */
function firstMissing({pages, kept}: ProjectList): Page | undefined {
	const at = kept.findIndex((pageIndex, index) => pageIndex !== index);
	return pages[at < 0 ? kept.length : at];
}

/** Plans the next page the user waits for, because the viewport is near it or all pages are being loaded. */
function nextPageReads(state: State, connectionId: number): readonly PlannedRead[] {
	const {list: projects, renewal, loadAll, view} = state.projects;
	const awaited = (cursor: string | undefined): PlannedRead => ({
		request: {connectionId, kind: 'projects', cursor},
		priority: 'awaited',
		dueAt: 0,
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

/** Plans the read of an open deployment, until it concludes. Normally the reading plan reads it before it is due. */
function deploymentRead(state: State, request: Extract<ReadRequest, {kind: 'deployment'}>): PlannedRead {
	const {deployment, askedAt} = knownDeployment(state, request.projectId, request.deploymentId) ?? {};
	if (!deployment || askedAt === undefined) return {request, priority: 'awaited', dueAt: 0, askedAt: undefined};
	const dueAt = isConcluded(deployment) ? Number.POSITIVE_INFINITY : askedAt + screenAgeMs(state, askedAt);
	return {request, priority: 'due', dueAt, askedAt};
}

/** Returns the reads for what the screen shows, without the deployments on the board: the reading plan makes those. */
function readsForScreen(state: State, connectionId: number): readonly PlannedRead[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
		case 'versions': {
			// During a renewal, the service may refuse other cursors of the old list as well.
			const visible = shownPages(state);
			const fresh = state.projects.renewal ? [] : freshPages(state, visible);
			return [
				...fresh.map(page => {
					const {cursor, rows, readAt, isOutdated} = page;
					// The first page is read even if it is off the screen and its rows are not kept. Then the user does not wait for it.
					const isAwaited = isOutdated || (!rows && visible.includes(page));
					const ages = visible.includes(page) ? 1 : maxFirstPageAges;
					return listRead(state, {connectionId, kind: 'projects', cursor}, readAt, {isOutdated: isAwaited, ages});
				}),
				...nextPageReads(state, connectionId),
			];
		}

		case 'deployments': {
			const {projectId, position} = screen;
			const known = deploymentsOf(state, projectId);
			const selected = rowAt(known, position.index);
			return [
				listRead(state, {connectionId, kind: 'deployments', projectId}, known.list.readAt),
				listRead(state, {connectionId, kind: 'project', projectId}, state.projects.opened.get(projectId)?.askedAt),
				...(selected && selected.asOf === undefined
					? [
							deploymentRead(state, {
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
			return [deploymentRead(state, {connectionId, kind: 'deployment', projectId, deploymentId})];
		}

		case 'welcome':
		case 'connect':
		case 'create':
		case 'edit':
		case 'activity':
			return [];
		case 'watch':
		case 'wall':
			return state.projects.list.pages.length === 0 ? nextPageReads(state, connectionId) : [];
	}
}

/** Plans the record in the inspector, which is read once when it opens and once per refresh. */
function dialogReads(
	{interface: {dialog, rawRecord}, polling: {refreshedAt}}: State,
	connectionId: number,
): readonly PlannedRead[] {
	if (dialog?.name !== 'raw record') return [];
	const {source} = dialog;
	const isRead = rawRecord && sourceKey(rawRecord.source) === sourceKey(source);
	if (isRead && rawRecord.askedAt >= refreshedAt) return [];
	const request: ReadRequest = {connectionId, kind: 'raw', source};
	return [{request, priority: 'awaited', dueAt: 0, askedAt: undefined}];
}

/** Returns the reads for what the screen shows. */
export const screenReads = (state: State, connectionId: number): readonly PlannedRead[] => [
	...readsForScreen(state, connectionId),
	...(showsBoard(currentScreen(state)) ? boardReads(state, connectionId) : []),
];

/** Returns the reads for what the screen and its dialog show. */
export const visibleReads = (state: State, connectionId: number): readonly PlannedRead[] => [
	...dialogReads(state, connectionId),
	...screenReads(state, connectionId),
];

/** The same without those that the reading plan makes. */
export const scheduledReads = (state: State, connectionId: number): readonly PlannedRead[] => [
	...dialogReads(state, connectionId),
	...readsForScreen(state, connectionId),
];
