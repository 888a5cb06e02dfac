import type {Deployment, Project as ListedProject} from '../api/types.ts';
import {type LocalTime, toLocalTime} from '../base/clock.ts';
import type {Read} from '../model/read-request.ts';

/** When an answer was requested, by the local clock, and the service's clock minus the local one. */
type Asked = {readonly askedAt: LocalTime; readonly skewMs: number};

type PageAnswer = Asked & {
	readonly cursor: string | undefined;
	readonly projects: ReadonlyArray<Pick<ListedProject, 'id' | 'updatedAt' | 'latestUploadVersion'>>;
};

type ListAnswer = Asked & {
	readonly projectId: string;
	readonly deployments: ReadonlyArray<Pick<Deployment, 'createdAt' | 'concludedAt'>>;
};

/** A hint goes first while the page that shows it was read less than this long ago. */
const freshHintMs = 120_000;

/** What began this close to a read proves nothing about hints: clocks and answers are not that exact. */
const unsureMs = 1500;

/** The weight of the latest case in a moving average. */
const latestWeight = 0.1;

/** The bounds of the share of turns in which a page is read. */
const trustBounds = {min: 0.05, max: 0.95};

/** No page is worth another read sooner: hardly anything changes on it. */
const minPageAgeMs = 10_000;

/** Added to how many hints usually move on a page, so that every page is read eventually. */
const minMoves = 0.05;

/** A rate counts deployments over the time since the oldest one and this much more, so that a single one is no high rate; and a fraction of one more, so that none is no reason never to look. */
const prior = {ms: 8 * 3_600_000, count: 0.5};

/** Who has just deployed often deploys again: one more in twenty minutes is expected during the ten after a deployment. */
const afterwards = {ms: 10 * 60_000, rate: 1 / (20 * 60_000)};

/** Within a minute of its last read, a project is worth less, so that none takes all reads. */
const dampMs = 60_000;

const never = Number.NEGATIVE_INFINITY;

/** What a page says about a project. If it moves, that is a hint at a deployment. */
type Listed = {
	readonly revision: string;
	readonly readAt: LocalTime;
	/** Between which reads of the page the revision last moved. */
	readonly movedFrom: LocalTime;
	readonly movedTo: LocalTime;
};

/** What the list of a project's deployments says. */
type History = {
	readonly readAt: LocalTime;
	/** How many deployments begin a millisecond. */
	readonly rate: number;
	/** When the newest deployment concluded, or began if it has not. */
	readonly deployedAt: LocalTime;
};

type Project = {
	readonly id: string;
	listed?: Listed;
	history?: History;
	/** When deployments began that the next read of its page should show. */
	unjudged: readonly LocalTime[];
};

type Page = {readonly cursor: string | undefined; readonly readAt: LocalTime; readonly moves: number};

/** Returns the first of those that are worth the most. Asks whether one is possible only if it would be the best. */
function bestOf<Each>(
	all: Iterable<Each>,
	worth: (each: Each) => number,
	isPossible: (each: Each) => boolean,
): Each | undefined {
	let best: Each | undefined;
	let highest = 0;
	for (const each of all) {
		const value = worth(each);
		if (value <= highest || !isPossible(each)) continue;
		[best, highest] = [each, value];
		if (highest === Number.POSITIVE_INFINITY) break;
	}

	return best;
}

/** Returns what it is worth to look at the deployments of a project. What was never read goes first. */
function worthOf({history}: Project, now: LocalTime): number {
	if (!history) return Number.POSITIVE_INFINITY;
	const isAfterwards = now - history.deployedAt < afterwards.ms;
	// What is new grows with time, but most of it is over by then: the square root finds most in progress.
	const ageMs = now - history.readAt;
	return (history.rate + (isAfterwards ? afterwards.rate : 0)) * Math.sqrt(ageMs) * Math.min(1, ageMs / dampMs);
}

