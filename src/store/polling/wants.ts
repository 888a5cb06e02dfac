import {isConcluded} from '../../api/types.ts';
import {type LocalTime, toLocalTime} from '../../clock.ts';
import {type BoardEntry, rowOfEntry, shownBoard} from '../model/board.ts';
import {projectRows} from '../model/layout.ts';
import {firstUnread} from '../model/projects/filtered-list.ts';
import {countOf, pageOfProject} from '../model/projects/project-list.ts';
import {projectRowsOf} from '../model/projects/project-rows.ts';
import {type ReadRequest, readKey, sourceKey} from '../model/requests/read-request.ts';
import {rateOf} from '../model/requests/throttle.ts';
import {knownDeployment} from '../state/deployments/known-deployment.ts';
import {listReadAt, runningDeployments} from '../state/deployments/read-times.ts';
import {shownDeployments} from '../state/deployments/shown-deployments.ts';
import {isUnavailable, missingRecord} from '../state/deployments/unavailable-deployments.ts';
import {listsProjects, showsBoard} from '../state/interface/screen.ts';
import {currentScreen, type State} from '../state/state.ts';
import {freshPages, shownPages, windowEnd} from '../state/visible-pages.ts';
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
	readonly request: ReadRequest;
	readonly reason: Reason;
	readonly dueAt: LocalTime;
	readonly askedAt: LocalTime | undefined;
};

const minuteMs = 60_000;

/** How old what is on the screen may become, in milliseconds, while the terminal has focus and while it does not. */
const maxScreenAge = {focused: 10_000, away: 30_000};

/** While nobody looks, background reads are this many times less frequent, so what they read may be this many times as old. */
export const awayFactor = 3;

/** With a small budget, what is on the screen is due after this many reads at the earliest, so that there are others in between. */
const minReadsBetween = 4;

/** While the first page, where new projects appear, is off the screen, it may be this many times as old. */
const firstPageAges = 3;

/** How many rows below the viewport are loaded ahead. */
const lookaheadRows = 100;

const awaited = (request: ReadRequest): Want => ({request, reason: 'awaited', dueAt: 0, askedAt: undefined});

/** Returns the age, or a higher one if the budget is small. */
function affordable(ageMs: number, {polling: {throttle}}: Pick<State, 'polling'>, now: LocalTime): number {
	const rate = rateOf(throttle, now);
	return rate === 0 ? ageMs : Math.max(ageMs, (minReadsBetween * minuteMs) / rate);
}

/** Returns how old what is on the screen may become. */
export const screenAgeMs = (state: State, now: LocalTime): number =>
	affordable(state.presence.isFocused ? maxScreenAge.focused : maxScreenAge.away, state, now);

/** Returns how old a deployment in progress may become on the board. */
export const progressAgeMs = (state: State, maxAgeMs: number, now: LocalTime): number =>
	affordable(maxAgeMs * (state.presence.isFocused ? 1 : awayFactor), state, now);

/** Whether the user follows all deployments, including those of projects that are not loaded. */
const followsAll = (state: State): boolean => showsBoard(currentScreen(state)) || state.presence.rules.scope === 'any';

/** Whether nobody looks, so that only what is on the screen, watched or in progress is read, and less often. */
export const isAway = (state: State): boolean => !state.presence.isFocused && !followsAll(state);

/** Whether only what the user waits for is read. */
export const isOnRequest = ({polling: {isPaused, throttle}}: Pick<State, 'polling'>): boolean =>
	isPaused || throttle.perMinute === 0;

/** Wants what the screen shows: at once if it was never read, or not since the user asked for a refresh. */
function shown(state: State, request: ReadRequest, askedAt: LocalTime | undefined, ages = 1): Want {
	if (askedAt === undefined || askedAt < state.polling.refreshedAt)
		return {request, reason: 'awaited', dueAt: 0, askedAt};
	return {request, reason: 'due', dueAt: askedAt + ages * screenAgeMs(state, askedAt), askedAt};
}

/** Wants the next page if the viewport is near it or all pages are being loaded. */
function nextPage(state: State, connectionId: number): readonly Want[] {
	const {list: projects, loadAll, view} = state.projects;
	if (projects.sweep?.isRefused) return [];
	const isNear = !view && Math.max(state.projects.reach, windowEnd(state)) + lookaheadRows > countOf(projects);
	const needsNext = projects.end === 'open' && (isNear || loadAll !== undefined || projects.pages.length === 0);
	return needsNext ? [awaited({connectionId, kind: 'projects', cursor: projects.next})] : [];
}

/** How many pages of a sweep are read at once. A longer one takes turns with other reads. */
const maxSweptAtOnce = 10;

