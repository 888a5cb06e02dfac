import {isConcluded} from '../api/types.ts';
import {type LocalTime, toLocalTime} from '../base/clock.ts';
import {rowOfEntry, shownBoard} from '../model/board.ts';
import {projectRows} from '../model/layout.ts';
import {firstUnread, shownRows} from '../model/project-filter.ts';
import {pageOfProject} from '../model/project-list.ts';
import {type Read, readKey, sourceKey} from '../model/read-request.ts';
import {rateOf} from '../model/throttle.ts';
import {
	isUnavailable,
	knownDeployment,
	listReadAt,
	missingRecord,
	runningDeployments,
	shownDeployments,
} from '../state/deployments.ts';
import {shownPages, windowEnd} from '../state/projects.ts';
import {listsProjects, showsBoard} from '../state/screen.ts';
import {currentScreen, type Failure, type State} from '../state/state.ts';
import type {RunningDeployment, Views} from './read-order.ts';

/**
Why something is read.

- `awaited`: the user waits for it, so it starts at once.
- `fill`: the deployments of a row on the screen that were never read. Eight start a second.
- `due`: it is on the screen, and as old as it may become.
- `ordered`: nothing wants it, but the order of reads chose it.
*/
export type Reason = 'awaited' | 'fill' | 'due' | 'ordered';

/** A read that the screen or the user wants, when it is due, and when what is known was requested. */
export type Want = {
	readonly read: Read;
	readonly reason: Reason;
	readonly dueAt: LocalTime;
	readonly askedAt: LocalTime | undefined;
};

const minuteMs = 60_000;

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

const never = Number.POSITIVE_INFINITY;

const awaited = (read: Read, askedAt?: LocalTime): Want => ({read, reason: 'awaited', dueAt: 0, askedAt});
const due = (read: Read, dueAt: LocalTime, askedAt?: LocalTime): Want => ({read, reason: 'due', dueAt, askedAt});
const fill = (read: Read, askedAt?: LocalTime): Want => ({read, reason: 'fill', dueAt: 0, askedAt});

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
const followsAll = (state: State): boolean => showsBoard(currentScreen(state)) || state.presence.rules.scope === 'any';

/** Whether nobody looks, so that only what is on the screen, watched or in progress is read, and less often. */
export const isAway = (state: State): boolean => !state.presence.isFocused && !followsAll(state);

/** Whether only what the user waits for is read. */
export const isOnRequest = ({polling: {isPaused, throttle}}: Pick<State, 'polling'>): boolean =>
	isPaused || throttle.perMinute === 0;

/** Wants what the screen shows: at once if it was never read, or not since the user asked for a refresh. */
const shown = (state: State, read: Read, askedAt: LocalTime | undefined, ages = 1): Want =>
	askedAt === undefined || askedAt < state.polling.refreshedAt
		? awaited(read, askedAt)
		: due(read, askedAt + ages * screenAgeMs(state, askedAt), askedAt);

/** Wants the next page if the viewport is near it or all pages are being loaded. */
function nextPage(state: State): readonly Want[] {
	const {list, loading, filtered, reach} = state.projects;
	if (list.end !== 'open') return [];
	const isNear = !filtered && Math.max(reach, windowEnd(state)) + lookaheadRows > list.rows.length;
	const needsNext = isNear || loading !== undefined || list.pages.length === 0;
	return needsNext ? [awaited({kind: 'projects', cursor: list.next})] : [];
}

/** Wants the visible pages of the project list, and the first one, where new projects appear. Before them the next page of a sweep, unless it is long. */
function projectPages(state: State): readonly Want[] {
	const {sweep} = state.projects.list;
	const swept =
		sweep && sweep.pages.length < maxSweptAtOnce
			? [awaited({kind: 'projects', cursor: sweep.next}, sweep.startedAt)]
			: [];
	// The service may refuse the other cursors of the old list as well.
	if (sweep?.isRefused) return swept;
	const visible = shownPages(state);
	const hidden = state.projects.list.pages.slice(0, 1).filter(page => !visible.includes(page));
	const fresh = [...visible, ...hidden].map(page =>
		shown(state, {kind: 'projects', cursor: page.cursor}, page.readAt, visible.includes(page) ? 1 : firstPageAges),
	);
	return [...swept, ...fresh, ...nextPage(state)];
}

