import {isConcluded} from '../api/types.ts';
import {type LocalTime, toLocalTime} from '../base/clock.ts';
import {minuteMs} from '../base/duration.ts';
import {boardRowOf} from '../model/board.ts';
import {projectRows} from '../model/layout.ts';
import {notifiesOfOthers} from '../model/notification-rules.ts';
import {firstUnread} from '../model/project-filter.ts';
import {canReadFurther, indexOfId, isGoneOrUnlisted, pageOfProject} from '../model/project-list.ts';
import {deploymentsAt, pageAt, type Read, readKey, recordAt} from '../model/read-request.ts';
import {rateOf, requestsInMinute} from '../model/throttle.ts';
import {boardRows, shownBoard} from './board-rows.ts';
import {isListFailing, uncheckedProjects} from './checks.ts';
import {
	deploymentsOf,
	followedProjects,
	knownDeployment,
	lastingListFailure,
	readProjectCount,
	runningDeployments,
} from './deployments.ts';
import {currentList, selectedId} from './lists.ts';
import {idInFilter} from './named-record.ts';
import {projectPlacement, projectsInWindow, selectedProject, shownPages, windowEnd} from './projects.ts';
import {probingAt} from './requests.ts';
import {listsProjects, obeysFilter, showsBoard} from './screen.ts';
import {currentForm, currentScreen, type State} from './state.ts';

/** Most urgent first. `asked`: the user waits, so the read starts at once. `shown`: the screen shows the record. `followed`: it is behind a row, watched or in progress. */
export const priorities = ['asked', 'shown', 'followed'] as const;

export type Interest = {
	readonly read: Read;
	readonly priority: (typeof priorities)[number];
	readonly readAt: LocalTime | undefined;
	readonly maxAgeMs: number;
};

/** `hasRested`: the user is not scrolling. Rows that only scroll past are not worth a request. */
type Moment = {readonly now: LocalTime; readonly hasRested: boolean};

export const never = Number.POSITIVE_INFINITY;

const maxAgeMs = {
	open: {running: 3000, idle: 15_000},
	watched: {running: 4500, idle: 60_000},
	visible: {running: 15_000, idle: 60_000},
	elsewhere: {running: 30_000, idle: never},
} as const;

/** A deployment that has been in progress for longer may never conclude, so it is read less and less often. */
const longMs = 180_000;

const maxScreenAgeMs = 10_000;

/** While nobody is looking, data may get this many times as old. */
const awayFactor = 3;

/** With a small budget, reads of the screen take at most every fourth turn, so that others get turns, too. */
const minReadsBetween = 4;

const lookaheadRows = 100;

/** A sweep or a new list reads this many pages at once. The rest of it takes turns with other reads. */
const maxPagesAtOnce = 10;

const firstChecks = 40;

export type Views = {
	readonly open: ReadonlySet<string>;
	readonly watched: ReadonlySet<string>;
	readonly visible: ReadonlySet<string>;
};

export type RunningRead = {
	readonly projectId: string;
	readonly read: Read;
	readonly beganAt: LocalTime;
	readonly readAt: LocalTime;
};

const interestIn = (read: Read, priority: Interest['priority'], readAt?: LocalTime, ageMs = 0): Interest => ({
	read,
	priority,
	readAt,
	maxAgeMs: ageMs,
});

export function screenAgeMs({polling: {throttle}, presence}: State, now: LocalTime): number {
	const ageMs = maxScreenAgeMs * (presence.isFocused ? 1 : awayFactor);
	const rate = rateOf(throttle, now);
	return rate === 0 ? ageMs : Math.max(ageMs, (minReadsBetween * minuteMs) / rate);
}

const followsAll = (state: State): boolean =>
	showsBoard(currentScreen(state)) || notifiesOfOthers(state.preferences.rules);

/** Whether nobody is looking. Then landfall reads only what is on the screen, watched or in progress, and less often. */
export const isAway = (state: State): boolean => !state.presence.isFocused && !followsAll(state);

export const slownessOf = (state: State): number => (isAway(state) ? awayFactor : 1);

export const readsOnRequestOnly = ({polling: {pausedAt, throttle}}: Pick<State, 'polling'>): boolean =>
	pausedAt !== undefined || throttle.rpm === 0;

const shownOrAsked = (state: State, read: Read, readAt: LocalTime | undefined): Interest =>
	readAt === undefined || readAt < state.polling.refreshedAt
		? interestIn(read, 'asked', readAt)
		: interestIn(read, 'shown', readAt, screenAgeMs(state, readAt));

const shownProject = (state: State, projectId: string): Interest =>
	shownOrAsked(state, recordAt(projectId), state.projects.records.get(projectId)?.readAt);

