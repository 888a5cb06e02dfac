import type {PageReading, ProjectReading} from './project-reading.ts';
import {listValue, needsOwnRecord, secondsSince} from './project-value.ts';
import {discoveryValue, maxDiscoveryValue, rowValue} from './read-value.ts';
import {createReadingKnowledge, type DeploymentAnswer, type ListAnswer, type PageAnswer} from './reading-knowledge.ts';
import {initialWeights, type View, weightsAfter} from './view-weights.ts';

/** A request of the plan: endpoint 1, 6 or 8. */
export type Read =
	| {readonly kind: 'page'; readonly cursor: string | undefined}
	| {readonly kind: 'list'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string};

/** What people look at, by project. */
export type Views = {
	/** Selected, or open. */
	readonly live: ReadonlySet<string>;
	readonly watched: ReadonlySet<string>;
	/** On the screen. */
	readonly visible: ReadonlySet<string>;
};

/**
The share of reads that explore: they go where the value is not known or never high, so that every project is read eventually. The less the hints tell, the more there is to learn; every other of these reads follows a hint that nobody followed in time.
*/
const explore = {least: 0.025, unread: 0.225, known: 0.05, follow: 0.5};

/** A hint is followed no longer than so many times as long as a deployment lasts. */
const maxHintAge = 6;

/** Nothing is read again sooner than this, however much of the budget is left. */
const minPauseMs = 1000;

const never = Number.NEGATIVE_INFINITY;

export type ReadingPlan = ReturnType<typeof createReadingPlan>;

