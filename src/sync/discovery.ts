import type {Deployment, Project as ListedProject} from '../api/types.ts';
import {type LocalTime, toLocalTime} from '../base/clock.ts';
import type {Read} from '../model/read-request.ts';

/** When an answer was requested, by the local clock, and the service's clock minus the local one. */
type Asked = {readonly askedAt: LocalTime; readonly skewMs: number};

/** A page of the project list. */
type PageAnswer = Asked & {
	readonly cursor: string | undefined;
	readonly projects: ReadonlyArray<Pick<ListedProject, 'id' | 'updatedAt' | 'latestUploadVersion'>>;
};

/** The deployments of a project. */
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

/** A change of a project's hint between two reads of its page. */
type Move = {readonly from: LocalTime; readonly to: LocalTime};

type Project = {
	readonly id: string;
	/** Its hint, and when its page was last read. Undefined if it has been on none. */
	hint: string | undefined;
	pageReadAt: LocalTime | undefined;
	lastMove: Move | undefined;
	/** When the hint moved that nobody has followed yet. */
	hintedAt: LocalTime | undefined;
	listReadAt: LocalTime | undefined;
	/** How many deployments begin a millisecond, judging by its list. */
	rate: number;
	/** When its newest deployment concluded, or began if it has not. */
	deployedAt: LocalTime;
	/** When deployments began that the next read of its page should show. */
	unjudged: readonly LocalTime[];
};

type Page = {readonly cursor: string | undefined; readonly readAt: LocalTime; readonly moves: number};

const isKnownSince = (at: LocalTime | undefined, since: LocalTime) => at !== undefined && at >= since;

function bestOf<Each>(all: Iterable<Each>, worth: (each: Each) => number): Each | undefined {
	let best: Each | undefined;
	let highest = 0;
	for (const each of all) {
		const value = worth(each);
		if (value > highest) [best, highest] = [each, value];
	}

	return best;
}

function firstOf<Each>(all: Iterable<Each>, isWanted: (each: Each) => boolean): Each | undefined {
	for (const each of all) if (isWanted(each)) return each;
	return undefined;
}