function nextPage(state: State): readonly Interest[] {
	const {list, loading, filtered, reach} = state.projects;
	if (!canReadFurther(list)) return [];
	const isNear = !filtered && Math.max(reach, windowEnd(state)) + lookaheadRows > list.rows.length;
	const needsNext = isNear || loading !== undefined || list.pages.length === 0;
	// A filter loads pages within the budget only.
	const isAsked = loading !== 'matches' || readsOnRequestOnly(state);
	return needsNext ? [interestIn(pageAt(list.next), isAsked ? 'asked' : 'shown')] : [];
}

function namedByFilter(state: State): readonly Interest[] {
	const {list, filtered, records} = state.projects;
	const id = idInFilter(state, filtered?.query);
	if (id === undefined || records.has(id) || indexOfId(list, id) !== undefined) return [];
	const read = recordAt(id);
	return state.polling.failures.get(readKey(read))?.error.kind === 'not found' ? [] : [interestIn(read, 'asked')];
}

/** The visible pages, and the first one, because new projects appear there. The next page of a short sweep comes before them. */
function projectPages(state: State): readonly Interest[] {
	const {loading, list} = state.projects;
	const {sweep, pages} = list;
	const isShort = sweep !== undefined && sweep.pages.length < maxPagesAtOnce;
	const isAsked = loading === undefined ? sweep && sweep.startedAt < state.polling.refreshedAt : loading !== 'matches';
	const priority = isAsked ? 'asked' : 'shown';
	const swept = isShort ? [interestIn(pageAt(sweep.next), priority)] : [];
	// The service may reject the list's other old cursors as well.
	if (sweep?.isRejected) return swept;
	const visible = shownPages(state);
	const first = pages.slice(0, 1).filter(page => !visible.includes(page));
	return [
		...swept,
		...[...visible, ...first].map(({cursor, readAt}) => shownOrAsked(state, pageAt(cursor), readAt)),
		...nextPage(state),
	];
}

function openDeploymentInterest(state: State, projectId: string, deploymentId: string): Interest {
	const read = recordAt(projectId, deploymentId);
	const known = knownDeployment(state, projectId, deploymentId);
	if (known?.readAt === undefined) return interestIn(read, 'asked');
	const {deployment, readAt} = known;
	if (isConcluded(deployment)) return interestIn(read, 'shown', readAt, never);
	// The deployment is `asked` on its own screen only, not as the selected row of a list.
	if (currentScreen(state).name === 'deployment') return shownOrAsked(state, read, readAt);
	return interestIn(read, 'shown', readAt, screenAgeMs(state, readAt));
}

const refreshedPage = ({projects: {list}, polling: {refreshedAt}}: State): readonly Interest[] =>
	list.pages
		.slice(0, 1)
		.flatMap(({cursor, readAt}) => (readAt < refreshedAt ? interestIn(pageAt(cursor), 'asked', readAt) : []));

function onScreen(state: State): readonly Interest[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
		case 'versions':
			return [...namedByFilter(state), ...projectPages(state)];

		case 'deployments': {
			const {projectId} = screen;
			const selected = deploymentsOf(state, projectId).byId.get(selectedId(state));
			const isListed = selected !== undefined && selected.asOf === undefined;
			return [
				shownOrAsked(state, deploymentsAt(projectId), deploymentsOf(state, projectId).readAt),
				shownProject(state, projectId),
				...(isListed ? [openDeploymentInterest(state, projectId, selected.deployment.id)] : []),
			];
		}

		case 'deployment':
			return [openDeploymentInterest(state, screen.projectId, screen.deploymentId)];

		case 'board':
		case 'wall':
			return state.projects.list.pages.length === 0 ? nextPage(state) : refreshedPage(state);

		case 'activity':
			return refreshedPage(state);

		case 'welcome':
			return [];
	}
}

/** The inspector reads its record when it opens, and again after a refresh. */
function inDialog({interface: {dialog, rawRecord}, polling: {refreshedAt}}: State): readonly Interest[] {
	if (dialog?.name !== 'raw record') return [];
	const isRead = rawRecord !== undefined && rawRecord.readAt >= refreshedAt;
	return isRead ? [] : [interestIn({kind: 'raw', resource: dialog.resource}, 'asked')];
}

function inForm(state: State): readonly Interest[] {
	const form = currentForm(state);
	if (form?.name !== 'edit' || isGoneOrUnlisted(state, form.projectId)) return [];
	return [shownProject(state, form.projectId)];
}

export const shownInterests = (state: State): readonly Interest[] =>
	state.connection ? [...inDialog(state), ...inForm(state), ...onScreen(state)] : [];

function rowsOnScreen(state: State): ReadonlyArray<{readonly index: number; readonly id: string}> {
	const {top} = projectPlacement(state);
	return projectsInWindow(state).map(({id}, offset) => ({index: top + offset, id}));
}

