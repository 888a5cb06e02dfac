import {dayMs, minuteMs} from '../base/duration.ts';
import {createNames, type Ending, oddWords, type ProjectStatus, plainWords, titled, type Words} from './names.ts';
import {between, createDice, type Dice, pick} from './random.ts';

/** Times are milliseconds since the epoch, by the local clock. */
export type StoredProject = {
	/** Numbers the projects from 1, the oldest. */
	readonly seq: number;
	readonly name: string;
	readonly slug: string;
	readonly url: string;
	readonly uploadMode: string;
	readonly status: ProjectStatus;
	readonly latestUploadVersion: number;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly lastOrdinal: number;
	readonly lastVersion: number;
	/** When the caller last created, changed or deployed the project. */
	readonly callerAt?: number;
};

export type StoredDeployment = {
	readonly projectSeq: number;
	/** Numbers the deployments of the project from 1. */
	readonly ordinal: number;
	readonly environmentId: string;
	readonly uploadVersion: number;
	readonly url: string;
	readonly createdAt: number;
};

type WorldKind = {
	readonly projects: number;
	/** Pause between actions of the simulated team. Undefined without a team. */
	readonly meanIntervalMs?: number;
	readonly words: Words;
};

export type WorldName = 'busy' | 'quiet' | 'empty' | 'large' | 'odd';

export const worldKinds: Readonly<Record<WorldName, WorldKind>> = {
	busy: {projects: 240, meanIntervalMs: 8000, words: plainWords},
	quiet: {projects: 12, words: plainWords},
	empty: {projects: 0, words: plainWords},
	large: {projects: 1_000_000, meanIntervalMs: 8000, words: plainWords},
	odd: {projects: 60, meanIntervalMs: 20_000, words: oddWords},
};

export type SandboxConfig = {
	readonly seed: number;
	readonly world: WorldName;
	readonly projects: number;
	readonly openedAt: number;
	/** All dates count from here, so that they stay the same if a sandbox restarts on that day. */
	readonly dayEndsAt: number;
};

/** Deployments from the creation of a project to the end of the day. `length`: their number at the opening. */
type Past = Readonly<Record<'createdAt' | 'planned' | 'length' | 'from' | 'until', number>>;

/** The days of the sandbox end at 12:00 UTC. */
export const endOfDay = (at: number): number => Math.ceil(at / dayMs - 0.5) * dayMs + dayMs / 2;

/** The newest project is at least this old, so that it can have a history. */
const minProjectAgeMs = 3 * dayMs;
const maxProjectAgeMs = 5 * 365 * dayMs;
/** Only the team deploys this long before the opening. */
const quietMs = 15 * minuteMs;
const minGapMs = 10 * minuteMs;

export const projectUrl = (slug: string): string => `https://${slug}.pages.example`;

export type World = ReturnType<typeof createWorld>;