/**
Looks for deployments that nobody knows of.

The only *hint* at one is that `updated_at` or `latest_upload_version` of a project moves. The interface does not say what moves them, so it is learned how far hints can be trusted, and on which pages they move.
*/
export function createDiscovery() {
	const projects = new Map<string, Project>();
	const pages = new Map<string | undefined, Page>();
	/** Projects with a hint that was not followed, the oldest hint first. */
	const hinted = new Set<Project>();
	/** Projects whose lists were never read, first come first. */
	const unread = new Set<Project>();
	/** The share of new deployments that moved the hint, among those that should have. */
	let trust = 0.5;
	/** The turns for a page that were saved up. */
	let pageTurns = 0;

	function projectOf(id: string): Project {
		const known = projects.get(id);
		if (known) return known;
		const project: Project = {
			id,
			hint: undefined,
			pageReadAt: undefined,
			lastMove: undefined,
			hintedAt: undefined,
			listReadAt: undefined,
			rate: 0,
			deployedAt: 0,
			unjudged: [],
		};
		projects.set(id, project);
		unread.add(project);
		return project;
	}

	function judge(isShown: boolean) {
		trust += latestWeight * ((isShown ? 1 : 0) - trust);
	}

	/** Learns from a new deployment whether the hint moved, as far as the page was read since. */
	function judgeDeployment(project: Project, beganAt: LocalTime) {
		const {pageReadAt, lastMove} = project;
		if (pageReadAt === undefined) return;
		if (beganAt > pageReadAt - unsureMs) project.unjudged = [...project.unjudged, beganAt];
		else if (!lastMove || beganAt > lastMove.to) judge(false);
		else if (beganAt > lastMove.from) judge(true);
	}

	function follow(project: Project, hintedAt: LocalTime) {
		project.hintedAt = hintedAt;
		hinted.delete(project);
		hinted.add(project);
	}

	return {
		observePage({cursor, projects: listed, askedAt, skewMs}: PageAnswer) {
			const last = pages.get(cursor);
			if (last && last.readAt > askedAt) return;
			let moves = 0;
			for (const {id, updatedAt, latestUploadVersion} of listed) {
				const project = projectOf(id);
				// By the service's clock: the difference between the clocks is corrected now and then.
				const hint = `${updatedAt ?? ''} ${latestUploadVersion ?? ''}`;
				const {hint: before, pageReadAt: from = askedAt, unjudged} = project;
				const hasMoved = before !== undefined && before !== hint;
				for (const beganAt of unjudged) if (beganAt <= askedAt - unsureMs) judge(hasMoved);
				project.unjudged = unjudged.filter(beganAt => beganAt > askedAt - unsureMs);
				[project.hint, project.pageReadAt] = [hint, askedAt];
				if (!hasMoved) continue;
				moves++;
				project.lastMove = {from, to: askedAt};
				const updatedHere = updatedAt === undefined ? from : toLocalTime(updatedAt, skewMs);
				const movedAt = Math.min(Math.max(updatedHere, from), askedAt);
				if (!isKnownSince(project.listReadAt, movedAt)) follow(project, movedAt);
			}

			pages.set(cursor, {cursor, readAt: askedAt, moves: last ? last.moves + latestWeight * (moves - last.moves) : 0});
		},

		observeList({projectId, deployments, askedAt, skewMs}: ListAnswer) {
			const project = projectOf(projectId);
			const {listReadAt: before, hintedAt} = project;
			if (before !== undefined && askedAt <= before) return;
			const begun = deployments.flatMap(({createdAt}) =>
				createdAt === undefined ? [] : toLocalTime(createdAt, skewMs),
			);
			if (before !== undefined) {
				for (const beganAt of begun) if (beganAt > before + unsureMs) judgeDeployment(project, beganAt);
			}

			const oldestAt = begun.reduce((oldest, at) => Math.min(oldest, at), askedAt);
			project.rate = (deployments.length + prior.count) / (askedAt - oldestAt + prior.ms);
			const deployed = deployments.map(({createdAt = 0, concludedAt = createdAt}) => toLocalTime(concludedAt, skewMs));
			project.deployedAt = deployed.reduce((latest, at) => Math.max(latest, at), 0);
			project.listReadAt = askedAt;
			unread.delete(project);
			if (hintedAt !== undefined && hintedAt > askedAt) return;
			project.hintedAt = undefined;
			hinted.delete(project);
		},

		/** Returns when the list of a project was last read. */
		listReadAt: (projectId: string) => projects.get(projectId)?.listReadAt,

		/** Forgets all other pages: the list was read again from its start, or has become shorter. */
		keepPages(cursors: ReadonlySet<string | undefined>) {
			for (const cursor of pages.keys()) if (!cursors.has(cursor)) pages.delete(cursor);
		},

		forgetProject(projectId: string) {
			const project = projects.get(projectId);
			if (!project) return;
			projects.delete(projectId);
			hinted.delete(project);
			unread.delete(project);
		},

		/** Returns the read that is most likely to find something. Undefined if none can be made now. */
		next(now: LocalTime, canRead: (read: Read) => boolean): Read | undefined {
			const canList = ({id: projectId}: Project) => canRead({kind: 'deployments', projectId});
			const isFresh = ({pageReadAt = 0}: Project) => pageReadAt > now - freshHintMs;
			const hint = bestOf(hinted, each => (isFresh(each) && canList(each) ? (each.hintedAt ?? 0) : 0));
			if (hint) return {kind: 'deployments', projectId: hint.id};

			pageTurns += Math.min(trustBounds.max, Math.max(trustBounds.min, trust));
			if (pageTurns >= 1) {
				pageTurns--;
				const page = bestOf(pages.values(), ({cursor, readAt, moves}) => {
					const ageMs = now - readAt;
					return ageMs >= minPageAgeMs && canRead({kind: 'projects', cursor}) ? ageMs * (moves + minMoves) : 0;
				});
				if (page) return {kind: 'projects', cursor: page.cursor};
			}

			const next =
				firstOf(hinted, canList) ??
				firstOf(unread, canList) ??
				bestOf(projects.values(), each => {
					if (each.listReadAt === undefined || !canList(each)) return 0;
					const isAfterwards = now - each.deployedAt < afterwards.ms;
					const rate = each.rate + (isAfterwards ? afterwards.rate : 0);
					// What is new grows with time, but most of it is over by then: the square root finds most in progress.
					const ageMs = now - each.listReadAt;
					return rate * Math.sqrt(ageMs) * Math.min(1, ageMs / dampMs);
				});
			return next && {kind: 'deployments', projectId: next.id};
		},
	};
}

export type Discovery = ReturnType<typeof createDiscovery>;
