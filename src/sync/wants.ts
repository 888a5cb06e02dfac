import {isConcluded} from '../api/types.ts';
import {type LocalTime, toLocalTime} from '../base/clock.ts';
import {rowOfEntry, shownBoard} from '../model/board.ts';
import {projectRows} from '../model/layout.ts';
import {firstUnread} from '../model/project-filter.ts';
import {isOpen, pageOfProject, rowWithId} from '../model/project-list.ts';
import {type Read, readKey} from '../model/read-request.ts';
import {rateOf, requestsInMinute} from '../model/throttle.ts';
import {
	deploymentsOf,
	isNotVisibleYet,
	knownDeployment,
	runningDeployments,
	shownDeployments,
} from '../state/deployments.ts';
import {currentList, selectedIndex} from '../state/lists.ts';
import {projectPlace, projectsInWindow, selectedProject, shownPages, windowEnd} from '../state/projects.ts';
import {listsProjects, showsBoard} from '../state/screen.ts';
import {currentScreen, type State} from '../state/state.ts';

/**
Why something is read.

- `awaited`: the user waits for it, so it starts at once.
- `shown`: it is on the screen.
- `fill`: the deployments of a row on the screen that were never read. Eight start a second.
- `followed`: it is watched, in progress or near what is on the screen.
*/
export type Reason = 'awaited' | 'shown' | 'fill' | 'followed';

/** A read that the screen or the user wants. */
export type Want = {
	readonly read: Read;
	readonly reason: Reason;
	/** When what is known was requested, and how old it may become. What was never read is due at once. */
	readonly requestedAt: LocalTime | undefined;
	readonly maxAgeMs: number;
	/** Whether a key of the user asked for it, so that it may exceed the budget. */
	readonly isAsked: boolean;
	/** Whether it is what the user looks at or watches, which is read even before it is due if there is nothing else to read. */
	readonly isClose: boolean;
};

const never = Number.POSITIVE_INFINITY;
const minuteMs = 60_000;

/** How old the deployments of a project may become, in milliseconds: while one is in progress, and otherwise. */
const maxAgeMs = {
	open: {running: 4000, quiet: 15_000},
	watched: {running: 6000, quiet: 60_000},
	visible: {running: 15_000, quiet: 60_000},
	elsewhere: {running: 30_000, quiet: never},
} as const;

/** A deployment that has been in progress for longer may never conclude, and is read less often the longer it takes. */
const longMs = 120_000;

/** How old what is on the screen may become while the terminal has focus. */
const maxScreenAgeMs = 10_000;

/** While nobody looks, background reads are this many times less frequent, so what they read may be this many times as old. */
export const awayFactor = 3;

/** With a small budget, what is on the screen is due after this many reads at the earliest, so that there are others in between. */
const minReadsBetween = 4;

/** While the first page, where new projects appear, is off the screen, it may be this many times as old. */
const firstPageAges = 3;

/** How many rows below the viewport are loaded ahead. */
const lookaheadRows = 100;

/** How many pages of a sweep are read at once. A longer one takes turns with other reads. */
const maxSweptAtOnce = 10;

/** The projects that the user looks at. */
export type Views = {
	/** Selected, or open. */
	readonly open: ReadonlySet<string>;
	readonly watched: ReadonlySet<string>;
	/** On the screen. */
	readonly visible: ReadonlySet<string>;
};

/** A read that shows how far a deployment in progress is. */
export type RunningRead = {
	readonly projectId: string;
	readonly read: Read;
	readonly beganAt: LocalTime;
	readonly requestedAt: LocalTime;
};

const awaited = (read: Read, requestedAt?: LocalTime, isAsked = true): Want => ({
	read,
	reason: 'awaited',
	requestedAt,
	maxAgeMs: 0,
	isAsked,
	isClose: false,
});

const followed = (read: Read, requestedAt: LocalTime | undefined, ageMs = 0, isClose = false): Want => ({
	read,
	reason: 'followed',
	requestedAt,
	maxAgeMs: ageMs,
	isAsked: false,
	isClose,
});

const listOf = (projectId: string) => ({kind: 'deployments', projectId}) as const;

const isListFailing = ({polling: {failures}}: State, projectId: string): boolean =>
	failures.size > 0 && failures.has(readKey(listOf(projectId)));

/** Returns how old what is on the screen may become: more with a small budget, and while nobody looks. */
export function screenAgeMs(
	{polling: {throttle}, presence}: State,
	now: LocalTime,
	focusedMs = maxScreenAgeMs,
): number {
	const ageMs = focusedMs * (presence.isFocused ? 1 : awayFactor);
	const rate = rateOf(throttle, now);
	return rate === 0 ? ageMs : Math.max(ageMs, (minReadsBetween * minuteMs) / rate);
}

