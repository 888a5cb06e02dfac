import type {Deployments} from './deployments.ts';
import type {Projects} from './projects.ts';
import {createDice, type Dice} from './random.ts';
import type {ProjectRow} from './world/rows.ts';
import {worldKinds} from './world/worlds.ts';
import {type SandboxConfig, someEnvironment, type World} from './world.ts';

/** The other members of the team. Their actions are determined by the seed and the action's number. */
export type SimulatedTeam = {
	/** When action number `count` happens, by the local clock. Negative numbers are before the sandbox was opened. */
	readonly dueAt: (count: number) => number;
	/** Returns the number of the first action at or soon after `at`. */
	readonly firstAfter: (at: number) => number;
	/** Performs the action. It may do nothing, because its project is deleted or busy. */
	readonly act: (count: number) => void;
};

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

/** Returns undefined for a world without a team. */
export function createSimulatedTeam({config, world, projects, deployments}: TeamOptions): SimulatedTeam | undefined {
	const {seed, openedAt} = config;
	const {meanIntervalMs} = worldKinds[config.world];
	if (meanIntervalMs === undefined) return undefined;

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

	return {
		dueAt,
		firstAfter: at => Math.ceil((at - openedAt) / meanIntervalMs),

		act(count) {
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
		},
	};
}
