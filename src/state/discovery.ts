import {clamp} from '../base/clamp.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {hourMs, minuteMs, secondMs} from '../base/duration.ts';
import {rowWithId} from '../model/project-list.ts';
import {deploymentsAt, pageAt, type Read, readKey} from '../model/read-request.ts';
import {hasMovedSince, hasMovedWith, type Revision, type Rhythm} from '../model/rhythm.ts';
import {uncheckedProjects} from './checks.ts';
import type {State} from './state.ts';

/** A page of the list of projects: when it was asked for, and when anything on it moved last, by the service's clock. */
export type KnownPage = {
	readonly cursor: string | undefined;
	readonly requestedAt: LocalTime;
	readonly updatedAt: ServiceTime | undefined;
};

/** A list of deployments: when it was asked for, and what it showed. */
export type KnownList = {readonly requestedAt: LocalTime; readonly rhythm?: Rhythm | undefined};

/** What discovery chooses from. */
export type Known = {
	readonly pages: readonly KnownPage[];
	/** By the ids of their projects. */
	readonly lists: Iterable<readonly [string, KnownList]>;
	readonly revisionOf: (projectId: string) => Revision | undefined;
	/** Of the projects whose lists were never read, those to read first, the most important one first. */
	readonly unread: ReadonlyArray<Revision & {readonly id: string}>;
	readonly skewMs: number;
};

/** No page and no list is read again sooner: hardly anything changes on a page. */
const minAgeMs = {page: 10 * secondMs, list: secondMs};

/** How long ago anything moved on a page that does not say. */
const unknownMoveMs = 24 * hourMs;

/** However long nothing has moved on a page, it shows which projects there are. */
const maxPageAgeMs = 10 * minuteMs;

/** A project that moved so recently, and whose list was never read, probably deploys. */
const freshMs = 10 * minuteMs;

/** How often a project deploys whose list cannot be read. */
const unknownRate = 1 / (16 * hourMs);

/** A list that was never read counts as if it had just fallen due. */
const unreadRatio = 1;

/** An overdue list counts half as much as a page that shows every deployment of its projects. */
const listWeight = 0.5;

/** Pages count that much even where no record moves with a deployment: they show which projects there are. */
const minTrust = 0.1;

type Best<Candidate> = {readonly candidate: Candidate; readonly value: number} | undefined;

/**
The read that is most likely to find a deployment that landfall does not know of. Undefined if none can be made.

First a project whose record moved since its list was read, the latest first. Otherwise the most overdue page or list. A page is due earlier if something on it moved recently, a list if its project deploys often. Pages count in proportion to the share of records that moved with the newest deployment of their project.
*/
export function discoveryRead(
	{pages, lists, revisionOf, unread, skewMs}: Known,
	now: LocalTime,
	canRead: (read: Read) => boolean,
): Read | undefined {
	const sinceMs = (at: ServiceTime | undefined) =>
		at === undefined ? unknownMoveMs : Math.max(0, now - toLocalTime(at, skewMs));
	const better = <Candidate>(
		best: Best<Candidate>,
		value: number,
		candidate: Candidate,
		read: (each: Candidate) => Read,
	) => (value > (best?.value ?? 0) && canRead(read(candidate)) ? {candidate, value} : best);

	let page: Best<string | undefined>;
	for (const {cursor, requestedAt, updatedAt} of pages) {
		if (now - requestedAt < minAgeMs.page) continue;
		const maxAgeMs = clamp(5 * secondMs * Math.sqrt(sinceMs(updatedAt) / secondMs), minAgeMs.page, maxPageAgeMs);
		page = better(page, (now - requestedAt) / maxAgeMs, cursor, pageAt);
	}

	let moved: Best<string>;
	let list: Best<string>;
	let [movedWith, compared] = [1, 2];
	const oldestPageAt = toServiceTime(Math.min(...pages.map(({requestedAt}) => requestedAt)), skewMs);
	for (const [id, {requestedAt, rhythm}] of lists) {
		const revision = revisionOf(id);
		if (!revision) continue;
		if (rhythm && hasMovedSince(rhythm, revision)) {
			moved = better(moved, 1 / (1 + sinceMs(revision.updatedAt)), id, deploymentsAt);
			continue;
		}

		const hasMoved = rhythm && hasMovedWith(rhythm, revision, oldestPageAt);
		if (hasMoved !== undefined) compared++;
		if (hasMoved) movedWith++;
		if (now - requestedAt < minAgeMs.list) continue;
		// The longer the wait, the more deployments began, but most of them are over: the square root finds most in progress.
		list = better(list, Math.sqrt((now - requestedAt) * hourMs) * (rhythm?.rate ?? unknownRate), id, deploymentsAt);
	}

	for (const project of unread) {
		const ms = sinceMs(project.updatedAt);
		if (ms < freshMs) moved = better(moved, 1 / (1 + ms), project.id, deploymentsAt);
	}

	if (moved) return deploymentsAt(moved.candidate);
	const trust = Math.max(minTrust, movedWith / compared);
	const next = unread.find(({id}) => canRead(deploymentsAt(id)));
	const pageValue = (page?.value ?? 0) * trust;
	const listValue = (list?.value ?? 0) * listWeight;
	if (next && unreadRatio > Math.max(pageValue, listValue)) return deploymentsAt(next.id);
	if (page && pageValue >= listValue) return pageAt(page.candidate);
	return list && deploymentsAt(list.candidate);
}

export const discoveryKnown = (state: State): Known => ({
	pages: state.projects.list.pages.map(page => ({
		...page,
		requestedAt: askedAt(state, pageAt(page.cursor), page.requestedAt),
	})),
	lists: listsOf(state),
	revisionOf: id => rowWithId(state.projects.list, id),
	unread: uncheckedProjects(state),
	skewMs: state.polling.skewMs,
});

/** When a read was last made. A cache may have answered it with what it had received long before. */
const askedAt = ({polling: {cachedAt}}: State, read: Read, readAt: LocalTime): LocalTime =>
	cachedAt.size === 0 ? readAt : Math.max(readAt, cachedAt.get(readKey(read)) ?? 0);

/** The lists that were read, and the ones whose first read failed. */
function* listsOf(state: State): Iterable<readonly [string, KnownList]> {
	const {deployments, polling} = state;
	for (const [id, {requestedAt, rhythm}] of deployments.table)
		if (requestedAt !== undefined) yield [id, {requestedAt: askedAt(state, deploymentsAt(id), requestedAt), rhythm}];
	for (const {read, at} of polling.failures.values())
		if (read.kind === 'deployments' && deployments.table.get(read.projectId)?.requestedAt === undefined)
			yield [read.projectId, {requestedAt: at}];
}