/** Whether the user follows all deployments, including those of projects that are not loaded. */
const followsAll = (state: State): boolean =>
	showsBoard(currentScreen(state)) || state.preferences.rules.scope === 'any';

/** Whether nobody looks, so that only what is on the screen, watched or in progress is read, and less often. */
export const isAway = (state: State): boolean => !state.presence.isFocused && !followsAll(state);

/** Whether only what the user waits for is read. */
export const isOnRequest = ({polling: {pausedAt, throttle}}: Pick<State, 'polling'>): boolean =>
	pausedAt !== undefined || throttle.perMinute === 0;

/** Wants what the screen shows: at once if it was never read, or not since the user asked for a refresh. */
const shown = (state: State, read: Read, requestedAt: LocalTime | undefined, ages = 1): Want =>
	requestedAt === undefined || requestedAt < state.polling.refreshedAt
		? awaited(read, requestedAt)
		: {...awaited(read, requestedAt, false), reason: 'shown', maxAgeMs: ages * screenAgeMs(state, requestedAt)};

/** Wants the next page if the viewport is near it or all pages are being loaded. */
function nextPage(state: State): readonly Want[] {
	const {list, loading, filtered, reach} = state.projects;
	if (!isOpen(list)) return [];
	const isNear = !filtered && Math.max(reach, windowEnd(state)) + lookaheadRows > list.rows.length;
	const needsNext = isNear || loading !== undefined || list.pages.length === 0;
	// The first two pages are read without a key.
	const isAsked = loading !== undefined || list.pages.length > 1;
	return needsNext ? [awaited({kind: 'projects', cursor: list.next}, undefined, isAsked)] : [];
}

/** Wants the visible pages of the project list, and the first one, where new projects appear. Before them the next page of a sweep, unless it is long. */
function projectPages(state: State): readonly Want[] {
	const {sweep, pages} = state.projects.list;
	const swept =
		sweep && sweep.pages.length < maxSweptAtOnce
			? [awaited({kind: 'projects', cursor: sweep.next}, undefined, sweep.startedAt < state.polling.refreshedAt)]
			: [];
	// The service may refuse the other cursors of the old list as well.
	if (sweep?.isRefused) return swept;
	const visible = shownPages(state);
	const hidden = pages.slice(0, 1).filter(page => !visible.includes(page));
	return [
		...swept,
		...visible.map(({cursor, readAt}) => shown(state, {kind: 'projects', cursor}, readAt)),
		...hidden.map(({cursor, readAt}) => shown(state, {kind: 'projects', cursor}, readAt, firstPageAges)),
		...nextPage(state),
	];
}

/** Wants the open deployment until it concludes. */
function deploymentWant(state: State, projectId: string, deploymentId: string): Want {
	const read: Read = {kind: 'deployment', projectId, deploymentId};
	const {deployment, requestedAt} = knownDeployment(state, projectId, deploymentId) ?? {};
	if (!deployment || requestedAt === undefined) return awaited(read);
	const maxMs = isConcluded(deployment) ? never : screenAgeMs(state, requestedAt);
	return {...awaited(read, requestedAt, false), reason: 'shown', maxAgeMs: maxMs};
}

/** Returns the reads behind what the screen shows, without its dialog. */
function readsOnScreen(state: State): readonly Want[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
		case 'versions':
			return projectPages(state);

		case 'deployments': {
			const {projectId} = screen;
			const selected = shownDeployments(state, projectId)[selectedIndex(state) ?? -1];
			const isListed =
				selected !== undefined && selected.asOf === undefined && !isNotVisibleYet(state, selected.deployment);
			return [
				shown(state, listOf(projectId), deploymentsOf(state, projectId).requestedAt),
				shown(state, {kind: 'project', projectId}, state.projects.records.get(projectId)?.requestedAt),
				...(isListed ? [deploymentWant(state, projectId, selected.deployment.id)] : []),
			];
		}

		case 'deployment':
			return [deploymentWant(state, screen.projectId, screen.deploymentId)];

		case 'board':
		case 'wall':
			return state.projects.list.pages.length === 0 ? nextPage(state) : [];

		case 'activity':
		case 'welcome':
			return [];
	}
}

/** Wants the record in the inspector once when it opens, and once per refresh. */
function dialogWants({interface: {dialog, rawRecord}, polling: {refreshedAt}}: State): readonly Want[] {
	if (dialog?.name !== 'raw record') return [];
	const isRead = rawRecord !== undefined && rawRecord.requestedAt >= refreshedAt;
	return isRead ? [] : [awaited({kind: 'raw', resource: dialog.resource})];
}

/** Returns the reads behind what the screen and its dialog show. What the user waits for is aborted when it is not among them any more. */
export const visibleReads = (state: State): readonly Want[] =>
	state.connection ? [...dialogWants(state), ...readsOnScreen(state)] : [];