/**
Looks for deployments that nobody knows of.

The only *hint* at one is that the revision of a project moves: its `updated_at` or `latest_upload_version`. The interface does not say what moves them, so it is learned how far hints can be trusted, and on which pages they move.
*/
export function createDiscovery() {
	const projects = new Map<string, Project>();
	const pages = new Map<string | undefined, Page>();
	/** When the revisions moved that were not followed yet, by the id of the project. Those that moved first come first. */
	const hints = new Map<string, LocalTime>();
	/** The share of new deployments that moved the revision, among those that should have. */
	let trust = 0.5;
	/** The turns for a page that were saved up. */
	let pageTurns = 0;

	function projectOf(id: string): Project {
		const project = projects.get(id) ?? {id, unjudged: []};
		projects.set(id, project);
		return project;
	}

	/** Learns from a new deployment whether the revision moved. If no page read since could show it, the next one is waited for. */
	function judge(project: Project, beganAt: LocalTime) {
		if (!project.listed) return;
		const {readAt, movedFrom, movedTo} = project.listed;
		if (beganAt > readAt - unsureMs) project.unjudged = [...project.unjudged, beganAt];
		else if (beganAt > movedFrom) trust += latestWeight * ((beganAt <= movedTo ? 1 : 0) - trust);
	}

	return {
		observePage({cursor, projects: listed, askedAt, skewMs}: PageAnswer) {
			const last = pages.get(cursor);
			if (last && last.readAt > askedAt) return;
			let moves = 0;
			for (const {id, updatedAt, latestUploadVersion} of listed) {
				const project = projectOf(id);
				// By the service's clock: the difference between the clocks is corrected now and then.
				const revision = `${updatedAt ?? ''} ${latestUploadVersion ?? ''}`;
				const before = project.listed;
				const hasMoved = before !== undefined && before.revision !== revision;
				const {readAt: from = askedAt, movedFrom = never, movedTo = never} = before ?? {};
				const moved = hasMoved ? {movedFrom: from, movedTo: askedAt} : {movedFrom, movedTo};
				project.listed = {revision, readAt: askedAt, ...moved};
				const {unjudged} = project;
				project.unjudged = [];
				for (const beganAt of unjudged) judge(project, beganAt);
				if (!hasMoved) continue;
				moves++;
				const updatedHere = updatedAt === undefined ? from : toLocalTime(updatedAt, skewMs);
				const movedAt = Math.min(Math.max(updatedHere, from), askedAt);
				if ((project.history?.readAt ?? never) >= movedAt) continue;
				hints.delete(id);
				hints.set(id, movedAt);
			}

			pages.set(cursor, {cursor, readAt: askedAt, moves: last ? last.moves + latestWeight * (moves - last.moves) : 0});
		},

		observeList({projectId, deployments, askedAt, skewMs}: ListAnswer) {
			const project = projectOf(projectId);
			const {history} = project;
			if (history && askedAt <= history.readAt) return;
			let [oldestAt, deployedAt] = [askedAt, 0];
			for (const {createdAt, concludedAt = createdAt} of deployments) {
				if (concludedAt !== undefined) deployedAt = Math.max(deployedAt, toLocalTime(concludedAt, skewMs));
				if (createdAt === undefined) continue;
				const beganAt = toLocalTime(createdAt, skewMs);
				oldestAt = Math.min(oldestAt, beganAt);
				if (history && beganAt > history.readAt + unsureMs) judge(project, beganAt);
			}

			const rate = (deployments.length + prior.count) / (askedAt - oldestAt + prior.ms);
			project.history = {readAt: askedAt, rate, deployedAt};
			if ((hints.get(projectId) ?? never) <= askedAt) hints.delete(projectId);
		},

		/** Returns when the list of a project was last read. */
		listReadAt: (projectId: string) => projects.get(projectId)?.history?.readAt,

		/** Forgets all other pages: the list was read again from its start, or has become shorter. */
		keepPages(cursors: ReadonlySet<string | undefined>) {
			for (const cursor of pages.keys()) if (!cursors.has(cursor)) pages.delete(cursor);
		},

		forgetProject(projectId: string) {
			projects.delete(projectId);
			hints.delete(projectId);
		},

		/** Returns the read that is most likely to find something. Undefined if none can be made now. */
		next(now: LocalTime, canRead: (read: Read) => boolean): Read | undefined {
			const listOf = (projectId: string): Read => ({kind: 'deployments', projectId});
			const canList = (projectId: string) => canRead(listOf(projectId));
			const isFresh = (id: string) => (projects.get(id)?.listed?.readAt ?? never) > now - freshHintMs;
			const fresh = bestOf(hints.keys(), id => (isFresh(id) ? (hints.get(id) ?? 0) : 0), canList);
			if (fresh !== undefined) return listOf(fresh);

			pageTurns += Math.min(trustBounds.max, Math.max(trustBounds.min, trust));
			if (pageTurns >= 1) {
				pageTurns--;
				const page = bestOf(
					pages.values(),
					({readAt, moves}) => (now - readAt >= minPageAgeMs ? (now - readAt) * (moves + minMoves) : 0),
					({cursor}) => canRead({kind: 'projects', cursor}),
				);
				if (page) return {kind: 'projects', cursor: page.cursor};
			}

			const hinted = bestOf(hints.keys(), () => 1, canList);
			if (hinted !== undefined) return listOf(hinted);
			const worthOfEach = (each: Project) => worthOf(each, now);
			const best = bestOf(projects.values(), worthOfEach, ({id}) => canList(id));
			return best && listOf(best.id);
		},
	};
}
