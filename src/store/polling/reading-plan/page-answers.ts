import {toServiceTime} from '../../../clock.ts';
import {isOutdated} from '../../model/deployments/newer-answer.ts';
import {fadedEvidence, noEvidence} from './project-rates.ts';
import type {ProjectFacts, ProjectReading} from './project-reading.ts';
import {projectOf, type ReadingKnowledge, setActive, setRate} from './reading-knowledge.ts';
import {unsureMs} from './team-learning.ts';
import {meanRate, precisionOf, recallOf, unreadRate} from './team-statistics.ts';

/** An answer of endpoint 1, which was requested at `askedAt` by the local clock. */
export type PageAnswer = {
	readonly cursor: string | undefined;
	readonly projects: readonly ProjectFacts[];
	readonly askedAt: number;
	/** The service's clock minus the local one, with which the times of the projects were converted. Default: 0. */
	readonly skewMs?: number;
};

/** What is expected of the projects of a page weighs as much as the hints of the page over this many seconds. */
const expectedSeconds = 1200;

/** The maximum number of moves of a hint that are remembered until they can be judged. */
const maxMoves = 8;

/** Stores the hint of a project. Returns how likely it is that it reveals a new deployment. */
function seeHint(
	knowledge: ReadingKnowledge,
	project: ProjectReading,
	{updatedAt, latestUploadVersion}: ProjectFacts,
	{askedAt, skewMs = 0}: PageAnswer,
): number {
	// By the service's clock: the difference between the clocks is corrected now and then.
	const updatedThen = updatedAt === undefined ? '' : toServiceTime(updatedAt, skewMs);
	const mark = `${updatedThen} ${latestUploadVersion ?? ''}`;
	const {hint: before, hintReadAt: from, rows} = project;
	if (before === undefined) project.hintSince = askedAt;
	[project.hint, project.hintReadAt] = [mark, askedAt];
	if (before === undefined || before === mark) return 0;
	project.wasBusyAtHint = rows.size > 0;
	project.moves = [...project.moves.slice(1 - maxMoves), {from, to: askedAt, wasBusy: project.wasBusyAtHint}];
	// The hint moved after the page was last read; `updated_at` may say exactly when.
	const isExact = updatedAt !== undefined && updatedAt > from - unsureMs && updatedAt <= askedAt + unsureMs;
	const movedAt = isExact ? Math.min(updatedAt, askedAt) : (from + askedAt) / 2;
	if (movedAt > (project.listReadAt ?? Number.NEGATIVE_INFINITY)) project.hintedAt = movedAt;
	setActive(knowledge, project);
	return precisionOf(knowledge.statistics, project.wasBusyAtHint);
}

export function observePage(knowledge: ReadingKnowledge, answer: PageAnswer): void {
	const {cursor, projects: facts, askedAt} = answer;
	const {pages, statistics} = knowledge;
	const known = pages.get(cursor);
	if (isOutdated(askedAt, known?.readAt)) return;
	let rate = 0;
	let begun = 0;
	for (const fact of facts) {
		const project = projectOf(knowledge, fact.id);
		project.createdAt = fact.createdAt;
		project.pageReadAt = askedAt;
		begun += seeHint(knowledge, project, fact, answer);
		if (project.listReadAt === undefined) {
			const expected = unreadRate(statistics, fact.updatedAt, askedAt);
			// Moving many projects to other buckets because of small changes would take longer than everything else.
			if (Math.abs(expected - project.rate) > project.rate / 10) setRate(knowledge, project, expected);
			rate += expected;
		} else rate += meanRate(statistics, project);
	}

	const given = known ? fadedEvidence(known.given, begun, (askedAt - known.readAt) / 1000) : noEvidence;
	// What is expected of its projects counts until the page itself has shown more.
	const expected = rate * recallOf(statistics);
	const hintRate = (expected * expectedSeconds + given.begun) / (expectedSeconds + given.seconds);
	pages.set(cursor, {cursor, readAt: askedAt, blockedUntil: 0, hintRate, given});
}
