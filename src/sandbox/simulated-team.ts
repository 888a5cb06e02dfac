import type {Deployments} from './deployments.ts';
import type {Projects} from './projects.ts';
import {createDice, type Dice} from './world/random.ts';
import type {ProjectRow} from './world/rows.ts';
import {type SandboxConfig, someEnvironment, type World} from './world/world.ts';
import {worldKinds} from './world/worlds.ts';

/** The other people of the team. What they do, and when, follows from the seed and a count of their doings. */
export type SimulatedTeam = {
	/** When doing number `count` is done. Doings below 0 were before the sandbox was opened. */
	readonly dueAt: (count: number) => number;
	/** The first doing that is not before `at`, or one soon after it. */
	readonly firstAfter: (at: number) => number;
	/** Does it. Sometimes it comes to nothing, because what it was meant for is gone or busy. */
	readonly act: (count: number) => void;
};

/** People work on this many of the newest projects, and most on the newest of them. */
const inWork = 48;
/** They delete only projects that this many newer ones have left behind. */
const outOfSight = 24;
/** What the caller made, changed or deployed is left alone for so long. */
const callersOwnMs = 5 * 60_000;
const tries = 6;

type TeamOptions = {
	readonly config: SandboxConfig;
	readonly world: World;
	readonly projects: Projects;
	readonly deployments: Deployments;
};

/** Undefined for a world in which nobody else does anything. */
export function createSimulatedTeam({config, world, projects, deployments}: TeamOptions): SimulatedTeam | undefined {
	const {seed, openedAt} = config;
	const {paceMs} = worldKinds[config.world];
	if (paceMs === undefined) return undefined;

	const dueAt = (count: number) => openedAt + Math.floor((count + createDice(seed, 'due', count)()) * paceMs);

	/** A project that nobody is busy with and that is not the caller's own at the moment. */
	function someProject(roll: Dice, at: number, newerAtLeast: number): ProjectRow | undefined {
		const newest = projects.newestSeq();
		for (let attempt = 0; attempt < tries; attempt++) {
			const seq = newest - newerAtLeast - Math.floor(roll() ** 2 * (inWork - newerAtLeast));
			const project = projects.read(seq);
			if (!project || project.status === 'archived' || deployments.runningCount(seq) > 0) continue;
			if (project.callerAt === undefined || at - project.callerAt >= callersOwnMs) return project;
		}

		return undefined;
	}

	return {
		dueAt,
		firstAfter: at => Math.ceil((at - openedAt) / paceMs),

		act(count) {
			const at = dueAt(count);
			const roll = createDice(seed, 'people', count);
			const luck = roll();
			if (luck < 0.02) {
				projects.create(world.someName(roll), at);
				return;
			}

			const isDeletion = luck >= 0.06 && luck < 0.07;
			const project = someProject(roll, at, isDeletion ? outOfSight : 0);
			if (!project) return;
			if (isDeletion) projects.remove(project.seq);
			else if (luck < 0.06) projects.save({...project, name: world.someName(roll), updatedAt: at});
			else {
				const environmentId = someEnvironment(roll, world.words(project.seq));
				deployments.trigger(project, {environmentId, at, isCaller: false});
			}
		},
	};
}
