import type {PageReading, ProjectReading} from './project-reading.ts';
import {secondsSince} from './project-value.ts';
import {canReadList, minPauseMs, type Read} from './read.ts';
import {dropHint, type ReadingKnowledge} from './reading-knowledge.ts';
import {meanSeconds, recallOf} from './team-statistics.ts';

/**
The shares of reads that explore: they go where the value is unknown or never high, so that every project is read eventually. The less reliable the hints, the more reads explore. Half of them follow a hint that was not followed in time.
*/
const share = {min: 0.025, unread: 0.225, known: 0.05, follow: 0.5};

/** If some deployments never end, this share of the reads looks for others that were missed, which would be stale forever. It alternates between the page that was read longest ago, whose hints are seldom worth a read, and the oldest hint that was not followed. */
const endlessShare = 0.05;

/** Up to this many projects are read in turn with a third of the reads, and more projects with a smaller share. With few projects this costs little, and users expect a new deployment to be found soon. */
const maxInTurn = {projects: 20, share: 1 / 3};

/** With more projects than this, reading in turn finds next to nothing. */
const maxProjectsInTurn = 200;

/** A hint is dropped after this many times the mean duration of a deployment. */
const maxHintAge = 6;

/** A project that was never read counts as read this many seconds ago. */
const unreadSeconds = 1e6;

/** The project with the most expected unseen deployments, even if they are over. Projects that were never read go first. */
export function unexplored({unread, readBefore}: ReadingKnowledge, now: number): ProjectReading | undefined {
	let best: ProjectReading | undefined;
	let maxScore = Number.NEGATIVE_INFINITY;
	const consider = (project: ProjectReading) => {
		const since = project.listReadAt === undefined ? unreadSeconds : secondsSince(project.listReadAt, now);
		const score = project.rate * since * since;
		if (score > maxScore) [best, maxScore] = [project, score];
	};
	unread.forEachFirst(canReadList(now), consider);
	if (!best) readBefore.forEachFirst(canReadList(now), consider);
	return best;
}

/** The project with the oldest hint that was not followed in time. */
export function missedHint(knowledge: ReadingKnowledge, now: number): ProjectReading | undefined {
	const {active, missed, statistics} = knowledge;
	for (const project of active) {
		const {hintedAt = now, durations} = project;
		if (secondsSince(hintedAt, now) > maxHintAge * meanSeconds(statistics, durations)) dropHint(knowledge, project);
	}

	for (const project of missed) if (canReadList(now)(project)) return project;
	return undefined;
}

/** Whether some known deployment takes so long that it may never end. */
function hasEndless({active}: ReadingKnowledge): boolean {
	for (const {rows} of active) if (rows.digest.hasEndless) return true;
	return false;
}

/** The share of reads that go to all projects in turn, by the number of projects. */
export const shareInTurn = (projectCount: number): number =>
	projectCount > maxProjectsInTurn ? 0 : maxInTurn.share * Math.min(1, maxInTurn.projects / projectCount);

/** The project without a deployment in progress whose list was read longest ago. */
export function oldestRead({projects}: ReadingKnowledge, now: number): ProjectReading | undefined {
	const canRead = canReadList(now);
	let oldest: ProjectReading | undefined;
	for (const project of projects.values()) {
		const {listReadAt = 0, rows} = project;
		const isOlder = listReadAt < (oldest ? (oldest.listReadAt ?? 0) : Number.POSITIVE_INFINITY);
		if (isOlder && rows.size === 0 && canRead(project)) oldest = project;
	}

	return oldest;
}

/** The page that was read longest ago. */
export function oldestPage({pages}: ReadingKnowledge, now: number): PageReading | undefined {
	let oldest: PageReading | undefined;
	for (const page of pages.values()) {
		if (page.blockedUntil <= now && page.readAt <= now - minPauseMs && page.readAt < (oldest?.readAt ?? now))
			oldest = page;
	}

	return oldest;
}

/** Chooses the reads that explore. */
export type Exploration = {
	/** Returns the next read that explores, if one is due. */
	readonly next: (now: number) => Read | undefined;
	/** Whether the list of a project was read without any hint, so that it is a fair sample of the team. Returns true once. */
	readonly takeSample: (projectId: string) => boolean;
};

export function createExploration(knowledge: ReadingKnowledge): Exploration {
	/** The reads that each way of exploring has saved up. Each choice adds its share, and a read takes 1. */
	let credit = 0;
	let hintCredit = 0;
	let turnCredit = 0;
	let endlessCredit = 0;
	let isPageNext = false;
	const samples = new Set<string>();

	return {
		next(now) {
			turnCredit += shareInTurn(knowledge.projects.size);
			if (turnCredit >= 1) {
				turnCredit--;
				const oldest = oldestRead(knowledge, now);
				if (oldest) return {kind: 'list', projectId: oldest.id};
			}

			endlessCredit += hasEndless(knowledge) ? endlessShare : 0;
			if (endlessCredit >= 1) {
				endlessCredit--;
				isPageNext = !isPageNext;
				const page = isPageNext ? oldestPage(knowledge, now) : undefined;
				if (page) return {kind: 'page', cursor: page.cursor};
				const missed = missedHint(knowledge, now);
				if (missed) return {kind: 'list', projectId: missed.id};
			}

			const isNew = knowledge.unread.size() > 0;
			credit += share.min + (isNew ? share.unread : share.known) * (1 - recallOf(knowledge.statistics));
			if (credit < 1) return undefined;
			credit--;
			hintCredit += share.follow;
			const hinted = missedHint(knowledge, now);
			const isFollow = hintCredit >= 1 && hinted !== undefined;
			if (hintCredit >= 1) hintCredit--;
			const project = isFollow ? hinted : unexplored(knowledge, now);
			if (!project) return undefined;
			if (project.listReadAt === undefined && project.hintedAt === undefined && !isFollow) samples.add(project.id);
			return {kind: 'list', projectId: project.id};
		},

		takeSample: projectId => samples.delete(projectId),
	};
}
