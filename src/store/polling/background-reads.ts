import type {Project} from '../../api/types.ts';
import {type LocalTime, toServiceTime} from '../../clock.ts';
import {hintOf} from '../model/deployments/latest-deployments.ts';
import {projectRows} from '../model/layout.ts';
import {firstUnread} from '../model/projects/filtered-list.ts';
import type {Page} from '../model/projects/page-index.ts';
import {isFull} from '../model/projects/project-list.ts';
import {projectRowsOf} from '../model/projects/project-rows.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {currentScreen, type State} from '../state/state.ts';
import {isUnavailable} from '../state/unavailable-deployments.ts';
import {freshPages, windowEnd} from '../state/visible-pages.ts';
import {boardReads} from './board-reads.ts';
import {coldMs, jittered, latestMs, lookUrgency, retryAt, sweepMs} from './intervals.ts';
import type {PlannedRead} from './target.ts';

/** How many rows above and below the screen have their newest deployments read when there is time. */
const nearby = 100;

/** How long a project whose deployments are not available is left alone while it is not on the screen. */
const unavailableLookMs = 20 * 60_000;

/** Longer than anything stays at hand. */
const outdatedFirstMs = 1e12;

/** One that is known to be out of date goes before all that are not. */
const readAtOf = ({isOutdated, readAt}: Page): number => (isOutdated ? readAt - outdatedFirstMs : readAt);

/** Loaded pages that are not on the screen: only the one that was read longest ago, because they are read in turn, and those that failed, which wait beside it. */
function sweepTargets(state: State, connectionId: number, shown: ReadonlySet<Page>): readonly PlannedRead[] {
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
		if (!page || shown.has(page)) continue;
		if (isFailing(page)) failing.push(page);
		else if (readAtOf(page) < (oldest ? readAtOf(oldest) : Number.POSITIVE_INFINITY)) oldest = page;
	}

	return [...failing, ...(oldest ? [oldest] : [])].map(targetOf);
}

/** The newest deployment of a project, for a row of the list. It is due at once if the project says that something happened. */
function latestTarget(state: State, connectionId: number, project: Project, tier: 'rows' | 'cold'): PlannedRead {
	const need: ReadRequest = {connectionId, kind: 'latest', projectId: project.id};
	const known = state.deployments.latest.get(project.id);
	const everyMs = tier === 'cold' ? coldMs : latestMs(known?.deployment, state);
	if (!known) return {need, tier: tier === 'rows' ? 'fill' : tier, dueAt: 0, everyMs, askedAt: undefined};
	const isHinted = known.hint !== hintOf(project) || known.askedAt < state.polling.allRefreshedAt;
	return {
		need,
		tier,
		dueAt: isHinted ? known.askedAt : jittered(need, known.askedAt, everyMs),
		everyMs,
		askedAt: known.askedAt,
	};
}

/** Whether the newest deployment of a project could not be read so lately that others have their turn. */
function isPutOff({polling: {failures}}: State, connectionId: number, projectId: string, now: LocalTime): boolean {
	if (failures.size === 0) return false;
	const failure = failures.get(readKey({connectionId, kind: 'latest', projectId}));
	if (!failure) return false;
	return now < (isUnavailable(failure.error) ? failure.at + unavailableLookMs : retryAt(failure));
}

/** The rows on the screen, from the picked one outwards. */
function rowTargets(state: State, connectionId: number, now: LocalTime): readonly PlannedRead[] {
	const rows = projectRowsOf(state.projects);
	const {top, index: picked} = state.projects.position;
	const end = Math.min(rows.count, windowEnd(state));
	const places = Array.from({length: Math.max(0, end - top)}, (_, offset) => top + offset);
	const outwards = places.toSorted((a, b) => Math.abs(a - picked) - Math.abs(b - picked));
	const shown = outwards.flatMap(place => rows.rowAt(place) ?? []);
	// Lines that a search leaves empty may be filled by projects that it cannot judge yet.
	const unread = state.projects.view
		? firstUnread(
				state.projects.view,
				projectRows(state.interface.size) - shown.length,
				({id}) => !isPutOff(state, connectionId, id, now),
			)
		: [];
	return [...shown, ...unread].map(project => latestTarget(state, connectionId, project, 'rows'));
}

/** The rows around the screen, the nearest first: only the one that was read longest ago, because they are read in turn. */
function coldTarget(state: State, connectionId: number, now: LocalTime): readonly PlannedRead[] {
	const rows = projectRowsOf(state.projects);
	const {top} = state.projects.position;
	const end = windowEnd(state);
	let oldest: {readonly project: Project; readonly askedAt: LocalTime} | undefined;
	for (let distance = 0; distance < nearby; distance++) {
		for (const index of [end + distance, top - 1 - distance]) {
			const project = index >= 0 && index < rows.count ? rows.rowAt(index) : undefined;
			if (!project || isPutOff(state, connectionId, project.id, now)) continue;
			const askedAt = state.deployments.latest.get(project.id)?.askedAt ?? Number.NEGATIVE_INFINITY;
			if (askedAt < (oldest?.askedAt ?? Number.POSITIVE_INFINITY)) oldest = {project, askedAt};
		}

		if (oldest?.askedAt === Number.NEGATIVE_INFINITY) break;
	}

	return oldest ? [latestTarget(state, connectionId, oldest.project, 'cold')] : [];
}