/**
Chooses the next read, from what the answers so far have told. Tell it every answer, also to reads that it did not choose.

When a read may be made is for the pace to say.
*/
export function createReadingPlan() {
	const knowledge = createReadingKnowledge();
	const {statistics, projects, pages, active, missed, unread, read: readBefore} = knowledge;
	let weights = initialWeights;
	/** How many reads are owed to exploring, and how many of those to old hints. */
	let owed = 0;
	let owedToHints = 0;
	/** The projects whose lists are read although nothing points to them. */
	const samples = new Set<string>();

	const viewOf = ({id}: ProjectReading, {live, watched, visible}: Views): View => {
		if (live.has(id)) return 'live';
		if (watched.has(id)) return 'watched';
		return visible.has(id) ? 'visible' : 'rest';
	};

	const canReadList = (now: number) => (project: ProjectReading) =>
		project.blockedUntil <= now && project.listRetryAt <= now && (project.listReadAt ?? never) <= now - minPauseMs;

	/** The project to explore: one that was never read, or the one with the most unseen deployments to be expected, however long they are over. */
	const unexplored = (now: number): ProjectReading | undefined => {
		let best: ProjectReading | undefined;
		let most = never;
		const consider = (project: ProjectReading) => {
			const since = project.listReadAt === undefined ? 1e6 : secondsSince(project.listReadAt, now);
			const score = project.rate * since * since;
			if (score > most) [best, most] = [project, score];
		};
		unread.forEachFirst(canReadList(now), consider);
		if (!best) readBefore.forEachFirst(canReadList(now), consider);
		return best;
	};

	/** The oldest hint that nobody followed in time. */
	const missedHint = (now: number): ProjectReading | undefined => {
		for (const project of active) {
			const {hintedAt = now} = project;
			if (secondsSince(hintedAt, now) > maxHintAge * statistics.lasts(project)) knowledge.dropHint(project);
		}

		for (const project of missed) if (canReadList(now)(project)) return project;
		return undefined;
	};

	/** The read that explores, if it is time for one. */
	const exploration = (now: number): Read | undefined => {
		owed += explore.least + (unread.size() > 0 ? explore.unread : explore.known) * (1 - statistics.recall());
		if (owed < 1) return undefined;
		owed--;
		owedToHints += explore.follow;
		const hinted = missedHint(now);
		const isFollow = owedToHints >= 1 && hinted !== undefined;
		if (owedToHints >= 1) owedToHints--;
		const project = isFollow ? hinted : unexplored(now);
		if (!project) return undefined;
		if (project.listReadAt === undefined && project.hintedAt === undefined && !isFollow) samples.add(project.id);
		return {kind: 'list', projectId: project.id};
	};

	/** The read with the highest value. */
	const best = (now: number, views: Views): Read | undefined => {
		let highest = never;
		let ofProject: ProjectReading | undefined;
		let deploymentId: string | undefined;
		const canRead = canReadList(now);
		const considerList = (project: ProjectReading) => {
			const value = listValue(project, {now, view: viewOf(project, views), weights, statistics});
			if (value > highest) [highest, ofProject, deploymentId] = [value, project, undefined];
		};
		const considerRows = (project: ProjectReading) => {
			for (const [id, row] of project.rows) {
				if (!needsOwnRecord(project, row, now) || row.readAt > now - minPauseMs) continue;
				const stateLasts = statistics.stateLasts(row, statistics.lasts(project));
				const value = weights[viewOf(project, views)] * rowValue(secondsSince(row.readAt, now), stateLasts);
				if (value > highest) [highest, ofProject, deploymentId] = [value, project, id];
			}
		};
		for (const project of active) {
			if (canRead(project)) considerList(project);
			if (project.blockedUntil <= now) considerRows(project);
		}

		for (const ids of [views.live, views.watched, views.visible]) {
			for (const id of ids) {
				const project = knowledge.projectOf(id);
				if (!active.has(project) && canRead(project)) considerList(project);
			}
		}

		readBefore.forEachFirst(canRead, considerList);
		unread.forEachFirst(canRead, considerList);
		const lasts = statistics.lasts();
		let page: PageReading | undefined;
		for (const each of pages.values()) {
			if (each.blockedUntil > now || each.readAt > now - minPauseMs) continue;
			// A page is worth what its hints let find. To follow them costs more requests, but as many however often it is read.
			const since = secondsSince(each.readAt, now);
			if (maxDiscoveryValue(since, each.hintRate, lasts) <= highest) continue;
			const value = discoveryValue(since, each.hintRate, lasts);
			if (value > highest) [highest, page] = [value, each];
		}

		if (page) return {kind: 'page', cursor: page.cursor};
		if (!ofProject) return undefined;
		const {id: projectId} = ofProject;
		return deploymentId === undefined ? {kind: 'list', projectId} : {kind: 'deployment', projectId, deploymentId};
	};

	/** Lets the weights follow how long the rows of a project were not read that is read now. */
	const balance = (project: ProjectReading, now: number, views: Views) => {
		const lasts = statistics.lasts(project);
		const view = viewOf(project, views);
		for (const row of project.rows.values()) {
			const since = secondsSince(row.readAt, now);
			weights = weightsAfter(weights, {view, since, stateLasts: statistics.stateLasts(row, lasts)});
		}
	};

	const block = (read: Read, until: number) => {
		const target = read.kind === 'page' ? pages.get(read.cursor) : projects.get(read.projectId);
		if (target) target.blockedUntil = until;
	};

	return {
		observePage: (answer: PageAnswer) => knowledge.observePage(answer),
		observeList: (answer: ListAnswer) => knowledge.observeList(answer, samples.delete(answer.projectId)),
		observeDeployment: (answer: DeploymentAnswer) => knowledge.observeDeployment(answer),
		forgetPage: knowledge.forgetPage,
		forgetProject: knowledge.forgetProject,
		forgetDeployment: knowledge.forgetDeployment,

		/** A read has failed, and is not tried again before `retryAt`. The rows of a list that failed are read one by one. */
		observeFailure(read: Read, retryAt: number) {
			block(read, read.kind === 'page' ? retryAt : 0);
			const project = read.kind === 'page' ? undefined : projects.get(read.projectId);
			if (!project || read.kind === 'page') return;
			if (read.kind === 'list') {
				project.listRetryAt = retryAt;
				knowledge.postpone(project);
				return;
			}

			const row = project.rows.get(read.deploymentId);
			if (row) project.rows.set(read.deploymentId, {...row, retryAt});
		},

		/** The read that is expected to tell the most. Undefined if all were made within the last second, are in flight or failing. */
		nextRead: (now: number, views: Views): Read | undefined => exploration(now) ?? best(now, views),

		/** A read was started, whether the plan chose it or not: it is not started twice. */
		started(read: Read, now: number, views: Views) {
			const project = read.kind === 'list' ? projects.get(read.projectId) : undefined;
			if (project) balance(project, now, views);
			block(read, Number.POSITIVE_INFINITY);
		},
	};
}
