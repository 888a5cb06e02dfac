import type {LocalTime} from '../base/clock.ts';
import type {Read} from '../model/read-request.ts';
import {createDiscovery} from './discovery.ts';

const never = Number.POSITIVE_INFINITY;

/** How old the list of a project may become, in milliseconds: with a deployment in progress, and without. */
const maxAgeMs = {
	open: {running: 4500, quiet: 20_000},
	watched: {running: 7000, quiet: 60_000},
	visible: {running: 15_000, quiet: 300_000},
	elsewhere: {running: 30_000, quiet: never},
} as const;

/** While nothing is too old, what is open is read from this share of its age on; and if there is nothing to look for, also what is watched. */
const earlyShare = {wide: 0.67, narrow: 0.2};

/** A deployment that has been in progress for longer may never conclude, and is read less often the longer it takes. */
const longMs = 120_000;

/** No list is read again sooner. */
const minPauseMs = 900;

/** While something is overdue, so many reads of known projects go before each one that looks for deployments nobody knows of. */
const maxKnownInARow = 2;

/** The projects that the user looks at. */
export type Views = {
	/** Selected, or open. */
	readonly open: ReadonlySet<string>;
	readonly watched: ReadonlySet<string>;
	/** On the screen. */
	readonly visible: ReadonlySet<string>;
};

/** A deployment in progress, as it was last read. `isUnlisted`: only its own record shows it. */
export type RunningDeployment = {
	readonly projectId: string;
	readonly deploymentId: string;
	readonly beganAt: LocalTime;
	readonly readAt: LocalTime;
	readonly isUnlisted: boolean;
};

type Turn = {
	readonly now: LocalTime;
	readonly views: Views;
	readonly running: readonly RunningDeployment[];
	/** Whether it may look for what nobody knows of. */
	readonly isWide: boolean;
	/** Whether a read is neither in flight nor pausing after a failure. */
	readonly canRead: (read: Read) => boolean;
};

function agesOf(projectId: string, {open, watched, visible}: Views) {
	if (open.has(projectId)) return maxAgeMs.open;
	if (watched.has(projectId)) return maxAgeMs.watched;
	return visible.has(projectId) ? maxAgeMs.visible : maxAgeMs.elsewhere;
}

/** Returns how old what is known about a deployment in progress may become. */
export const maxRunningAgeMs = ({projectId, beganAt}: RunningDeployment, views: Views, now: LocalTime): number =>
	agesOf(projectId, views).running * Math.sqrt(Math.max(1, (now - beganAt) / longMs));

/**
Chooses the next read when nothing else is wanted.

Every known project has a maximum age, and the one that exceeds it the most, as a ratio, goes next. Every third read, and every read while nothing is overdue, looks for deployments nobody knows of. Give `discovery` every answer, even to reads that the order did not choose.
*/
export function createReadOrder() {
	const discovery = createDiscovery();
	let knownInARow = 0;

	/** Returns what exceeds its age the most. */
	function overdue({now, views, running, isWide, canRead}: Turn): Read | undefined {
		const {open, watched} = views;
		const isEarly = (projectId: string, ratio: number) =>
			isWide
				? open.has(projectId) && ratio > earlyShare.wide
				: (open.has(projectId) || watched.has(projectId)) && ratio > earlyShare.narrow;
		let most: Read | undefined;
		let highest = 0;
		const consider = (read: Extract<Read, {projectId: string}>, readAt: LocalTime | undefined, ageMs: number) => {
			const ratio = readAt === undefined ? never : (now - readAt) / ageMs;
			const isDue = ratio > 1 || isEarly(read.projectId, ratio);
			if (ratio > highest && isDue && canRead(read)) [most, highest] = [read, ratio];
		};
		const quietMs = (projectId: string): number => agesOf(projectId, views).quiet;
		const known = [...views.open, ...views.watched, ...views.visible, ...running.map(({projectId}) => projectId)];
		/** How old the list of each known project may become. */
		const listAges = new Map(known.map(projectId => [projectId, quietMs(projectId)]));
		for (const each of running) {
			const {projectId, deploymentId, readAt} = each;
			const ageMs = Math.min(quietMs(projectId), maxRunningAgeMs(each, views, now));
			if (each.isUnlisted) consider({kind: 'deployment', projectId, deploymentId}, readAt, ageMs);
			else listAges.set(projectId, Math.min(listAges.get(projectId) ?? never, ageMs));
		}

		for (const [projectId, ageMs] of listAges) {
			consider({kind: 'deployments', projectId}, discovery.listReadAt(projectId), ageMs);
		}

		return most;
	}

	return {
		discovery,

		/** Returns the next read. Undefined if there is none that makes sense now. */
		next(turn: Turn): Read | undefined {
			const canRead = (read: Read): boolean =>
				(read.kind !== 'deployments' || turn.now - (discovery.listReadAt(read.projectId) ?? 0) >= minPauseMs) &&
				turn.canRead(read);
			const known = knownInARow < maxKnownInARow ? overdue({...turn, canRead}) : undefined;
			knownInARow = known ? knownInARow + 1 : 0;
			return known ?? (turn.isWide ? discovery.next(turn.now, canRead) : undefined) ?? overdue({...turn, canRead});
		},
	};
}
