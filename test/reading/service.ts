import type {Deployment as ServiceDeployment, Project as ServiceProject} from '../../src/api/types.ts';
import {createRandom} from './random.ts';
import type {Team} from './team.ts';

/** In seconds since the start. */
export type Run = {
	readonly id: string;
	readonly project: Project;
	/** The beginning, changes of status, and the conclusion. */
	readonly changes: readonly number[];
	readonly concludedAt: number;
	version: number;
	/** Changes that have reached the program. */
	seen: number;
	discoveredAt: number;
};

export type Project = {
	readonly id: string;
	readonly weight: number;
	readonly lasts: number;
	runs: Run[];
	updatedAt: number;
	version: number;
};

export type RunFacts = Pick<ServiceDeployment, 'id' | 'createdAt' | 'concludedAt' | 'uploadVersion'>;
export type ListedProject = Pick<ServiceProject, 'id' | 'updatedAt' | 'latestUploadVersion'>;

const pageSize = 100;

const historySeconds = 48 * 3600;

const gapSeconds = 180;

export function createService(team: Team, seed: number, epochMs: number) {
	const random = createRandom(seed);
	const weights = Array.from({length: team.projects}, () => random.logNormal(team.skew));
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	const projects = weights.map(
		(weight, index): Project => ({
			id: `p${index}`,
			weight: weight / total,
			lasts: team.lasts * random.logNormal(0.3),
			runs: [],
			updatedAt: -historySeconds * (1 + random.uniform() * 10),
			version: 0,
		}),
	);
	let sum = 0;
	const cumulative = projects.map(({weight}) => (sum += weight));
	const pick = (): Project => {
		const at = random.uniform() * sum;
		const project = projects[cumulative.findIndex(each => each >= at)];
		if (!project) throw new Error('There are no projects.');
		return project;
	};
	let count = 0;
	const running = new Set<Run>();

	/** Changes of status that have yet to move their project's record. */
	let moves: Array<{readonly at: number; readonly project: Project}> = [];
	const move = (project: Project, at: number) => {
		if (team.hints !== 'version') project.updatedAt = Math.max(project.updatedAt, at);
		project.version++;
	};

	const begin = (project: Project, at: number): Run => {
		const lasts = random.gamma5(project.lasts);
		// Half of the time it is queued for a moment first.
		const [queued, uploaded] = [random.uniform() < 0.5 ? 0 : random.uniform() * 0.2, 0.3 + random.uniform() * 0.5];
		const changes = [at, ...(queued > 0 ? [at + queued * lasts] : []), at + uploaded * lasts, at + lasts];
		if (team.hints === 'every status') moves.push(...changes.slice(1).map(changedAt => ({at: changedAt, project})));
		const {version} = project;
		return {id: `d${count++}`, project, changes, concludedAt: at + lasts, version, seen: 0, discoveredAt: Number.NaN};
	};

	const goesOn = () => random.uniform() >= 1 / team.inARow;

	const movesAtBegin = ['begin', 'version', 'every status'].includes(team.hints);

	/** Of all moves of a lying hint, three in ten have no reason. */
	const liesPerRun = team.hints === 'lying' ? (0.5 * 0.3) / 0.7 : 0;

	for (const project of projects) {
		const rows = random.poisson((project.weight * team.rate * historySeconds) / team.inARow);
		const starts: number[] = [];
		for (let row = 0; row < rows; row++) {
			for (let at = -historySeconds * random.uniform(); at < 0; at += project.lasts + random.exponential(gapSeconds)) {
				starts.push(at);
				if (!goesOn()) break;
			}
		}

		starts.sort((a, b) => b - a);
		starts.length = Math.min(starts.length, pageSize);
		for (const at of starts) {
			const run = begin(project, at);
			run.discoveredAt = Number.POSITIVE_INFINITY;
			project.runs.push(run);
			run.version = ++project.version;
			if (team.hints !== 'none' && team.hints !== 'version' && project.updatedAt < at) project.updatedAt = at;
			if (run.concludedAt > 0) running.add(run);
		}
	}

	const rootRate = team.rate / team.inARow;
	let nextAt = random.exponential(1 / rootRate);
	/** Deployments that follow another one of their project. */
	let followers: Array<{readonly at: number; readonly project: Project}> = [];
	const start = (project: Project, at: number): Run => {
		const run = begin(project, at);
		project.runs.unshift(run);
		if (project.runs.length > 2 * pageSize) {
			project.runs = project.runs.filter(({concludedAt}, index) => index < pageSize || concludedAt > at);
		}

		running.add(run);
		if (movesAtBegin || (team.hints === 'lying' && random.uniform() < 0.5)) move(project, at);
		run.version = project.version;
		if (goesOn()) followers.push({at: run.concludedAt + random.exponential(gapSeconds), project});
		if (random.uniform() < liesPerRun) move(pick(), at);
		return run;
	};

	return {
		projects,
		running,
		/** Begins a deployment besides those that begin by themselves. */
		start,
		pageCount: Math.ceil(projects.length / pageSize),

		/** The deployments that began since the last call. */
		advance(now: number): readonly Run[] {
			const begun: Run[] = [];
			for (const {at, project} of followers.filter(({at}) => at <= now)) begun.push(start(project, at));
			followers = followers.filter(({at}) => at > now);
			for (; nextAt <= now; nextAt += random.exponential(1 / rootRate)) begun.push(start(pick(), nextAt));
			for (const {at, project} of moves) if (at <= now) project.updatedAt = Math.max(project.updatedAt, at);
			moves = moves.filter(({at}) => at > now);
			return begun;
		},

		page: (page: number): readonly ListedProject[] =>
			projects.slice(page * pageSize, (page + 1) * pageSize).map(({id, updatedAt, version}) => ({
				id,
				updatedAt: epochMs + Math.round(updatedAt * 1000),
				latestUploadVersion: version,
			})),

		facts: ({id, changes, concludedAt, version}: Run, now: number): RunFacts => ({
			id,
			createdAt: epochMs + (changes[0] ?? 0) * 1000,
			concludedAt: concludedAt <= now ? epochMs + concludedAt * 1000 : undefined,
			uploadVersion: version,
		}),
	};
}

/** In seconds, since the first change that the screen does not show. */
export function staleness({changes, seen}: Run, now: number): number {
	const changedAt = changes[seen];
	return changedAt === undefined ? 0 : Math.max(0, now - changedAt);
}