/** Returns the reads behind the deployments in progress: the list of its project covers all of them, but not one that it lacks, and while it fails, the record is read as well. */
export function runningReads(state: State): readonly RunningRead[] {
	return runningDeployments(state).flatMap(({deployment, requestedAt, firstSeenAt, asOf}) => {
		const {projectId, id: deploymentId, createdAt} = deployment;
		const beganAt = createdAt === undefined ? firstSeenAt : toLocalTime(createdAt, state.polling.skewMs);
		const listedAt = deploymentsOf(state, projectId).requestedAt;
		const isMissing = asOf !== undefined && listedAt !== undefined;
		const record: RunningRead = {projectId, read: {kind: 'deployment', projectId, deploymentId}, beganAt, requestedAt};
		// A list that lacks it need not be read again at once.
		const list = {...record, read: listOf(projectId), requestedAt: Math.max(requestedAt, listedAt ?? requestedAt)};
		if (isMissing) return [record];
		return isListFailing(state, projectId) ? [list, record] : [list];
	});
}

function agesOf(projectId: string, {open, watched, visible}: Views) {
	if (open.has(projectId)) return maxAgeMs.open;
	if (watched.has(projectId)) return maxAgeMs.watched;
	return visible.has(projectId) ? maxAgeMs.visible : maxAgeMs.elsewhere;
}

/** Returns how old what is known about a deployment in progress may become. */
export const runningAgeMs = ({projectId, beganAt}: RunningRead, views: Views, now: LocalTime): number =>
	agesOf(projectId, views).running * Math.sqrt(Math.max(1, (now - beganAt) / longMs));

/** Wants what is in progress, and the deployments of the projects that the user looks at. `hasMoved`: whether a project has been updated since its deployments were read, so that one may be in progress. */
export function followedReads(
	views: Views,
	running: readonly RunningRead[],
	readAtOf: (projectId: string) => LocalTime | undefined,
	now: LocalTime,
	hasMoved: (projectId: string) => boolean = () => false,
): readonly Want[] {
	const isClose = (projectId: string) => views.open.has(projectId) || views.watched.has(projectId);
	const quietMs = (projectId: string) => {
		const ages = agesOf(projectId, views);
		return hasMoved(projectId) ? ages.running : ages.quiet;
	};
	const projects = new Set([...views.open, ...views.watched, ...views.visible]);
	return [
		...[...projects].map(id => followed(listOf(id), readAtOf(id), quietMs(id), isClose(id))),
		...running.map(each => {
			const {projectId, read, requestedAt} = each;
			const ageMs = Math.min(quietMs(projectId), runningAgeMs(each, views, now));
			return followed(read, requestedAt, ageMs, isClose(projectId));
		}),
	];
}

/** Returns the indexes and ids of the rows of the project list that are on the screen. */
function rowsOnScreen(state: State): ReadonlyArray<{readonly index: number; readonly id: string}> {
	const {top} = projectPlace(state);
	return projectsInWindow(state).map(({id}, offset) => ({index: top + offset, id}));
}

/** Wants the deployments of rows on the screen that were never read, or not since everything was refreshed, from the selected row outwards. */
function rowFills(state: State, now: LocalTime): readonly Want[] {
	if (!listsProjects(currentScreen(state))) return [];
	const {projects, polling} = state;
	const {index: selected} = projectPlace(state);
	const visible = rowsOnScreen(state).toSorted((a, b) => Math.abs(a.index - selected) - Math.abs(b.index - selected));
	// If a filter leaves lines empty, projects that it cannot evaluate yet may fill them.
	const emptyLines = projectRows(state.interface.size) - visible.length;
	const unread = projects.filtered
		? firstUnread(projects.filtered, emptyLines, ({id}) => !isListFailing(state, id))
		: [];
	// A filter may need all projects, so that ends when the budget is exceeded by as much again.
	const mayExceed = requestsInMinute(polling.throttle, now).asked < polling.throttle.perMinute;
	const isForFilter = Boolean(projects.filtered?.query.trim()) && mayExceed;
	return [...visible, ...unread].flatMap(({id}): Want | [] => {
		const requestedAt = deploymentsOf(state, id).requestedAt;
		if (requestedAt !== undefined && requestedAt >= polling.allRefreshedAt) return [];
		// Rows are read again only because of a refresh.
		const isAsked = requestedAt !== undefined || isForFilter;
		return {...awaited(listOf(id), requestedAt, isAsked), reason: 'fill'};
	});
}

/** Wants watched deployments that were never read. */
export const watchedReads = (state: State): readonly Want[] =>
	[...state.presence.watches.values()].flatMap(({projectId, deploymentId}) =>
		deploymentId === undefined || knownDeployment(state, projectId, deploymentId)?.requestedAt !== undefined
			? []
			: followed({kind: 'deployment', projectId, deploymentId}, undefined),
	);

