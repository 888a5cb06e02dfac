import type {Deployment, Project} from '../api/types.ts';
import {clamp} from '../base/clamp.ts';
import {type LocalTime, toLocalTime} from '../base/clock.ts';
import {deploymentsAt, pageAt, type Read} from '../model/read-request.ts';
import {newsOf} from '../state/checks.ts';
import type {Interest} from '../state/interests.ts';

/** While something is due, so many reads of it go before each one that searches. */
const maxDueInARow = 3;

/** What was never read counts as that many times as old as it may be, so that a filter that needs hundreds of lists does not keep all turns from what is in progress. */
const unreadRatio = 2;

/** No list is searched again sooner. */
const minSearchPauseMs = 900;

/** No page is worth another read sooner: hardly anything changes on it. */
const minPageAgeMs = 10_000;

/** A page counts as if at least this many more of its projects moved than usually do, so that every page is read eventually. */
const minMoves = 0.05;

/** The weight of the latest case in a moving average. */
const latestWeight = 0.1;

/** The bounds of the share of turns in which a page is read. */
const trustBounds = {min: 0.05, max: 0.95};

/** A rate counts deployments over the time since the oldest one and this much more, so that a single one is no high rate; and a fraction of one more, so that none is no reason never to look. */
const prior = {ms: 8 * 3_600_000, count: 0.5};

/** Who has just deployed often deploys again: one more in twenty minutes is expected during the ten after one began. */
const afterwards = {ms: 10 * 60_000, rate: 1 / (20 * 60_000)};

/** Within a minute of its last read, a project is worth less, so that none takes all reads. */
const dampMs = 60_000;

const longAgo = Number.NEGATIVE_INFINITY;

type ListedProject = Pick<Project, 'id' | 'updatedAt' | 'latestUploadVersion'> & Partial<Pick<Project, 'status'>>;

/** What a page of projects and a list of deployments say, and when they were requested, by the local clock. */
export type PageAnswer = {
	readonly request: {readonly cursor: string | undefined};
	readonly answer: {readonly projects: readonly ListedProject[]};
	readonly requestedAt: LocalTime;
};
export type ListAnswer = {
	readonly request: {readonly projectId: string};
	readonly answer: {readonly deployments: ReadonlyArray<Pick<Deployment, 'createdAt'>>};
	readonly requestedAt: LocalTime;
};

type ProjectReads = {
	readonly id: string;
	/** Its record on the page that was read last, which the state has too, and when that was. */
	listed: ListedProject | undefined;
	listedAt: LocalTime;
	/** How much news that record is, which each search compares for every project. */
	news: number;
	/** When its revision moved last, which is a hint at a deployment until its list is read. */
	movedAt: LocalTime;
	/** What the list of its deployments said last: how many begin a millisecond, and when the newest began. */
	history: {readonly readAt: LocalTime; readonly rate: number; readonly beganAt: LocalTime} | undefined;
};

type SearchedPage = {readonly cursor: string | undefined; readonly readAt: LocalTime; readonly moves: number};

/** Returns the first of those that are worth the most, if that is more than nothing. Asks whether one is possible only if it would be the best. */
function bestOf<Each>(
	all: Iterable<Each>,
	worth: (each: Each) => number,
	isPossible: (each: Each) => boolean,
): Each | undefined {
	let best: Each | undefined;
	let highest = 0;
	for (const each of all) {
		const value = worth(each);
		if (value > highest && isPossible(each)) [best, highest] = [each, value];
	}

	return best;
}

/** Compares the times by the service's clock: the difference between the clocks is corrected now and then. */
const isOtherRevision = (a: ListedProject, b: ListedProject): boolean =>
	a.updatedAt !== b.updatedAt || a.latestUploadVersion !== b.latestUploadVersion;

const isHinted = ({movedAt, history}: ProjectReads): boolean => movedAt > (history?.readAt ?? longAgo);

/** Returns what it is worth to look at the deployments of a project. What was never read goes first, and of that what has the most news. */
function worthOf({news, history}: ProjectReads, now: LocalTime): number {
	if (!history) return news;
	const ageMs = now - history.readAt;
	if (ageMs < minSearchPauseMs) return 0;
	const expected = history.rate + (now - history.beganAt < afterwards.ms ? afterwards.rate : 0);
	// What is new grows with time, but most of it is over by then: the square root finds most in progress.
	return expected * Math.sqrt(ageMs) * Math.min(1, ageMs / dampMs);
}