/** Initial projects and deployments, generated on demand instead of stored. */
export function createWorld({seed, world, projects, openedAt, dayEndsAt}: SandboxConfig) {
	const {words} = worldKinds[world];
	const names = createNames(seed);

	function pastOf(seq: number): Past {
		const roll = createDice(seed, 'past', seq);
		const share = (projects - seq + roll() * 0.9) / projects;
		const createdAt = Math.floor(dayEndsAt - minProjectAgeMs - share ** 1.5 * (maxProjectAgeMs - minProjectAgeMs));
		const chance = roll();
		const desired = chance < 0.06 ? 0 : chance < 0.94 ? between(roll, 1, 40) : between(roll, 101, 260);
		const from = createdAt + minuteMs;
		const latestAt = dayEndsAt - quietMs;
		const planned = Math.min(desired, Math.floor((latestAt - from) / minGapMs));
		// Most projects were deployed recently, some not for a long time.
		const until = latestAt - (latestAt - planned * minGapMs - from) * roll() ** 3;
		let length = planned;
		while (deployedAt(seq, length, {planned, from, until}) > openedAt - quietMs) length--;
		return {createdAt, planned, length, from, until};
	}

	function deployedAt(
		seq: number,
		ordinal: number,
		{from, until, planned}: Omit<Past, 'createdAt' | 'length'>,
	): number {
		const share = ordinal - createDice(seed, 'deployed', seq, ordinal)() * 0.5;
		return Math.floor(from + (share / planned) * (until - from));
	}

	function project(seq: number): StoredProject {
		const roll = createDice(seed, 'project', seq);
		const slug = names.slugAt(projects - seq);
		const past = pastOf(seq);
		const {createdAt, length} = past;
		const before = length === 0 ? 0 : between(roll, 0, 30);
		const statusChance = roll();

		const outcomeOf = (ordinal: number) => lifecycleOf(seed, seq, ordinal).outcome;
		let lastDecisive = length;
		while (lastDecisive > 0 && outcomeOf(lastDecisive) === 'cancelled') lastDecisive--;
		let succeeded = lastDecisive;
		while (succeeded > 0 && outcomeOf(succeeded) !== 'success') succeeded--;
		const hasFailed = succeeded < lastDecisive;

		return {
			seq,
			name: roll() < 0.8 ? slug : titled(slug),
			slug,
			url: projectUrl(slug),
			uploadMode: pick(roll, words.uploadModes),
			status: statusChance < 0.06 ? 'archived' : statusChance < 0.12 ? 'paused' : hasFailed ? 'error' : 'active',
			latestUploadVersion: succeeded === 0 ? 0 : before + succeeded,
			createdAt,
			updatedAt:
				lastDecisive === 0
					? createdAt
					: deployedAt(seq, lastDecisive, past) + lifecycleOf(seed, seq, lastDecisive).concludedAfterMs,
			lastOrdinal: length,
			lastVersion: before + length,
		};
	}

	function newDeployment(
		{seq, slug, url}: StoredProject,
		own: Omit<StoredDeployment, 'projectSeq' | 'url'>,
	): StoredDeployment {
		const isDefault = own.environmentId === words.environments[0];
		return {...own, projectSeq: seq, url: isDefault ? url : `https://d${own.ordinal}--${slug}.pages.example`};
	}

	return {
		project,
		newDeployment,
		historyLength: (seq: number) => pastOf(seq).length,
		words,

		seqOfSlug(slug: string): number | undefined {
			const index = names.indexOfSlug(slug);
			return index === undefined || index >= projects ? undefined : projects - index;
		},

		deployment(seq: number, ordinal: number): StoredDeployment {
			const owner = project(seq);
			return newDeployment(owner, {
				ordinal,
				environmentId: someEnvironment(createDice(seed, 'environment', seq, ordinal), words),
				uploadVersion: owner.lastVersion - owner.lastOrdinal + ordinal,
				createdAt: deployedAt(seq, ordinal, pastOf(seq)),
			});
		},

		someName: (roll: Dice) => names.slugAt(Math.floor(roll() * 4800)),
	};
}

export function someEnvironment(roll: Dice, {environments}: Words): string {
	const chance = roll();
	return environments[chance < 0.55 ? 0 : chance < 0.88 ? 1 : 2];
}

/** Times in ms after the creation of a deployment. */
type Lifecycle = {
	readonly phasesBeginMs: readonly number[];
	readonly concludedAfterMs: number;
	readonly outcome: Ending;
};

const maxDeploymentMs = 70_000;
const minDeploymentMs = 16_000;

/** 16 to 70 seconds for a success, shorter otherwise. */
export function lifecycleOf(seed: number, projectSeq: number, ordinal: number): Lifecycle {
	const roll = createDice(seed, 'life', projectSeq, ordinal);
	const chance = roll();
	const outcome = chance < 0.75 ? 'success' : chance < 0.92 ? 'failure' : 'cancelled';
	const queuedMs = 1000 + roll() * 3000;
	// Squared, because most deployments are quick and a few are slow.
	const wholeMs = minDeploymentMs + roll() ** 2 * (maxDeploymentMs - minDeploymentMs);
	const shares = [0.6 + roll() * 0.6, 1.5 + roll(), 0.5 + roll() * 0.5, 0.2 + roll() * 0.4];
	const sum = shares.reduce((total, share) => total + share, 0);

	const phasesBeginMs = [0];
	let beginsMs = queuedMs;
	for (const share of shares) {
		phasesBeginMs.push(Math.round(beginsMs));
		beginsMs += (share / sum) * (wholeMs - queuedMs);
	}

	const fraction = outcome === 'success' ? 1 : 0.35 + roll() * 0.6;
	return {phasesBeginMs, concludedAfterMs: Math.round(wholeMs * fraction), outcome};
}

export function phaseAt({phasesBeginMs, concludedAfterMs}: Lifecycle, ageMs: number): number | 'concluded' {
	if (ageMs >= concludedAfterMs) return 'concluded';
	return Math.max(
		0,
		phasesBeginMs.findLastIndex(beginMs => beginMs <= ageMs),
	);
}
