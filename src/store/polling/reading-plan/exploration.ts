import type {PageReading, ProjectReading} from './project-reading.ts';
import {secondsSince} from './project-value.ts';
import {canReadList, minPauseMs, type Read} from './read.ts';
import {dropHint, type ReadingKnowledge} from './reading-knowledge.ts';
import {meanSeconds, recallOf} from './team-statistics.ts';

/**
The share of reads that explore: they go where the value is not known or never high, so that every project is read eventually. The less the hints tell, the more there is to learn; every other of these reads follows a hint that nobody followed in time.
*/
const share = {least: 0.025, unread: 0.225, known: 0.05, follow: 0.5};

/** Where some deployments never end, this share of the reads looks for those that were missed: it takes turns between the page that was read longest ago, whose hints are seldom worth a read, and the oldest hint that nobody followed. Each of them would be stale for ever. */
const endlessShare = 0.05;

/** Up to so many projects are read in turn with a third of the reads, more of them with a smaller share: with few projects that costs little, and nobody understands why a new deployment is not found. */
const maxInTurn = {projects: 20, share: 1 / 3};

/** With more projects than this, reading in turn finds next to nothing. */
const maxProjectsInTurn = 200;

/** A hint is followed no longer than so many times as long as a deployment lasts. */
const maxHintAge = 6;

/** A project that was never read counts as read so many seconds ago. */
const unreadSeconds = 1e6;

/** The project with the most unseen deployments to be expected, however long they are over; any that was never read goes first. */
export function unexplored({unread, readBefore}: ReadingKnowledge, now: number): ProjectReading | undefined {
	let best: ProjectReading | undefined;
	let most = Number.NEGATIVE_INFINITY;
	const consider = (project: ProjectReading) => {
		const since = project.listReadAt === undefined ? unreadSeconds : secondsSince(project.listReadAt, now);
		const score = project.rate * since * since;
		if (score > most) [best, most] = [project, score];
	};
	unread.forEachFirst(canReadList(now), consider);
	if (!best) readBefore.forEachFirst(canReadList(now), consider);
	return best;
}

/** The project with the oldest hint that nobody followed in time. */
export function missedHint(knowledge: ReadingKnowledge, now: number): ProjectReading | undefined {
	const {active, missed, statistics} = knowledge;
	for (const project of active) {
		const {hintedAt = now, durations} = project;
		if (secondsSince(hintedAt, now) > maxHintAge * meanSeconds(statistics, durations)) dropHint(knowledge, project);
	}

	for (const project of missed) if (canReadList(now)(project)) return project;
	return undefined;
}

/** Whether a deployment is known that takes so long that it may never end. */
function hasEndless({active}: ReadingKnowledge): boolean {
	for (const {rows} of active) for (const {state, status} of rows.values()) if (state !== status) return true;
	return false;
}

/** The share of reads that go to all projects in turn, if there are so many. */
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
	/** The read that explores, if it is time for one. */
	readonly next: (now: number) => Read | undefined;
	/** Whether the list of a project was read for no reason, so that it tells about the team. Forgets it. */
	readonly takeSample: (projectId: string) => boolean;
};

export function createExploration(knowledge: ReadingKnowledge): Exploration {
	/** How many reads are owed to exploring, and how many of those to old hints. */
	let owed = 0;
	let owedToHints = 0;
	let owedInTurn = 0;
	let owedToEndless = 0;
	let isPageNext = false;
	const samples = new Set<string>();

	return {
		next(now) {
			owedInTurn += shareInTurn(knowledge.projects.size);
			if (owedInTurn >= 1) {
				owedInTurn--;
				const oldest = oldestRead(knowledge, now);
				if (oldest) return {kind: 'list', projectId: oldest.id};
			}

			owedToEndless += hasEndless(knowledge) ? endlessShare : 0;
			if (owedToEndless >= 1) {
				owedToEndless--;
				isPageNext = !isPageNext;
				const page = isPageNext ? oldestPage(knowledge, now) : undefined;
				if (page) return {kind: 'page', cursor: page.cursor};
				const missed = missedHint(knowledge, now);
				if (missed) return {kind: 'list', projectId: missed.id};
			}

			const isNew = knowledge.unread.size() > 0;
			owed += share.least + (isNew ? share.unread : share.known) * (1 - recallOf(knowledge.statistics));
			if (owed < 1) return undefined;
			owed--;
			owedToHints += share.follow;
			const hinted = missedHint(knowledge, now);
			const isFollow = owedToHints >= 1 && hinted !== undefined;
			if (owedToHints >= 1) owedToHints--;
			const project = isFollow ? hinted : unexplored(knowledge, now);
			if (!project) return undefined;
			if (project.listReadAt === undefined && project.hintedAt === undefined && !isFollow) samples.add(project.id);
			return {kind: 'list', projectId: project.id};
		},

		takeSample: projectId => samples.delete(projectId),
	};
}