/** Wants the next page of a sweep. */
function sweptNow({projects: {list}}: State, connectionId: number): readonly Want[] {
	const {sweep} = list;
	if (!sweep || sweep.pages.length >= maxSweptAtOnce) return [];
	const request = {connectionId, kind: 'projects' as const, cursor: sweep.next};
	return [{request, reason: 'awaited', dueAt: 0, askedAt: sweep.startedAt}];
}

/** Wants the visible pages of the project list, and the first one, where new projects appear. */
function projectPages(state: State, connectionId: number): readonly Want[] {
	// The service may refuse the other cursors of the old list as well.
	if (state.projects.list.sweep?.isRefused) return [];
	const visible = shownPages(state);
	return freshPages(state, visible).map(page => {
		const {cursor, readAt} = page;
		const isVisible = visible.includes(page);
		const request = {connectionId, kind: 'projects' as const, cursor};
		return shown(state, request, readAt, isVisible ? 1 : firstPageAges);
	});
}

/** Wants the open deployment until it concludes. */
function openDeployment(state: State, request: Extract<ReadRequest, {kind: 'deployment'}>): Want {
	const {deployment, askedAt} = knownDeployment(state, request.projectId, request.deploymentId) ?? {};
	if (!deployment || askedAt === undefined) return awaited(request);
	const dueAt = isConcluded(deployment) ? Number.POSITIVE_INFINITY : askedAt + screenAgeMs(state, askedAt);
	return {request, reason: 'due', dueAt, askedAt};
}

/** Returns what the screen shows, except the deployments on the board. */
function screenWants(state: State, connectionId: number): readonly Want[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
		case 'versions':
			return [...sweptNow(state, connectionId), ...projectPages(state, connectionId), ...nextPage(state, connectionId)];

		case 'deployments': {
			const {projectId, position} = screen;
			const selected = shownDeployments(state, projectId).rows[position.index];
			const isListed = selected !== undefined && selected.asOf === undefined;
			return [
				shown(state, {connectionId, kind: 'deployments', projectId}, listReadAt(state, projectId)),
				shown(state, {connectionId, kind: 'project', projectId}, state.projects.opened.get(projectId)?.askedAt),
				...(isListed
					? [openDeployment(state, {connectionId, kind: 'deployment', projectId, deploymentId: selected.deployment.id})]
					: []),
			];
		}

		case 'deployment': {
			const {projectId, deploymentId} = screen;
			return [openDeployment(state, {connectionId, kind: 'deployment', projectId, deploymentId})];
		}

		case 'watch':
		case 'wall':
			return state.projects.list.pages.length === 0 ? nextPage(state, connectionId) : [];

		default:
			return [];
	}
}

/** Wants the record in the inspector once when it opens, and once per refresh. */
function dialogWants(
	{interface: {dialog, rawRecord}, polling: {refreshedAt}}: State,
	connectionId: number,
): readonly Want[] {
	if (dialog?.name !== 'raw record') return [];
	const {source} = dialog;
	const isRead = rawRecord && sourceKey(rawRecord.source) === sourceKey(source);
	return isRead && rawRecord.askedAt >= refreshedAt ? [] : [awaited({connectionId, kind: 'raw', source})];
}

/** Returns the deployments in progress, with how each is read again: the list of its project covers all of them, but not one that it lacks, and not while it fails. */
export function runningReads(state: State, connectionId: number): readonly RunningDeployment[] {
	const {failures, skewMs} = state.polling;
	const isFailing = (projectId: string) =>
		failures.size > 0 && failures.has(readKey({connectionId, kind: 'deployments', projectId}));
	return runningDeployments(state).map(({deployment, askedAt, standing}) => {
		const {projectId, id: deploymentId, createdAt} = deployment;
		const isMissing = standing !== 'listed' && listReadAt(state, projectId) !== undefined;
		return {
			projectId,
			deploymentId,
			beganAt: createdAt === undefined ? askedAt : toLocalTime(createdAt, skewMs),
			readAt: askedAt,
			isUnlisted: isMissing || isFailing(projectId),
		};
	});
}

/** Returns the reads of the deployments in progress on the board. They are never due here, because the order of reads keeps them fresh. */
const boardWants = (state: State, connectionId: number): readonly Want[] =>
	runningReads(state, connectionId).map(({projectId, deploymentId, readAt, isUnlisted}) => {
		const list = {connectionId, kind: 'deployments', projectId} as const;
		const failure = state.polling.failures.get(readKey(list));
		// The failure of a list is what is wrong, unless there is none to be read.
		const isRecord = isUnlisted && (!failure || isUnavailable(failure.error));
		const request = isRecord ? ({connectionId, kind: 'deployment', projectId, deploymentId} as const) : list;
		return {request, reason: 'due', dueAt: Number.POSITIVE_INFINITY, askedAt: readAt};
	});