/**
Chooses the next read when nobody waits for one: what exceeds its age the most, or a search for deployments that nobody knows of.

The only *hint* at one is that `updated_at` or `latest_upload_version` of its project moves. How often that is right, and on which pages, is learned.
*/
export function createReadOrder() {
	const projects = new Map<string, ProjectReads>();
	const pages = new Map<string | undefined, SearchedPage>();
	/** The share of new deployments that moved the revision. */
	let trust = 0.5;
	/** The turns for a page that were saved up. */
	let pageTurns = 0;
	let dueInARow = 0;

	function projectOf(id: string): ProjectReads {
		const project = projects.get(id) ?? {
			id,
			listed: undefined,
			listedAt: longAgo,
			news: 1,
			movedAt: longAgo,
			history: undefined,
		};
		projects.set(id, project);
		return project;
	}

	const learn = (wasHinted: boolean) => {
		trust += latestWeight * ((wasHinted ? 1 : 0) - trust);
	};

	/** Returns the read that is most likely to find a deployment. Undefined if none can be made now. */
	function search(now: LocalTime, canRead: (read: Read) => boolean): Read | undefined {
		const canList = ({id}: ProjectReads) => canRead(deploymentsAt(id));
		const hinted = bestOf(projects.values(), project => (isHinted(project) ? project.movedAt : 0), canList);
		if (hinted) return deploymentsAt(hinted.id);
		pageTurns += clamp(trust, trustBounds.min, trustBounds.max);
		if (pageTurns >= 1) {
			pageTurns--;
			const page = bestOf(
				pages.values(),
				({readAt, moves}) => (now - readAt >= minPageAgeMs ? (now - readAt) * (moves + minMoves) : 0),
				({cursor}) => canRead(pageAt(cursor)),
			);
			if (page) return pageAt(page.cursor);
		}

		const worth = (project: ProjectReads) => worthOf(project, now);
		const best = bestOf(projects.values(), worth, canList);
		return best && deploymentsAt(best.id);
	}

	return {
		/** `skewMs`: the service's clock minus the local one. */
		observePage({request: {cursor}, answer, requestedAt}: PageAnswer, skewMs: number) {
			const {moves: usual = 0} = pages.get(cursor) ?? {};
			let moves = 0;
			for (const listed of answer.projects) {
				const {updatedAt} = listed;
				const project = projectOf(listed.id);
				const {listed: before, listedAt, history} = project;
				project.listed = listed;
				project.news = newsOf(listed);
				project.listedAt = requestedAt;
				if (!before) continue;
				const hasMoved = isOtherRevision(before, listed);
				if (history && history.beganAt > listedAt) learn(hasMoved);
				if (!hasMoved) continue;
				moves++;
				const updatedHere = updatedAt === undefined ? listedAt : toLocalTime(updatedAt, skewMs);
				project.movedAt = clamp(updatedHere, listedAt, requestedAt);
			}

			pages.set(cursor, {cursor, readAt: requestedAt, moves: usual + latestWeight * (moves - usual)});
		},

		observeList({request: {projectId}, answer: {deployments}, requestedAt}: ListAnswer, skewMs: number) {
			const project = projectOf(projectId);
			const {listedAt, history} = project;
			const began = deployments.flatMap(({createdAt: at}) => (at === undefined ? [] : toLocalTime(at, skewMs)));
			const beganAt = Math.max(longAgo, ...began);
			const isNew = history !== undefined && beganAt > history.readAt;
			// What began after the page was read is judged by the next read of the page.
			if (isNew && beganAt < listedAt) learn(isHinted(project));
			const rate = (deployments.length + prior.count) / (requestedAt - Math.min(requestedAt, ...began) + prior.ms);
			project.history = {readAt: requestedAt, rate, beganAt};
		},

		/** Forgets all other pages: the list was read again from its start, or has become shorter. */
		keepPages(cursors: ReadonlySet<string | undefined>) {
			for (const cursor of pages.keys()) if (!cursors.has(cursor)) pages.delete(cursor);
		},

		forgetProject(projectId: string) {
			projects.delete(projectId);
		},

		/** Returns the next read, and whether it searches. Undefined if there is none that makes sense now. `due`: what is due and may be read. */
		next(
			now: LocalTime,
			due: readonly Interest[],
			maySearch: boolean,
			canRead: (read: Read) => boolean,
		): {readonly read: Read; readonly rank: Interest['rank'] | 'search'} | undefined {
			const overdueRatio = ({requestedAt, maxAgeMs}: Interest) =>
				requestedAt === undefined ? unreadRatio : (now - requestedAt) / Math.max(1, maxAgeMs);
			const overdue = bestOf(due, overdueRatio, () => true);
			const isDueNext = overdue !== undefined && dueInARow < maxDueInARow;
			dueInARow = isDueNext ? dueInARow + 1 : 0;
			const read = maySearch && !isDueNext ? search(now, canRead) : undefined;
			return read ? {read, rank: 'search'} : overdue;
		},
	};
}