/** Visible rows with deployments that were never read, or not since the last refresh of everything. The rows nearest to the selected one come first. */
function emptyRows(state: State, now: LocalTime): readonly Interest[] {
	const {projects, polling} = state;
	const {index: selected} = projectPlacement(state);
	const visible = rowsOnScreen(state).toSorted((a, b) => Math.abs(a.index - selected) - Math.abs(b.index - selected));
	const needsRead = (id: string) =>
		(deploymentsOf(state, id).readAt ?? Number.NEGATIVE_INFINITY) < polling.allRefreshedAt && !isListFailing(state, id);
	// If a filter leaves lines empty, projects that it cannot evaluate yet may fill them.
	const emptyLines = projectRows(state.interface.size) - visible.length;
	const unread = projects.filtered ? firstUnread(projects.filtered, emptyLines, ({id}) => needsRead(id)) : [];
	// A filter may need all projects, so its reads wait for their turns beyond twice the budget.
	const mayExceed = requestsInMinute(polling.throttle, now).asked < polling.throttle.rpm;
	const isForFilter = Boolean(projects.filtered?.query.trim()) && mayExceed;
	return [...visible, ...unread].flatMap(({id}): Interest | [] => {
		if (!needsRead(id)) return [];
		const isAsked = deploymentsOf(state, id).readAt !== undefined || isForFilter;
		return interestIn(deploymentsAt(id), isAsked ? 'asked' : 'shown');
	});
}

/** Screens of several projects first check some projects and load the first pages. A refresh checks all projects. The wall, which has no keys, checks all of them within the budget. */
function firstReads(state: State): readonly Interest[] {
	const {list, loading} = state.projects;
	const screen = currentScreen(state);
	// One request is made at a time until the service works again.
	const isAsked = loading === 'checks' && probingAt(state) === undefined;
	const isFirst = readProjectCount(state) < firstChecks;
	if (!isAsked && (isAway(state) || !(isFirst || screen.name === 'wall'))) return [];
	const isBegun = listsProjects(screen) || !isFirst || list.pages.length >= maxPagesAtOnce;
	const pages = canReadFurther(list) && (isAsked || !isBegun) ? [pageAt(list.next)] : [];
	const lists = uncheckedProjects(state).map(({id}) => deploymentsAt(id));
	return [...pages, ...lists].map(read => interestIn(read, isAsked ? 'asked' : 'shown'));
}

/** Reads one list for all deployments in progress of a project, and a deployment alone if the list lacks it. Reads both while the list fails. */
export const runningReads = (state: State): readonly RunningRead[] =>
	runningDeployments(state).flatMap(({deployment, readAt, firstSeenAt, asOf}) => {
		const {projectId, id: deploymentId, createdAt} = deployment;
		const beganAt = createdAt === undefined ? firstSeenAt : toLocalTime(createdAt, state.polling.skewMs);
		const listedAt = deploymentsOf(state, projectId).readAt;
		const isMissing = asOf !== undefined && listedAt !== undefined;
		const record: RunningRead = {
			projectId,
			read: recordAt(projectId, deploymentId),
			beganAt,
			readAt,
		};
		// An unlisted deployment is no reason to read the list again at once.
		const list = {
			...record,
			read: deploymentsAt(projectId),
			readAt: Math.max(readAt, listedAt ?? readAt),
		};
		if (isMissing) return [record];
		return isListFailing(state, projectId) ? [list, record] : [list];
	});

function agesOf(projectId: string, {open, watched, visible}: Views) {
	if (open.has(projectId)) return maxAgeMs.open;
	if (watched.has(projectId)) return maxAgeMs.watched;
	return visible.has(projectId) ? maxAgeMs.visible : maxAgeMs.elsewhere;
}

export function viewedInterests(
	views: Views,
	running: readonly RunningRead[],
	readAtOf: (projectId: string) => LocalTime | undefined,
	now: LocalTime,
): readonly Interest[] {
	const idleMs = (projectId: string) => agesOf(projectId, views).idle;
	const runningMs = ({projectId, beganAt}: RunningRead) =>
		agesOf(projectId, views).running * Math.sqrt(Math.max(1, (now - beganAt) / longMs));
	const projects = new Set([...views.open, ...views.watched, ...views.visible]);
	return [
		...[...projects].map(id => interestIn(deploymentsAt(id), 'followed', readAtOf(id), idleMs(id))),
		...running.map(each =>
			interestIn(each.read, 'followed', each.readAt, Math.min(idleMs(each.projectId), runningMs(each))),
		),
	];
}

export const unreadWatches = (state: State): readonly Interest[] =>
	[...state.presence.watches.values()].flatMap(({projectId, deploymentId}) =>
		deploymentId === undefined || knownDeployment(state, projectId, deploymentId)?.readAt !== undefined
			? []
			: interestIn(recordAt(projectId, deploymentId), 'followed'),
	);

