import type {Project} from '../../api/types.ts';
import {type LocalTime, toServiceTime} from '../../clock.ts';
import {hintOf, newestOf} from '../model/deployments/newest-deployments.ts';
import {projectRows} from '../model/layout.ts';
import {firstUnread} from '../model/projects/filtered-list.ts';
import type {Page} from '../model/projects/page-index.ts';
import {isFull} from '../model/projects/project-list.ts';
import {projectRowsOf} from '../model/projects/project-rows.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {deploymentsOf} from '../state/known-deployment.ts';
import {currentScreen, type State} from '../state/state.ts';
import {isUnavailable} from '../state/unavailable-deployments.ts';
import {freshPages, windowEnd} from '../state/visible-pages.ts';
import {boardReads} from './board-reads.ts';
import {coldMs, jittered, latestMs, lookUrgency, retryAt, sweepMs} from './intervals.ts';
import type {PlannedRead} from './target.ts';

/** How many rows above and below the viewport have their newest deployments read in the background. */
const nearbyRows = 100;

/** The pause before a project off the screen is read again after its deployments were unavailable. */
const unavailablePauseMs = 20 * 60_000;

/** Exceeds the age of any page. */
const outdatedBonusMs = 1e12;

/** Returns the sort key of a page: its read time, with outdated pages before all others. */
const sweepOrder = ({isOutdated, readAt}: Page): number => (isOutdated ? readAt - outdatedBonusMs : readAt);

/** Plans the loaded pages off the screen. Returns the one read longest ago, because they are read in turn, and the failing ones, which are retried independently. */
function sweepTargets(state: State, connectionId: number, visible: ReadonlySet<Page>): readonly PlannedRead[] {
	const {
		projects: {list: projects},
		polling: {failures},
	} = state;
	const targetOf = (page: Page): PlannedRead => {
		const need: ReadRequest = {connectionId, kind: 'projects', cursor: page.cursor};
		const dueAt = page.isOutdated ? page.readAt : jittered(need, page.readAt, sweepMs);
		return {need, tier: 'sweep', dueAt, everyMs: sweepMs, askedAt: page.readAt};
	};
	const isFailing = ({cursor}: Page) =>
		failures.size > 0 && failures.has(readKey({connectionId, kind: 'projects', cursor}));
	const failing: Page[] = [];
	let oldest: Page | undefined;
	for (const at of projects.kept) {
		const page = projects.pages[at];
		if (!page || visible.has(page)) continue;
		if (isFailing(page)) failing.push(page);
		else if (sweepOrder(page) < (oldest ? sweepOrder(oldest) : Number.POSITIVE_INFINITY)) oldest = page;
	}

	return [...failing, ...(oldest ? [oldest] : [])].map(targetOf);
}

/** Plans the newest deployment of a project, for its row. It is due at once if the project's hint shows a change. */
function latestTarget(state: State, connectionId: number, project: Project, tier: 'rows' | 'cold'): PlannedRead {
	const need: ReadRequest = {connectionId, kind: 'latest', projectId: project.id};
	const known = deploymentsOf(state, project.id);
	const {newest} = known;
	const everyMs = tier === 'cold' ? coldMs : latestMs(newestOf(known), state);
	if (!newest) return {need, tier: tier === 'rows' ? 'fill' : tier, dueAt: 0, everyMs, askedAt: undefined};
	const isHinted = newest.hint !== hintOf(project) || newest.askedAt < state.polling.allRefreshedAt;
	return {
		need,
		tier,
		dueAt: isHinted ? newest.askedAt : jittered(need, newest.askedAt, everyMs),
		everyMs,
		askedAt: newest.askedAt,
	};
}

/** Whether reading the newest deployment of a project failed so recently that other projects go first. */
function isBackingOff({polling: {failures}}: State, connectionId: number, projectId: string, now: LocalTime): boolean {
	if (failures.size === 0) return false;
	const failure = failures.get(readKey({connectionId, kind: 'latest', projectId}));
	if (!failure) return false;
	return now < (isUnavailable(failure.error) ? failure.at + unavailablePauseMs : retryAt(failure));
}