/** Returns the reads behind what the screen shows, without its dialog. */
export const readsOnScreen = (state: State, connectionId: number): readonly Want[] => [
	...screenWants(state, connectionId),
	...(showsBoard(currentScreen(state)) ? boardWants(state, connectionId) : []),
];

/** Returns the reads behind what the screen and its dialog show. */
export const visibleReads = (state: State, connectionId: number): readonly Want[] => [
	...dialogWants(state, connectionId),
	...readsOnScreen(state, connectionId),
];

/** Wants the deployments of rows on the screen that were never read, or not since everything was refreshed, from the selected row outwards. */
function rowFills(state: State, connectionId: number): readonly Want[] {
	if (!listsProjects(currentScreen(state))) return [];
	const {
		projects,
		polling,
		interface: {size},
	} = state;
	const rows = projectRowsOf(projects);
	const {top, index: selected} = projects.position;
	const end = Math.min(rows.count, windowEnd(state));
	const indexes = Array.from({length: Math.max(0, end - top)}, (_, offset) => top + offset);
	const outwards = indexes.toSorted((a, b) => Math.abs(a - selected) - Math.abs(b - selected));
	const visible = outwards.flatMap(index => rows.rowAt(index) ?? []);
	const isFailing = (projectId: string) =>
		polling.failures.size > 0 && polling.failures.has(readKey({connectionId, kind: 'deployments', projectId}));
	// If a filter leaves lines empty, projects that it cannot evaluate yet may fill them.
	const unread = projects.view
		? firstUnread(projects.view, projectRows(size) - visible.length, ({id}) => !isFailing(id))
		: [];
	return [...visible, ...unread].flatMap(({id: projectId}): Want[] => {
		const askedAt = listReadAt(state, projectId);
		if (askedAt !== undefined && askedAt >= polling.allRefreshedAt) return [];
		return [{request: {connectionId, kind: 'deployments', projectId}, reason: 'fill', dueAt: 0, askedAt}];
	});
}

/** Wants what is watched but was never read. The order of reads keeps the rest fresh, and tries again what fails. */
export const watchedReads = (state: State, connectionId: number): readonly Want[] =>
	[...state.presence.watches.values()].flatMap(({projectId, deploymentId}): Want[] => {
		if (deploymentId !== undefined) {
			const request = {connectionId, kind: 'deployment' as const, projectId, deploymentId};
			const isKnown = knownDeployment(state, projectId, deploymentId)?.askedAt !== undefined;
			return isKnown ? [] : [{request, reason: 'due', dueAt: 0, askedAt: undefined}];
		}

		const isKnown = listReadAt(state, projectId) !== undefined;
		const request = {connectionId, kind: 'deployments' as const, projectId};
		return isKnown || state.polling.failures.has(readKey(request))
			? []
			: [{request, reason: 'fill', dueAt: 0, askedAt: undefined}];
	});

/** Wants the page that contains a project whose own record is missing: it shows whether the project is gone. */
function pageOfMissingProject(state: State, connectionId: number): readonly Want[] {
	const {list: projects} = state.projects;
	const screen = currentScreen(state);
	const failure =
		'projectId' in screen && !projects.sweep?.isRefused ? missingRecord(state, screen.projectId) : undefined;
	const page = failure && 'projectId' in screen && pageOfProject(projects, screen.projectId);
	if (!failure || !page || page.readAt >= failure.at) return [];
	const request = {connectionId, kind: 'projects' as const, cursor: page.cursor};
	return [{request, reason: 'due', dueAt: failure.at, askedAt: page.readAt}];
}

/** Wants the lists of projects with a deployment whose own record is missing: they show whether it is gone. */
function listsOfMissingDeployments(state: State, connectionId: number): readonly Want[] {
	if (state.polling.failures.size === 0) return [];
	const running = runningDeployments(state).map(({deployment: {projectId, id}}) => ({projectId, deploymentId: id}));
	return [...running, ...state.presence.watches.values()].flatMap(({projectId, deploymentId}): Want[] => {
		const failure = deploymentId === undefined ? undefined : missingRecord(state, projectId, deploymentId);
		const askedAt = listReadAt(state, projectId);
		if (!failure || (askedAt !== undefined && askedAt >= failure.at)) return [];
		return [{request: {connectionId, kind: 'deployments', projectId}, reason: 'due', dueAt: failure.at, askedAt}];
	});
}

/** Returns when every other read from `readAt` on may be of a page: with a long list, pages would otherwise take all of them. */
const everyOtherRead = (state: State, readAt: LocalTime, now: LocalTime): LocalTime =>
	Math.max(0, readAt + (2 * minuteMs) / Math.max(1, rateOf(state.polling.throttle, now)));