/** Wants the open deployment until it concludes. */
function openDeployment(state: State, projectId: string, deploymentId: string): Want {
	const read: Read = {kind: 'deployment', projectId, deploymentId};
	const {deployment, askedAt} = knownDeployment(state, projectId, deploymentId) ?? {};
	if (!deployment || askedAt === undefined) return awaited(read);
	return due(read, isConcluded(deployment) ? never : askedAt + screenAgeMs(state, askedAt), askedAt);
}

/** Returns the reads of the deployments in progress on the board. They are never due here, because the order of reads keeps them fresh. */
const boardWants = (state: State): readonly Want[] =>
	runningReads(state).map(({projectId, deploymentId, readAt, isUnlisted}) => {
		const failure = state.polling.failures.get(readKey(listOf(projectId)));
		// The failure of a list is what is wrong, unless there is none to be read.
		const isRecord = isUnlisted && (!failure || isUnavailable(failure.error));
		return due(isRecord ? {kind: 'deployment', projectId, deploymentId} : listOf(projectId), never, readAt);
	});

/** Returns the reads behind what the screen shows, without its dialog. */
export function readsOnScreen(state: State): readonly Want[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
		case 'versions':
			return projectPages(state);

		case 'deployments': {
			const {projectId, position} = screen;
			const selected = shownDeployments(state, projectId)[position.index];
			const isListed = selected !== undefined && selected.asOf === undefined;
			return [
				shown(state, listOf(projectId), listReadAt(state, projectId)),
				shown(state, {kind: 'project', projectId}, state.projects.records.get(projectId)?.askedAt),
				...(isListed ? [openDeployment(state, projectId, selected.deployment.id)] : []),
			];
		}

		case 'deployment':
			return [openDeployment(state, screen.projectId, screen.deploymentId)];

		case 'board':
		case 'wall':
			return [...(state.projects.list.pages.length === 0 ? nextPage(state) : []), ...boardWants(state)];

		case 'activity':
		case 'create':
		case 'edit':
		case 'connect':
		case 'welcome':
			return [];
	}
}

/** Wants the record in the inspector once when it opens, and once per refresh. */
function dialogWants({interface: {dialog, rawRecord}, polling: {refreshedAt}}: State): readonly Want[] {
	if (dialog?.name !== 'raw record') return [];
	const {source} = dialog;
	const isRead = rawRecord && sourceKey(rawRecord.source) === sourceKey(source);
	return isRead && rawRecord.askedAt >= refreshedAt ? [] : [awaited({kind: 'raw', source})];
}

/** Returns the reads behind what the screen and its dialog show. What the user waits for is aborted when it is not among them any more. */
export const visibleReads = (state: State): readonly Want[] =>
	state.connection ? [...dialogWants(state), ...readsOnScreen(state)] : [];

/** Returns the deployments in progress, with how each is read again: the list of its project covers all of them, but not one that it lacks, and not while it fails. */
export function runningReads(state: State): readonly RunningDeployment[] {
	return runningDeployments(state).map(({deployment, askedAt, firstSeenAt, asOf}) => {
		const {projectId, id: deploymentId, createdAt} = deployment;
		const isMissing = asOf !== undefined && listReadAt(state, projectId) !== undefined;
		return {
			projectId,
			deploymentId,
			beganAt: createdAt === undefined ? firstSeenAt : toLocalTime(createdAt, state.polling.skewMs),
			readAt: askedAt,
			isUnlisted: isMissing || isListFailing(state, projectId),
		};
	});
}

/** Returns the indexes and ids of the rows of the project list that are on the screen. */
function rowsOnScreen(state: State): ReadonlyArray<{readonly index: number; readonly id: string}> {
	const {top} = state.projects.position;
	const rows = shownRows(state.projects).slice(top, windowEnd(state));
	return rows.map(({id}, offset) => ({index: top + offset, id}));
}

/** Wants the deployments of rows on the screen that were never read, or not since everything was refreshed, from the selected row outwards. */
function rowFills(state: State): readonly Want[] {
	if (!listsProjects(currentScreen(state))) return [];
	const {projects, polling} = state;
	const {index: selected} = projects.position;
	const visible = rowsOnScreen(state).toSorted((a, b) => Math.abs(a.index - selected) - Math.abs(b.index - selected));
	// If a filter leaves lines empty, projects that it cannot evaluate yet may fill them.
	const emptyLines = projectRows(state.interface.size) - visible.length;
	const unread = projects.filtered
		? firstUnread(projects.filtered, emptyLines, ({id}) => !isListFailing(state, id))
		: [];
	return [...visible, ...unread].flatMap(({id}) => {
		const askedAt = listReadAt(state, id);
		return askedAt !== undefined && askedAt >= polling.allRefreshedAt ? [] : fill(listOf(id), askedAt);
	});
}