/** Reads that prove whether a record that was not found is gone: the page of a project, or the list of a deployment. */
export function behindNotFound(state: State): readonly Interest[] {
	const {list} = state.projects;
	return [...state.polling.failures.values()].flatMap(({read, error, at}): Interest | [] => {
		if (error.kind !== 'not found' || (read.kind !== 'project' && read.kind !== 'deployment')) return [];
		const {projectId} = read;
		if (read.kind === 'deployment') {
			const {readAt = 0} = deploymentsOf(state, projectId);
			return readAt < at ? interestIn(deploymentsAt(projectId), 'followed', readAt) : [];
		}

		const page = list.sweep?.isRejected ? undefined : pageOfProject(list, projectId);
		return page && page.readAt < at ? interestIn(pageAt(page.cursor), 'followed', page.readAt) : [];
	});
}

export const unlistedProjects = (state: State): readonly Interest[] =>
	[...followedProjects(state)].flatMap(projectId =>
		isGoneOrUnlisted(state, projectId) && !state.projects.records.has(projectId)
			? interestIn(recordAt(projectId), 'followed')
			: [],
	);

/** The next page of a sweep, or of the list if `isNeeded`. Takes at most every second read, because a long list would take them all. */
export function pageInTurn({projects: {list}, polling}: State, now: LocalTime, isNeeded: boolean): readonly Interest[] {
	const {pages, next} = list.sweep ?? list;
	const everySecondReadMs = (2 * minuteMs) / Math.max(1, rateOf(polling.throttle, now));
	const isWanted = list.sweep !== undefined || (isNeeded && canReadFurther(list));
	return isWanted ? [interestIn(pageAt(next), 'followed', pages.at(-1)?.readAt, everySecondReadMs)] : [];
}

/** Reads that prove whether a project is gone after its deployments were not found: its record and the list of projects. */
export function whetherGone(state: State, projectId: string, now: LocalTime, ageMs: number): readonly Interest[] {
	if (lastingListFailure(state, projectId)?.error.kind !== 'not found') return [];
	const {readAt} = state.projects.records.get(projectId) ?? {};
	const record = interestIn(recordAt(projectId), 'followed', readAt, ageMs);
	return [record, ...pageInTurn(state, now, true)];
}

function pagesBehind(state: State, now: LocalTime): readonly Interest[] {
	const {list} = state.projects;
	if (list.sweep && isAway(state)) return [];
	const isNeeded = followsAll(state) || (list.pages.length === 0 && state.presence.isFocused);
	return pageInTurn(state, now, isNeeded);
}

function shownProjects(state: State): {readonly selected?: string | undefined; readonly visible: readonly string[]} {
	const screen = currentScreen(state);
	if (listsProjects(screen)) {
		const rows = rowsOnScreen(state);
		const selected = selectedProject(state);
		// Without focus, nobody looks at the selected row.
		return {selected: isAway(state) ? undefined : selected?.id, visible: rows.map(({id}) => id)};
	}

	if (screen.name !== 'wall' && screen.name !== 'board')
		return {selected: 'projectId' in screen ? screen.projectId : undefined, visible: []};
	const projects = shownBoard(state).entries.map(entry => boardRowOf(entry)?.projectId);
	// The wall turns its pages by itself, so every row is about to be seen. It checks all projects first.
	if (screen.name === 'wall' && uncheckedProjects(state).length > 0) return {visible: []};
	if (screen.name === 'wall') return {visible: projects.filter(id => id !== undefined)};
	const {top = 0} = currentList(state) ?? {};
	const visible = projects.slice(top, top + projectRows(state.interface.size)).filter(id => id !== undefined);
	return {selected: boardRows(state).get(selectedId(state))?.projectId, visible};
}

function viewsOf(state: State, hasRested: boolean): Views {
	const {selected, visible} = hasRested ? shownProjects(state) : {visible: []};
	return {
		open: new Set(selected === undefined ? [] : [selected]),
		watched: new Set([...state.presence.watches.values()].map(({projectId}) => projectId)),
		visible: new Set(visible),
	};
}

/** When the list was last read. If it was never read, the time of the last attempt. */
export const listReadAt = (state: State) => (projectId: string) =>
	deploymentsOf(state, projectId).readAt ?? state.polling.failures.get(readKey(deploymentsAt(projectId)))?.at;

export const windowInterests = (state: State, {now, hasRested}: Moment): readonly Interest[] => [
	...shownInterests(state),
	...(hasRested && listsProjects(currentScreen(state)) ? emptyRows(state, now) : []),
	...(hasRested && obeysFilter(currentScreen(state)) ? firstReads(state) : []),
	...behindNotFound(state),
	...unlistedProjects(state),
	...unreadWatches(state),
	...pagesBehind(state, now),
	...viewedInterests(viewsOf(state, hasRested), runningReads(state), listReadAt(state), now),
];