/** Wants the next page of a sweep as every other read, unless it is wanted at once. Without focus, only if something needs it. */
function sweptInTurn(state: State, connectionId: number, now: LocalTime): readonly Want[] {
	const {sweep} = state.projects.list;
	if (!sweep || (isAway(state) && !isSomethingMissing(state))) return [];
	const last = sweep.pages.at(-1);
	const dueAt = last ? everyOtherRead(state, last.readAt, now) : 0;
	return [
		{request: {connectionId, kind: 'projects', cursor: sweep.next}, reason: 'due', dueAt, askedAt: sweep.startedAt},
	];
}

/** Whether the list of projects may show that something is gone. */
const isSomethingMissing = ({polling: {failures}}: State): boolean =>
	[...failures.values()].some(({error}) => error.kind === 'missing');

/** Wants the next page, as every other read, until all projects that the user follows are known. Without focus, the first page is only read if something needs it. */
function nextPageInTurn(state: State, connectionId: number, now: LocalTime): readonly Want[] {
	const {list: projects, loadAll} = state.projects;
	if (loadAll || projects.sweep?.isRefused || projects.end !== 'open') return [];
	const last = projects.pages.at(-1);
	const needsFirst = state.presence.isFocused || isSomethingMissing(state);
	if ((last || !needsFirst) && !followsAll(state)) return [];
	const request = {connectionId, kind: 'projects' as const, cursor: projects.next};
	const readAt = last?.readAt ?? Number.NEGATIVE_INFINITY;
	return [{request, reason: 'due', dueAt: everyOtherRead(state, readAt, now), askedAt: undefined}];
}

/** Returns the keys of the reads for what the screen and its dialog show. What the user waits for is aborted when it is not among them any more. */
export function keysOnScreen(state: State): ReadonlySet<string> {
	const {connection} = state;
	if (!connection) return new Set();
	const wants = [...dialogWants(state, connection.id), ...screenWants(state, connection.id)];
	return new Set(wants.map(({request}) => readKey(request)));
}

/** Returns all reads that somebody or something waits for. `hasRested`: whether the user does not scroll. */
export const wantsOf = (
	state: State,
	connectionId: number,
	{now, hasRested}: {readonly now: LocalTime; readonly hasRested: boolean},
): readonly Want[] => [
	...dialogWants(state, connectionId),
	...screenWants(state, connectionId),
	...(hasRested ? rowFills(state, connectionId) : []),
	...pageOfMissingProject(state, connectionId),
	...listsOfMissingDeployments(state, connectionId),
	...watchedReads(state, connectionId),
	...sweptInTurn(state, connectionId, now),
	...nextPageInTurn(state, connectionId, now),
];

type Rows = {readonly selected: string | undefined; readonly visible: readonly string[]};

/** Each project of rows of the board once. */
const projectsIn = (entries: readonly BoardEntry[]): readonly string[] => [
	...new Set(entries.flatMap(entry => rowOfEntry(entry)?.projectId ?? [])),
];

/** Returns the projects of the rows on the screen. */
function shownRows(state: State): Rows {
	const screen = currentScreen(state);
	if (screen.name === 'watch') {
		const {index, top} = screen.position;
		const {entries} = shownBoard(state);
		const end = top + projectRows(state.interface.size);
		return {selected: rowOfEntry(entries[index])?.projectId, visible: projectsIn(entries.slice(top, end))};
	}

	// Its pages advance automatically, so every row is about to be looked at.
	if (screen.name === 'wall') return {selected: undefined, visible: projectsIn(shownBoard(state).entries)};

	if (listsProjects(screen)) {
		const {index, top} = state.projects.position;
		const rows = projectRowsOf(state.projects);
		const indexes = Array.from({length: windowEnd(state) - top}, (_, offset) => top + offset);
		const visible = indexes.flatMap(at => (at < rows.count ? (rows.rowAt(at)?.id ?? []) : []));
		// Without focus, a row is selected, but nobody looks at it.
		return {selected: isAway(state) ? undefined : rows.rowAt(index)?.id, visible};
	}

	return {selected: 'projectId' in screen ? screen.projectId : undefined, visible: []};
}

/** Returns the projects that the user looks at. Nobody looks at rows while they scroll. */
export function viewsOf(state: State, hasRested: boolean): Views {
	const {selected, visible}: Rows = hasRested ? shownRows(state) : {selected: undefined, visible: []};
	return {
		open: new Set(selected === undefined ? [] : [selected]),
		watched: new Set([...state.presence.watches.values()].map(({projectId}) => projectId)),
		visible: new Set(visible),
	};
}