/** Wants what is watched but was never read. The order of reads keeps the rest fresh, and tries again what fails. */
export const watchedReads = (state: State): readonly Want[] =>
	[...state.presence.watches.values()].flatMap(({projectId, deploymentId}) => {
		if (deploymentId === undefined) {
			const isKnown = listReadAt(state, projectId) !== undefined || isListFailing(state, projectId);
			return isKnown ? [] : fill(listOf(projectId));
		}

		const isKnown = knownDeployment(state, projectId, deploymentId)?.askedAt !== undefined;
		return isKnown ? [] : due({kind: 'deployment', projectId, deploymentId}, 0);
	});

/** Wants what shows whether a missing record is gone: the page of the open project, and the lists of deployments that are watched or in progress. */
function readsOfMissing(state: State): readonly Want[] {
	if (state.polling.failures.size === 0) return [];
	const {list} = state.projects;
	const unlessNewer = (read: Read, askedAt: LocalTime | undefined, failure: Failure | undefined) =>
		failure && (askedAt === undefined || askedAt < failure.at) ? [due(read, failure.at, askedAt)] : [];
	const screen = currentScreen(state);
	const openId = 'projectId' in screen && !list.sweep?.isRefused ? screen.projectId : '';
	const page = pageOfProject(list, openId);
	const ofOpen = page
		? unlessNewer({kind: 'projects', cursor: page.cursor}, page.readAt, missingRecord(state, openId))
		: [];
	const ofLists = [...runningReads(state), ...state.presence.watches.values()].flatMap(({projectId, deploymentId}) => {
		const failure = deploymentId === undefined ? undefined : missingRecord(state, projectId, deploymentId);
		return unlessNewer(listOf(projectId), listReadAt(state, projectId), failure);
	});
	return [...ofOpen, ...ofLists];
}

/** Wants the next page of a sweep; otherwise the next one until all projects that the user follows are known. As every other read: with a long list, pages would take all of them. Without focus, only if something needs it. */
function pagesInTurn(state: State, now: LocalTime): readonly Want[] {
	const {
		projects: {list, loading},
		polling: {failures, throttle},
		presence: {isFocused},
	} = state;
	const {pages, next} = list.sweep ?? list;
	const last = pages.at(-1);
	const dueAt = last ? Math.max(0, last.readAt + (2 * minuteMs) / Math.max(1, rateOf(throttle, now))) : 0;
	const want = due({kind: 'projects', cursor: next}, dueAt, list.sweep?.startedAt);
	// The list may show that something is gone.
	const isNeeded = () => [...failures.values()].some(({error}) => error.kind === 'missing');
	if (list.sweep) return isAway(state) && !isNeeded() ? [] : [want];
	if (loading || list.end !== 'open') return [];
	return followsAll(state) || (!last && (isFocused || isNeeded())) ? [want] : [];
}

/** Returns all reads that somebody or something waits for. `hasRested`: whether the user does not scroll. */
export const wantsOf = (
	state: State,
	{now, hasRested}: {readonly now: LocalTime; readonly hasRested: boolean},
): readonly Want[] => [
	...visibleReads(state),
	...(hasRested ? rowFills(state) : []),
	...readsOfMissing(state),
	...watchedReads(state),
	...pagesInTurn(state, now),
];

/** Returns the selected project, and the projects of all rows on the screen. */
function shownProjects(state: State): {readonly selected?: string | undefined; readonly visible: readonly string[]} {
	const screen = currentScreen(state);
	if (listsProjects(screen)) {
		const rows = rowsOnScreen(state);
		const selected = rows.find(({index}) => index === state.projects.position.index);
		// Without focus, a row is selected, but nobody looks at it.
		return {selected: isAway(state) ? undefined : selected?.id, visible: rows.map(({id}) => id)};
	}

	if (screen.name !== 'wall' && screen.name !== 'board')
		return {selected: 'projectId' in screen ? screen.projectId : undefined, visible: []};
	const projects = shownBoard(state).entries.map(entry => rowOfEntry(entry)?.projectId);
	// The wall turns its pages without a key, so every row is about to be looked at.
	if (screen.name === 'wall') return {visible: projects.filter(id => id !== undefined)};
	const {index, top} = screen.position;
	const visible = projects.slice(top, top + projectRows(state.interface.size)).filter(id => id !== undefined);
	return {selected: projects[index], visible};
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
