import {createDice, type Dice} from './random.ts';
import type {Records} from './records.ts';
import {type SandboxConfig, type StoredProject, someEnvironment, type World, worldKinds} from './world.ts';

/** The number of newest projects the team works on, mostly on the very newest. */
const activeProjectCount = 48;
/** A project is deleted only if at least this many are newer. */
const minNewerForDeletion = 24;
/** How long the team leaves projects alone that the caller created, changed or deployed. */
const callersOwnMs = 5 * 60_000;
const maxUploadAttempts = 6;
/** Team actions before the opening, so that the sandbox opens in the middle of a working day. */
const initialActionCount = 15;
/** Older team actions are skipped after a longer sleep, so that catching up is fast. */
const maxSleepMs = 24 * 60 * 60_000;

/** Events without a request: deployments end, and the team acts. The seed and the number of an action decide what it does. Actions before the end of the day have negative numbers. */
export function createCatchUp({seed, openedAt, dayEndsAt, world: name}: SandboxConfig, world: World, records: Records) {
	const {meanIntervalMs = Number.POSITIVE_INFINITY} = worldKinds[name];
	let nextAction = Math.floor((openedAt - dayEndsAt) / meanIntervalMs) - initialActionCount;

	const actionAt = (count: number) =>
		Number.isFinite(meanIntervalMs)
			? dayEndsAt + Math.floor((count + createDice(seed, 'due', count)()) * meanIntervalMs)
			: Number.POSITIVE_INFINITY;
	const nextEndAt = () => records.nextEndAt() ?? Number.POSITIVE_INFINITY;

	function someProject(roll: Dice, at: number, minNewer: number): StoredProject | undefined {
		const newest = records.newestSeq();
		for (let attempt = 0; attempt < maxUploadAttempts; attempt++) {
			const seq = newest - minNewer - Math.floor(roll() ** 2 * (activeProjectCount - minNewer));
			const project = records.project(seq);
			if (!project || project.status === 'archived' || records.runningCount(seq) > 0) continue;
			if (project.callerAt === undefined || at - project.callerAt >= callersOwnMs) return project;
		}

		return undefined;
	}

	function act(count: number): void {
		const at = actionAt(count);
		const roll = createDice(seed, 'people', count);
		const chance = roll();
		// A sandbox has the same projects, whenever it opens.
		if (chance < 0.07 && at < openedAt) return;
		if (chance < 0.02) {
			records.createProject(world.someName(roll), at);
			return;
		}

		const isDeletion = chance >= 0.06 && chance < 0.07;
		const project = someProject(roll, at, isDeletion ? minNewerForDeletion : 0);
		if (!project) return;
		if (isDeletion) records.deleteProject(project.seq);
		else if (chance < 0.06) records.saveProject({...project, name: world.someName(roll), updatedAt: at});
		else records.deploy(project, {environmentId: someEnvironment(roll, world.words), at});
	}

	return (now: number): void => {
		nextAction = Math.max(nextAction, Math.ceil((now - maxSleepMs - dayEndsAt) / meanIntervalMs));
		for (;;) {
			const endAt = nextEndAt();
			const at = actionAt(nextAction);
			if (Math.min(endAt, at) > now) break;
			if (endAt <= at) records.concludeNext();
			else act(nextAction++);
		}
	};
}
