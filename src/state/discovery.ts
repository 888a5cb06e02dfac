import {clamp} from '../base/clamp.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {hourMs, minuteMs, secondMs} from '../base/duration.ts';
import {rowWithId} from '../model/project-list.ts';
import {deploymentsAt, pageAt, type Read, readKey} from '../model/read-request.ts';
import {hasMovedSince, hasMovedWith, type Revision, type Rhythm} from '../model/rhythm.ts';
import {uncheckedProjects} from './checks.ts';
import type {State} from './state.ts';

export type KnownPage = {
	readonly cursor: string | undefined;
	readonly readAt: LocalTime;
	readonly updatedAt: ServiceTime | undefined;
};

type KnownList = {
	readonly projectId: string;
	readonly readAt: LocalTime;
	readonly rhythm: Rhythm | undefined;
	/** Undefined if the list of projects lacks it. */
	readonly revision: Revision | undefined;
};

export type Known = {
	readonly pages: readonly KnownPage[];
	readonly lists: Iterable<KnownList>;
	readonly unread: ReadonlyArray<Revision & {readonly id: string}>;
	readonly skewMs: number;
};

const minAgeMs = {page: 10 * secondMs, list: secondMs};

const assumedMoveMs = 24 * hourMs;

/** The longest time between reads of a page, even if nothing on it moves: the page also shows which projects exist. */
const maxPageAgeMs = 10 * minuteMs;

/** A project that moved this recently and was never read is probably deploying. */
const freshMs = 10 * minuteMs;

const assumedRate = 1 / (16 * hourMs);

/** A list that was never read counts as just due. */
const unreadRatio = 1;

/** A list counts half as much as a page, because a page shows the deployments of many projects. */
const listWeight = 0.5;

/** Pages count at least this much, even if records never move with deployments. */
const minTrust = 0.1;

type Best<Candidate> = {readonly candidate: Candidate; readonly value: number} | undefined;

/**
The read most likely to find a deployment that landfall does not know of. Undefined if no read is possible.

First comes the project whose record moved last since its list was read. Otherwise the most overdue page or list. A page is due earlier if something on it moved recently. A list is due earlier if its project deploys often. Pages are weighted by the share of records that moved with their project's newest deployment.
*/
export function discoveryRead(
	{pages, lists, unread, skewMs}: Known,
	now: LocalTime,
	canRead: (read: Read) => boolean,
): Read | undefined {
	const sinceMs = (at: ServiceTime | undefined) =>
		at === undefined ? assumedMoveMs : Math.max(0, now - toLocalTime(at, skewMs));
	const better = <Candidate>(
		best: Best<Candidate>,
		value: number,
		candidate: Candidate,
		read: (each: Candidate) => Read,
	) => (value > (best?.value ?? 0) && canRead(read(candidate)) ? {candidate, value} : best);

	let page: Best<string | undefined>;
	for (const {cursor, readAt, updatedAt} of pages) {
		if (now - readAt < minAgeMs.page) continue;
		const maxAgeMs = clamp(5 * secondMs * Math.sqrt(sinceMs(updatedAt) / secondMs), minAgeMs.page, maxPageAgeMs);
		page = better(page, (now - readAt) / maxAgeMs, cursor, pageAt);
	}

	let moved: Best<string>;
	let list: Best<string>;
	let [movedWith, compared] = [1, 2];
	const oldestPageAt = toServiceTime(Math.min(...pages.map(({readAt}) => readAt)), skewMs);
	for (const {projectId, readAt, rhythm, revision} of lists) {
		if (!revision) continue;
		if (rhythm && hasMovedSince(rhythm, revision)) {
			moved = better(moved, 1 / (1 + sinceMs(revision.updatedAt)), projectId, deploymentsAt);
			continue;
		}

		const hasMoved = rhythm && hasMovedWith(rhythm, revision, oldestPageAt);
		if (hasMoved !== undefined) compared++;
		if (hasMoved) movedWith++;
		if (now - readAt < minAgeMs.list) continue;
		// The longer the wait, the more deployments began, but most of them have ended. The square root of the wait finds the most in progress.
		list = better(list, Math.sqrt((now - readAt) * hourMs) * (rhythm?.rate ?? assumedRate), projectId, deploymentsAt);
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
		readAt: askedAt(state, pageAt(page.cursor), page.readAt),
	})),
	lists: listsOf(state),
	unread: uncheckedProjects(state),
	skewMs: state.polling.skewMs,
});

/** The time of the last request, even if a cache answered it. */
const askedAt = ({polling: {cachedAt}}: State, read: Read, readAt: LocalTime): LocalTime =>
	cachedAt.size === 0 ? readAt : Math.max(readAt, cachedAt.get(readKey(read)) ?? 0);

/** Includes lists whose first read failed. */
function* listsOf(state: State): Iterable<KnownList> {
	const {deployments, polling, projects} = state;
	const known = (projectId: string, readAt: LocalTime, rhythm?: Rhythm): KnownList => ({
		projectId,
		readAt,
		rhythm,
		revision: rowWithId(projects.list, projectId),
	});
	for (const [id, {readAt, rhythm}] of deployments.table)
		if (readAt !== undefined) yield known(id, askedAt(state, deploymentsAt(id), readAt), rhythm);
	for (const {read, at} of polling.failures.values())
		if (read.kind === 'deployments' && deployments.table.get(read.projectId)?.readAt === undefined)
			yield known(read.projectId, at);
}