/** Wants what shows whether a missing record is gone: the page of a project, and the list of a deployment. */
function readsOfMissing(state: State): readonly Want[] {
	const {list} = state.projects;
	return [...state.polling.failures.values()].flatMap(({read, error, at}): Want | [] => {
		if (error.kind !== 'missing' || (read.kind !== 'project' && read.kind !== 'deployment')) return [];
		const {projectId} = read;
		if (read.kind === 'deployment') {
			const {requestedAt = 0} = deploymentsOf(state, projectId);
			return requestedAt < at ? followed(listOf(projectId), requestedAt) : [];
		}

		const page = list.sweep?.isRefused ? undefined : pageOfProject(list, projectId);
		return page && page.readAt < at ? followed({kind: 'projects', cursor: page.cursor}, page.readAt) : [];
	});
}

/** Wants the next page of a sweep; otherwise the next one until all projects that the user follows are known. As every other read: with a long list, pages would take all of them. */
function pagesInTurn(state: State, now: LocalTime): readonly Want[] {
	const {list, loading} = state.projects;
	const {pages, next} = list.sweep ?? list;
	const everySecondReadMs = (2 * minuteMs) / Math.max(1, rateOf(state.polling.throttle, now));
	const want = followed({kind: 'projects', cursor: next}, pages.at(-1)?.readAt, everySecondReadMs);
	if (list.sweep) return isAway(state) ? [] : [want];
	const isNeeded = followsAll(state) || (pages.length === 0 && state.presence.isFocused);
	return isNeeded && !loading && isOpen(list) ? [want] : [];
}

/** Returns the selected project, and the projects of all rows on the screen. */
function shownProjects(state: State): {readonly selected?: string | undefined; readonly visible: readonly string[]} {
	const screen = currentScreen(state);
	if (listsProjects(screen)) {
		const rows = rowsOnScreen(state);
		const selected = selectedProject(state);
		// Without focus, a row is selected, but nobody looks at it.
		return {selected: isAway(state) ? undefined : selected?.id, visible: rows.map(({id}) => id)};
	}

	if (screen.name !== 'wall' && screen.name !== 'board')
		return {selected: 'projectId' in screen ? screen.projectId : undefined, visible: []};
	const projects = shownBoard(state).entries.map(entry => rowOfEntry(entry)?.projectId);
	// The wall turns its pages without a key, so every row is about to be looked at.
	if (screen.name === 'wall') return {visible: projects.filter(id => id !== undefined)};
	const {top = 0} = currentList(state) ?? {};
	const visible = projects.slice(top, top + projectRows(state.interface.size)).filter(id => id !== undefined);
	return {selected: projects[selectedIndex(state) ?? -1], visible};
}

/** Returns the projects that the user looks at. Nobody looks at rows while they scroll. */
export function viewsOf(state: State, hasRested: boolean): Views {
	const {selected, visible} = hasRested ? shownProjects(state) : {visible: []};
	return {
		open: new Set(selected === undefined ? [] : [selected]),
		watched: new Set([...state.presence.watches.values()].map(({projectId}) => projectId)),
		visible: new Set(visible),
	};
}

/** Whether the user does not scroll, and the time. */
type Moment = {readonly now: LocalTime; readonly hasRested: boolean};

/** Returns the reads that the user waits for, or that keep the screen current. */
export function wantsOf(state: State, {now, hasRested}: Moment): readonly Want[] {
	const {failures} = state.polling;
	const wants = [...visibleReads(state), ...(hasRested ? rowFills(state, now) : [])];
	// Nobody presses keys in a window without focus, and what is tried again was asked for before.
	const mayAsk = ({read}: Want) => state.presence.isFocused && !(failures.size > 0 && failures.has(readKey(read)));
	return wants.map(want => (want.isAsked && !mayAsk(want) ? {...want, isAsked: false} : want));
}

/** Returns the reads of everything else that is known, for the order of reads to choose from. */
export function followedBy(state: State, {now, hasRested}: Moment): readonly Want[] {
	const listedAt = (projectId: string) => deploymentsOf(state, projectId).requestedAt;
	const hasMoved = (projectId: string) => {
		const updatedAt = rowWithId(state.projects.list, projectId)?.updatedAt;
		const movedAt = updatedAt === undefined ? undefined : toLocalTime(updatedAt, state.polling.skewMs);
		// A time in the future says nothing.
		return movedAt !== undefined && movedAt <= now && movedAt > (listedAt(projectId) ?? 0);
	};
	return [
		...readsOfMissing(state),
		...watchedReads(state),
		...pagesInTurn(state, now),
		...followedReads(viewsOf(state, hasRested), runningReads(state), listedAt, now, hasMoved),
	];
}
