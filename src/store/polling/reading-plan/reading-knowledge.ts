import {fadedEvidence, noEvidence} from './project-rates.ts';
import {
	createProjectReading,
	type DeploymentFacts,
	type PageReading,
	type ProjectFacts,
	type ProjectReading,
} from './project-reading.ts';
import {createReadQueue} from './read-queue.ts';
import {createTeamStatistics, unsureMs} from './team-statistics.ts';

/** An answer of endpoint 1. `askedAt` is the moment for which it is certain to hold. */
export type PageAnswer = {
	readonly cursor: string | undefined;
	readonly projects: readonly ProjectFacts[];
	readonly askedAt: number;
};

/** An answer of endpoint 6. `isComplete` says that there are no more deployments than these. */
export type ListAnswer = {
	readonly projectId: string;
	readonly deployments: readonly DeploymentFacts[];
	readonly isComplete: boolean;
	readonly askedAt: number;
};

/** An answer of endpoint 8. */
export type DeploymentAnswer = {
	readonly projectId: string;
	readonly deployment: DeploymentFacts;
	readonly askedAt: number;
};

/** What is known of the projects of a page counts as much as what it hinted at in so many seconds. */
const expectedSeconds = 1200;

/** So many moves of a hint are remembered until they can be judged. */
const maxMoves = 8;