/** Whether somebody wants to know of every deployment there is, also of projects that are not loaded. */
export const wantsAll = (state: State): boolean =>
	currentScreen(state).name === 'watch' || state.presence.rules.scope === 'any';

/** Whether the loaded projects are looked at in turn: on every screen, as long as somebody is there. */
export const isLookingOut = (state: State): boolean =>
	state.projects.list.pages.length > 0 && (state.presence.isFocused || wantsAll(state));

/** The next page, as long as not all projects are at hand. */
function crawlTarget({projects: {list: projects}}: State, connectionId: number): readonly PlannedRead[] {
	if (projects.end !== 'open' || isFull(projects)) return [];
	const need: ReadRequest = {connectionId, kind: 'projects', cursor: projects.pages.at(-1)?.nextCursor};
	return [{need, tier: 'sweep', dueAt: 0, everyMs: sweepMs, askedAt: undefined}];
}

/** Whatever time is left, no project is looked at more often than this. */
export const minLookMs = 15_000;

/** A look at a project, as late as a page that is swept and due: the two take turns. */
function lookTarget(state: State, connectionId: number, project: Project, now: LocalTime): PlannedRead {
	const target = latestTarget(state, connectionId, project, 'cold');
	return {...target, dueAt: now - 5 * target.everyMs, askedAt: target.askedAt ?? 0};
}

/** The projects whose rows are read anyway, because they are on the screen. */
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

/** A project that was never looked at is as if it was so long ago; when it was updated tells how quiet it is. */
const neverLookedMs = 60 * 60_000;

/** Every so many looks, one goes to such a project, however quiet it is. */
const newEvery = 4;

/**
Where something may have begun, among all projects at hand: the one that says that something happened, and the one whose turn it is.

Looks at every project, which takes as long as a frame: for when there is room to read one.
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
			if (onScreen.has(project.id) || isPutOff(state, connectionId, project.id, now)) continue;
			const known = state.deployments.latest.get(project.id);
			if (!known) unread ??= project;
			else if (known.askedAt < hintedAt && known.hint !== hintOf(project))
				[hinted, hintedAt] = [project, known.askedAt];
			const agoMs = known ? now - known.askedAt : neverLookedMs;
			const lastAt = known ? known.deployment?.createdAt : project.updatedAt;
			const urgency = agoMs < minLookMs ? 0 : lookUrgency(agoMs, lastAt, toServiceTime(now, state.polling.skewMs));
			if (urgency > highest) [next, highest] = [project, urgency];
		}
	}

	const isForNew = unread !== undefined && (looks % newEvery === 0 || !next);
	const looked = isForNew ? unread : next;
	return [
		...(hinted ? [latestTarget(state, connectionId, hinted, 'rows')] : []),
		...(looked ? [lookTarget(state, connectionId, looked, now)] : []),
	];
}

/** Where and when something is read for nobody in particular. */
export type SpareBudget = {
	readonly now: LocalTime;
	/** Whether nobody has moved about lately. */
	readonly isStill: boolean;
	/** Whether there is room for a look at a project whose turn it is. */
	readonly canLook: boolean;
	/** Whether so little was read in the last minute that the rows on the screen lack nothing. */
	readonly isAmple: boolean;
	/** How many such looks there were in the last minute. */
	readonly looks: number;
};

/** What the list of projects has read around its rows, which go first: looks at other projects as on any screen, as far as the rows leave time for them. */
function listTargets(state: State, connectionId: number, leisure: SpareBudget): readonly PlannedRead[] {
	const {now, canLook, isAmple} = leisure;
	if (!state.presence.isFocused) return rowTargets(state, connectionId, now);
	return [
		...rowTargets(state, connectionId, now),
		...coldTarget(state, connectionId, now),
		...(canLook && isAmple ? lookoutTargets(state, connectionId, leisure) : []),
	];
}

/** What is read besides, as far as there is time, whatever screen is open. Rows are only read for somebody who stays with them. */
export function backgroundReads(state: State, connectionId: number, leisure: SpareBudget): readonly PlannedRead[] {
	const {isStill, canLook, isAmple} = leisure;
	const {list: projects, loadAll: walk, renewal} = state.projects;
	const {name} = currentScreen(state);
	const isList = name === 'projects';
	const board = name === 'watch' || !isStill ? [] : boardReads(state, connectionId, isList && !isAmple);
	if (walk || renewal || name === 'welcome') return board;
	if (projects.pages.length === 0) return [...board, ...crawlTarget(state, connectionId)];
	const sweep = isLookingOut(state) ? sweepTargets(state, connectionId, isList ? freshPages(state) : new Set()) : [];
	if (isList && !wantsAll(state))
		return [...board, ...sweep, ...(isStill ? listTargets(state, connectionId, leisure) : [])];
	return [
		...board,
		...sweep,
		...(wantsAll(state) ? crawlTarget(state, connectionId) : []),
		...(isList && isStill ? rowTargets(state, connectionId, leisure.now) : []),
		...(canLook ? lookoutTargets(state, connectionId, leisure) : []),
	];
}