/** Plans the rows in the viewport, from the selected one outwards. */
function rowTargets(state: State, connectionId: number, now: LocalTime): readonly PlannedRead[] {
	const rows = projectRowsOf(state.projects);
	const {top, index: selected} = state.projects.position;
	const end = Math.min(rows.count, windowEnd(state));
	const indexes = Array.from({length: Math.max(0, end - top)}, (_, offset) => top + offset);
	const outwards = indexes.toSorted((a, b) => Math.abs(a - selected) - Math.abs(b - selected));
	const visible = outwards.flatMap(index => rows.rowAt(index) ?? []);
	// If a filter leaves lines empty, projects that it cannot evaluate yet may fill them.
	const unread = state.projects.view
		? firstUnread(
				state.projects.view,
				projectRows(state.interface.size) - visible.length,
				({id}) => !isBackingOff(state, connectionId, id, now),
			)
		: [];
	return [...visible, ...unread].map(project => latestTarget(state, connectionId, project, 'rows'));
}

/** Plans the rows around the viewport. Returns the one read longest ago, because they are read in turn; of unread ones, the nearest. */
function coldTarget(state: State, connectionId: number, now: LocalTime): readonly PlannedRead[] {
	const rows = projectRowsOf(state.projects);
	const {top} = state.projects.position;
	const end = windowEnd(state);
	let oldest: {readonly project: Project; readonly askedAt: LocalTime} | undefined;
	for (let distance = 0; distance < nearbyRows; distance++) {
		for (const index of [end + distance, top - 1 - distance]) {
			const project = index >= 0 && index < rows.count ? rows.rowAt(index) : undefined;
			if (!project || isBackingOff(state, connectionId, project.id, now)) continue;
			const askedAt = deploymentsOf(state, project.id).newest?.askedAt ?? Number.NEGATIVE_INFINITY;
			if (askedAt < (oldest?.askedAt ?? Number.POSITIVE_INFINITY)) oldest = {project, askedAt};
		}

		if (oldest?.askedAt === Number.NEGATIVE_INFINITY) break;
	}

	return oldest ? [latestTarget(state, connectionId, oldest.project, 'cold')] : [];
}

/** Whether the user follows all deployments, including those of projects that are not loaded. */
export const wantsAll = (state: State): boolean =>
	currentScreen(state).name === 'watch' || state.presence.rules.scope === 'any';

/** Whether the loaded projects are checked in turn, whatever screen is open. */
export const isLookingOut = (state: State): boolean =>
	state.projects.list.pages.length > 0 && (state.presence.isFocused || wantsAll(state));

/** Plans the next page until all projects are loaded. */
function crawlTarget({projects: {list: projects}}: State, connectionId: number): readonly PlannedRead[] {
	if (projects.end !== 'open' || isFull(projects)) return [];
	const need: ReadRequest = {connectionId, kind: 'projects', cursor: projects.pages.at(-1)?.nextCursor};
	return [{need, tier: 'sweep', dueAt: 0, everyMs: sweepMs, askedAt: undefined}];
}

/** The minimum time between two checks of the same project, however much of the budget is left. */
export const minLookMs = 15_000;

/** Plans a check of a project, as overdue as a page of the sweep, so that the two take turns. */
function lookTarget(state: State, connectionId: number, project: Project, now: LocalTime): PlannedRead {
	const target = latestTarget(state, connectionId, project, 'cold');
	return {...target, dueAt: now - 5 * target.everyMs, askedAt: target.askedAt ?? 0};
}

/** Returns the ids of the projects in the viewport, whose rows are read anyway. */
function rowsOnScreen(state: State): ReadonlySet<string> {
	const ids = new Set<string>();
	if (currentScreen(state).name !== 'projects' || wantsAll(state)) return ids;
	const rows = projectRowsOf(state.projects);
	for (let index = state.projects.position.top; index < windowEnd(state); index++) {
		const id = rows.rowAt(index)?.id;
		if (id !== undefined) ids.add(id);
	}

	return ids;
}

/** A project never checked counts as checked this long ago. Its `updatedAt` stands in for its latest deployment. */
const uncheckedAgeMs = 60 * 60_000;