/**
What the answers have told so far: when each page and project was read, what is in progress, and where there may be more.

It changes in place, because every answer changes a little of much. Everything that it is told has a time; it never asks for the time itself.
*/
export function createReadingKnowledge() {
	const statistics = createTeamStatistics();
	const projects = new Map<string, ProjectReading>();
	const pages = new Map<string | undefined, PageReading>();
	/** Projects with a deployment in progress or a hint that is not followed yet. */
	const active = new Set<ProjectReading>();
	/** Projects with a hint that nobody followed in time, the oldest first: a few of those deployments never end. */
	const missed = new Set<ProjectReading>();
	/** Projects whose lists were never read, and those whose were. */
	const unread = createReadQueue<ProjectReading>();
	const read = createReadQueue<ProjectReading>();

	const setActive = (project: ProjectReading) => {
		if (project.rows.size > 0 || project.hintedAt !== undefined) active.add(project);
		else active.delete(project);
	};

	const setRate = (project: ProjectReading, rate: number) => {
		project.rate = rate;
		const queue = project.listReadAt === undefined ? unread : read;
		queue.append(project, rate * statistics.lasts(project) ** 3);
	};

	const projectOf = (id: string): ProjectReading => {
		const known = projects.get(id);
		if (known) return known;
		const project = createProjectReading(id);
		projects.set(id, project);
		setRate(project, statistics.teamRate());
		return project;
	};

	const seeRow = (project: ProjectReading, facts: DeploymentFacts, askedAt: number, isUnlisted: boolean) => {
		const {id, status, isConcluded} = facts;
		const row = project.rows.get(id);
		if (row) statistics.learnState(project, row, facts, askedAt);
		if (isConcluded) project.rows.delete(id);
		else {
			const state = statistics.stateOf(project, facts, askedAt);
			project.rows.set(id, {status, state, readAt: askedAt, isUnlisted, retryAt: 0});
		}
	};

	/** How likely it is that the page just told of a new deployment of the project. */
	const seeHint = (project: ProjectReading, {updatedAt, latestUploadVersion}: ProjectFacts, askedAt: number) => {
		const mark = `${updatedAt ?? ''} ${latestUploadVersion ?? ''}`;
		const {hint: before, hintReadAt: from, rows} = project;
		if (before === undefined) project.hintSince = askedAt;
		[project.hint, project.hintReadAt] = [mark, askedAt];
		if (before === undefined || before === mark) return 0;
		project.wasBusyAtHint = rows.size > 0;
		project.moves = [...project.moves.slice(1 - maxMoves), {from, to: askedAt, wasBusy: project.wasBusyAtHint}];
		// It moved after the page was read last; when exactly, `updated_at` may tell.
		const isTold = updatedAt !== undefined && updatedAt > from - unsureMs && updatedAt <= askedAt + unsureMs;
		const movedAt = isTold ? Math.min(updatedAt, askedAt) : (from + askedAt) / 2;
		if (movedAt > (project.listReadAt ?? Number.NEGATIVE_INFINITY)) project.hintedAt = movedAt;
		setActive(project);
		return statistics.precision(project.wasBusyAtHint);
	};

	return {
		statistics,
		projects,
		pages,
		active,
		missed,
		unread,
		read,
		projectOf,

		observePage({cursor, projects: facts, askedAt}: PageAnswer) {
			const known = pages.get(cursor);
			if (known && askedAt < known.readAt) return;
			let rate = 0;
			let begun = 0;
			for (const fact of facts) {
				const project = projectOf(fact.id);
				project.createdAt = fact.createdAt;
				project.pageReadAt = askedAt;
				begun += seeHint(project, fact, askedAt);
				if (project.listReadAt === undefined) {
					const unreadRate = statistics.unreadRate(fact.updatedAt, askedAt);
					// To move many projects from line to line for little takes longer than all else.
					if (Math.abs(unreadRate - project.rate) > project.rate / 10) setRate(project, unreadRate);
					rate += unreadRate;
				} else rate += statistics.meanRate(project);
			}

			const given = known ? fadedEvidence(known.given, begun, (askedAt - known.readAt) / 1000) : noEvidence;
			// What its projects are expected to do counts until the page itself has shown more.
			const expected = rate * statistics.recall();
			const hintRate = (expected * expectedSeconds + given.begun) / (expectedSeconds + given.seconds);
			pages.set(cursor, {cursor, readAt: askedAt, blockedUntil: 0, hintRate, given});
		},

		/** `isSample` says that nothing pointed to the project. */
		observeList(answer: ListAnswer, isSample: boolean) {
			const {projectId, deployments, askedAt} = answer;
			const project = projectOf(projectId);
			[project.blockedUntil, project.listRetryAt] = [0, 0];
			if (project.listReadAt !== undefined && askedAt <= project.listReadAt) return;
			statistics.learnList(project, answer, isSample);
			const listed = new Set<string>();
			for (const deployment of deployments) {
				listed.add(deployment.id);
				if (!deployment.isConcluded || project.rows.has(deployment.id)) seeRow(project, deployment, askedAt, false);
			}

			for (const [id, row] of project.rows) if (!listed.has(id)) project.rows.set(id, {...row, isUnlisted: true});
			unread.remove(project);
			missed.delete(project);
			project.listReadAt = askedAt;
			if (project.hintReadAt <= askedAt) project.hintedAt = undefined;
			setRate(project, statistics.currentRate(project, askedAt));
			setActive(project);
		},

		observeDeployment({projectId, deployment, askedAt}: DeploymentAnswer) {
			const project = projectOf(projectId);
			project.blockedUntil = 0;
			const {isUnlisted = false, readAt = askedAt} = project.rows.get(deployment.id) ?? {};
			if (askedAt < readAt) return;
			seeRow(project, deployment, askedAt, isUnlisted);
			setActive(project);
		},

		/** Lets others of the same value go first, because its list could not be read: however many fail, the first in line is seldom one of them. */
		postpone: (project: ProjectReading) => setRate(project, project.rate),

		/** Gives up a hint that is too old to be followed soon. */
		dropHint(project: ProjectReading) {
			project.hintedAt = undefined;
			missed.add(project);
			setActive(project);
		},

		/** A deployment is gone. */
		forgetDeployment(projectId: string, deploymentId: string) {
			const project = projects.get(projectId);
			project?.rows.delete(deploymentId);
			if (project) setActive(project);
		},

		/** A project is gone. */
		forgetProject(projectId: string) {
			const project = projects.get(projectId);
			if (!project) return;
			projects.delete(projectId);
			active.delete(project);
			missed.delete(project);
			unread.remove(project);
			read.remove(project);
		},

		/** A page is gone: the list was read anew, or has become shorter. */
		forgetPage: (cursor: string | undefined) => pages.delete(cursor),
	};
}
