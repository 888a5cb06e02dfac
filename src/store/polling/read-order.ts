import type {LocalTime} from '../../clock.ts';
import {createDiscovery} from './discovery.ts';
import type {DeploymentAnswer, DeploymentFacts, ListAnswer, PageAnswer, Read, Views} from './read-facts.ts';

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

/** A deployment in progress, as it was last read. `isUnlisted`: only its own record shows it. */
type Row = {readonly beganAt: LocalTime; readonly readAt: LocalTime; readonly isUnlisted: boolean};

type Turn = {
	readonly now: LocalTime;
	readonly views: Views;
	/** Whether it may look for what nobody knows of. */
	readonly isWide: boolean;
};

const keyOf = (read: Read): string => JSON.stringify(Object.values(read));

type Place = keyof typeof maxAgeMs;

/** Returns where the user sees a project. */
function placeOf(projectId: string, {open, watched, visible}: Views): Place {
	if (open.has(projectId)) return 'open';
	if (watched.has(projectId)) return 'watched';
	return visible.has(projectId) ? 'visible' : 'elsewhere';
}

/** Returns how old what is known about a deployment may become that has been in progress for `progressMs`. */
export const maxRunningAgeMs = (place: Place, progressMs: number): number =>
	maxAgeMs[place].running * Math.sqrt(Math.max(1, progressMs / longMs));

/**
Chooses the next read when nothing else is wanted, from what the answers so far have revealed. Give it every answer, even to reads that it did not choose.

Every known project has a maximum age, and the one that exceeds it the most, as a ratio, goes next. Every third read, and every read while nothing is overdue, looks for deployments nobody knows of (`discovery.ts`).
*/
export function createReadOrder() {
	const discovery = createDiscovery();
	/** The deployments in progress, by project. */
	const running = new Map<string, Map<string, Row>>();
	/** When what is failing may be read again; forever for what is in flight. */
	const blockedUntil = new Map<string, LocalTime>();
	let knownInARow = 0;

	function see(projectId: string, {id, createdAt, isConcluded}: DeploymentFacts, row: Omit<Row, 'beganAt'>) {
		const rows = running.get(projectId) ?? new Map<string, Row>();
		if (isConcluded) rows.delete(id);
		else rows.set(id, {beganAt: createdAt ?? rows.get(id)?.beganAt ?? row.readAt, ...row});
		if (rows.size > 0) running.set(projectId, rows);
		else running.delete(projectId);
	}

	function canRead(read: Read, now: LocalTime): boolean {
		if ((blockedUntil.get(keyOf(read)) ?? 0) > now) return false;
		return read.kind !== 'list' || now - (discovery.listReadAt(read.projectId) ?? 0) >= minPauseMs;
	}

	/** Returns what exceeds its age the most. */
	function overdue({now, views, isWide}: Turn): Read | undefined {
		let most: Read | undefined;
		let highest = 0;
		const early = isWide
			? {share: earlyShare.wide, projects: views.open}
			: {share: earlyShare.narrow, projects: new Set([...views.open, ...views.watched])};
		const consider = (read: Exclude<Read, {kind: 'page'}>, readAt: LocalTime | undefined, ageMs: number) => {
			const ratio = readAt === undefined ? never : (now - readAt) / ageMs;
			const isEarly = ratio > early.share && early.projects.has(read.projectId);
			if (ratio > highest && (ratio > 1 || isEarly) && canRead(read, now)) [most, highest] = [read, ratio];
		};
		for (const projectId of new Set([...views.open, ...views.watched, ...views.visible, ...running.keys()])) {
			const place = placeOf(projectId, views);
			const quietMs = maxAgeMs[place].quiet;
			const runningAge = (beganAt: LocalTime) => Math.min(quietMs, maxRunningAgeMs(place, now - beganAt));
			let ageMs: number = quietMs;
			for (const [deploymentId, {beganAt, readAt, isUnlisted}] of running.get(projectId) ?? []) {
				if (isUnlisted) consider({kind: 'deployment', projectId, deploymentId}, readAt, runningAge(beganAt));
				else ageMs = Math.min(ageMs, runningAge(beganAt));
			}

			consider({kind: 'list', projectId}, discovery.listReadAt(projectId), ageMs);
		}

		return most;
	}

	return {
		observePage(answer: PageAnswer) {
			blockedUntil.delete(keyOf({kind: 'page', cursor: answer.cursor}));
			discovery.observePage(answer);
		},

		observeList(answer: ListAnswer) {
			const {projectId, deployments, askedAt: readAt} = answer;
			blockedUntil.delete(keyOf({kind: 'list', projectId}));
			const before = discovery.listReadAt(projectId);
			if (before !== undefined && readAt <= before) return;
			discovery.observeList(answer);
			const unlisted = new Map(running.get(projectId));
			for (const facts of deployments) {
				if (!facts.isConcluded || unlisted.delete(facts.id)) see(projectId, facts, {readAt, isUnlisted: false});
				unlisted.delete(facts.id);
			}

			for (const [id, row] of unlisted) running.get(projectId)?.set(id, {...row, isUnlisted: true});
		},

		observeDeployment({projectId, deployment, askedAt: readAt}: DeploymentAnswer) {
			blockedUntil.delete(keyOf({kind: 'deployment', projectId, deploymentId: deployment.id}));
			const row = running.get(projectId)?.get(deployment.id);
			if (row && row.readAt > readAt) return;
			see(projectId, deployment, {readAt, isUnlisted: row?.isUnlisted ?? false});
		},

		/** A read has failed at `at`, and is not chosen again before `retryAt`. The rows of a list that fails are read one by one. */
		observeFailure(read: Read, {at, retryAt}: {readonly at: LocalTime; readonly retryAt: LocalTime}) {
			// What failed may be gone, and would be kept forever.
			for (const [key, until] of blockedUntil) if (until <= at) blockedUntil.delete(key);
			blockedUntil.set(keyOf(read), retryAt);
			if (read.kind !== 'list') return;
			const rows = running.get(read.projectId);
			for (const [id, row] of rows ?? []) rows?.set(id, {...row, isUnlisted: true});
		},

		/** Whatever has failed may be tried again at once. */
		forgetFailures() {
			for (const [key, until] of blockedUntil) if (until < never) blockedUntil.delete(key);
		},

		keepPages: discovery.keepPages,

		/** A project is not listed any more. What is in progress there is read until it is known what became of it. */
		unlistProject: discovery.forgetProject,

		forgetProject(projectId: string) {
			discovery.forgetProject(projectId);
			running.delete(projectId);
		},

		forgetDeployment(projectId: string, deploymentId: string) {
			const rows = running.get(projectId);
			rows?.delete(deploymentId);
			if (rows?.size === 0) running.delete(projectId);
		},

		/** A read has begun, even if something else chose it. */
		started: (read: Read) => blockedUntil.set(keyOf(read), never),

		/** A read has ended, even without an answer or a failure. */
		finished(read: Read) {
			if (blockedUntil.get(keyOf(read)) === never) blockedUntil.delete(keyOf(read));
		},

		/** Returns the next read. Undefined if there is none that makes sense now. */
		next(turn: Turn): Read | undefined {
			const {now, isWide} = turn;
			const discover = () => (isWide ? discovery.next(now, read => canRead(read, now)) : undefined);
			const known = knownInARow < maxKnownInARow ? overdue(turn) : undefined;
			knownInARow = known ? knownInARow + 1 : 0;
			return known ?? discover() ?? overdue(turn);
		},
	};
}

export type ReadOrder = ReturnType<typeof createReadOrder>;