/** One of this many checks goes to an unchecked project, however inactive it is. */
const uncheckedEvery = 4;

/**
Plans the checks for new deployments among all loaded projects: one with a changed hint, and the one whose turn it is.

Iterates over every project, which takes about as long as a frame, so call it only if the budget allows a check.
*/
function lookoutTargets(state: State, connectionId: number, {now, looks}: SpareBudget): readonly PlannedRead[] {
	const {pages, kept} = state.projects.list;
	let hinted: Project | undefined;
	let hintedAt = Number.POSITIVE_INFINITY;
	let next: Project | undefined;
	let highest = 0;
	let unread: Project | undefined;
	const onScreen = rowsOnScreen(state);
	for (const at of kept) {
		for (const project of pages[at]?.rows ?? []) {
			if (onScreen.has(project.id) || isBackingOff(state, connectionId, project.id, now)) continue;
			const known = deploymentsOf(state, project.id);
			const {newest} = known;
			if (!newest) unread ??= project;
			else if (newest.askedAt < hintedAt && newest.hint !== hintOf(project))
				[hinted, hintedAt] = [project, newest.askedAt];
			const agoMs = newest ? now - newest.askedAt : uncheckedAgeMs;
			const lastAt = newest ? newestOf(known)?.createdAt : project.updatedAt;
			const urgency = agoMs < minLookMs ? 0 : lookUrgency(agoMs, lastAt, toServiceTime(now, state.polling.skewMs));
			if (urgency > highest) [next, highest] = [project, urgency];
		}
	}

	const takesUnread = unread !== undefined && (looks % uncheckedEvery === 0 || !next);
	const checked = takesUnread ? unread : next;
	return [
		...(hinted ? [latestTarget(state, connectionId, hinted, 'rows')] : []),
		...(checked ? [lookTarget(state, connectionId, checked, now)] : []),
	];
}

/** How much of the budget is left for background reads. */
export type SpareBudget = {
	readonly now: LocalTime;
	/** Whether the user has not moved the selection recently. */
	readonly isStill: boolean;
	/** Whether the budget allows checking a project for new deployments. */
	readonly canLook: boolean;
	/** Whether the last minute's reads left enough of the budget for the visible rows. */
	readonly isAmple: boolean;
	/** How many such checks there were in the last minute. */
	readonly looks: number;
};

/** Plans the background reads of the projects screen: its rows, the rows around them, and checks of other projects if the budget allows. */
function listTargets(state: State, connectionId: number, budget: SpareBudget): readonly PlannedRead[] {
	const {now, canLook, isAmple} = budget;
	if (!state.presence.isFocused) return rowTargets(state, connectionId, now);
	return [
		...rowTargets(state, connectionId, now),
		...coldTarget(state, connectionId, now),
		...(canLook && isAmple ? lookoutTargets(state, connectionId, budget) : []),
	];
}

/** Returns the reads that the user does not wait for, within the spare budget. Rows are read only once the user has stopped scrolling. */
export function backgroundReads(state: State, connectionId: number, budget: SpareBudget): readonly PlannedRead[] {
	const {isStill, canLook, isAmple} = budget;
	const {list: projects, loadAll, renewal} = state.projects;
	const {name} = currentScreen(state);
	const isList = name === 'projects';
	const board = name === 'watch' || !isStill ? [] : boardReads(state, connectionId, isList && !isAmple);
	if (loadAll || renewal || name === 'welcome') return board;
	if (projects.pages.length === 0) return [...board, ...crawlTarget(state, connectionId)];
	const sweep = isLookingOut(state) ? sweepTargets(state, connectionId, isList ? freshPages(state) : new Set()) : [];
	if (isList && !wantsAll(state))
		return [...board, ...sweep, ...(isStill ? listTargets(state, connectionId, budget) : [])];
	return [
		...board,
		...sweep,
		...(wantsAll(state) ? crawlTarget(state, connectionId) : []),
		...(isList && isStill ? rowTargets(state, connectionId, budget.now) : []),
		...(canLook ? lookoutTargets(state, connectionId, budget) : []),
	];
}
