import type {Deployments} from './deployments.ts';
import type {Projects} from './projects.ts';
import {createDice, type Dice} from './random.ts';
import type {ProjectRow, Store} from './store.ts';
import {type SandboxConfig, someEnvironment, type World, worldKinds} from './world.ts';

/** The team works on this many of the newest projects, mostly on the newest of them. */
const activeProjectCount = 48;
/** Only projects with at least this many newer ones are deleted. */
const minNewerForDeletion = 24;
/** Projects that the caller created, changed or deployed are left alone for this long. */
const callersOwnMs = 5 * 60_000;
const maxAttempts = 6;

type TeamOptions = {
	readonly config: SandboxConfig;
	readonly world: World;
	readonly projects: Projects;
	readonly deployments: Deployments;
};

/** The other members of the team. Their actions are determined by the seed and the action's number. Undefined for a world without a team. */
function createTeam({config, world, projects, deployments}: TeamOptions) {
	const {seed, openedAt} = config;
	const {meanIntervalMs} = worldKinds[config.world];
	if (meanIntervalMs === undefined) return undefined;

	/** When an action happens, by the local clock. Negative numbers are before the sandbox was opened. */
	const dueAt = (count: number) => openedAt + Math.floor((count + createDice(seed, 'due', count)()) * meanIntervalMs);

	/** Returns an idle project that the caller has not used recently. */
	function someProject(roll: Dice, at: number, minNewer: number): ProjectRow | undefined {
		const newest = projects.newestSeq();
		for (let attempt = 0; attempt < maxAttempts; attempt++) {
			const seq = newest - minNewer - Math.floor(roll() ** 2 * (activeProjectCount - minNewer));
			const project = projects.read(seq);
			if (!project || project.status === 'archived' || deployments.runningCount(seq) > 0) continue;
			if (project.callerAt === undefined || at - project.callerAt >= callersOwnMs) return project;
		}

		return undefined;
	}

	/** Performs an action. It may do nothing, because its project is deleted or busy. */
	function act(count: number): void {
		const at = dueAt(count);
		const roll = createDice(seed, 'people', count);
		const chance = roll();
		if (chance < 0.02) {
			projects.create(world.someName(roll), at);
			return;
		}

		const isDeletion = chance >= 0.06 && chance < 0.07;
		const project = someProject(roll, at, isDeletion ? minNewerForDeletion : 0);
		if (!project) return;
		if (isDeletion) projects.remove(project.seq);
		else if (chance < 0.06) projects.save({...project, name: world.someName(roll), updatedAt: at});
		else {
			const environmentId = someEnvironment(roll, world.words(project.seq));
			deployments.trigger(project, {environmentId, at, isCaller: false});
		}
	}

	/** Returns the number of the first action at or soon after `at`. */
	const firstAfter = (at: number) => Math.ceil((at - openedAt) / meanIntervalMs);

	return {dueAt, firstAfter, act};
}

/** How many team actions happened before the first opening: the sandbox opens in the middle of a working day. */
const initialActionCount = 15;
/** After a longer sleep, older team actions are skipped, so that catching up is fast. */
const maxSleepMs = 24 * 60 * 60_000;

/** Everything that happens by itself: what the other members of the team do, and the ends of deployments. */
export function createCatchUp(store: Store, options: TeamOptions) {
	const {deployments} = options;
	const team = createTeam(options);
	let nextAction = Number(store.fact('nextDoing') ?? -initialActionCount);
	const nextEndAt = () => deployments.nextEndAt() ?? Number.POSITIVE_INFINITY;
	const nextActionAt = () => team?.dueAt(nextAction) ?? Number.POSITIVE_INFINITY;

	return {
		/** Whether anything is due by `now`. */
		isDue: (now: number) => Math.min(nextEndAt(), nextActionAt()) <= now,

		/** Applies everything that is due by `now`, in order. */
		catchUp(now: number): void {
			nextAction = Math.max(nextAction, team?.firstAfter(now - maxSleepMs) ?? nextAction);
			for (;;) {
				const endAt = nextEndAt();
				const actionAt = nextActionAt();
				if (Math.min(endAt, actionAt) > now) break;
				if (endAt <= actionAt) deployments.concludeNext();
				else team?.act(nextAction++);
			}

			store.setFact('nextDoing', String(nextAction));
		},
	};
}
