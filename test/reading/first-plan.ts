import type {Read} from '../../src/store/polling/reading-plan/read.ts';
import type {SimulatedPlan} from './plan.ts';

/*
The plan of 0.1.0, as a model of src/store/polling/poll-plan.ts that is fast enough to simulate days: fixed delays by tier, a sliding minute for the budget, and shares of it that tiers may take together. Without the projects list on the screen, and without failures.
*/

type Tier = 'hot' | 'warm' | 'rows' | 'sweep' | 'cold';

type Target = {
	readonly read: Read;
	readonly tier: Tier;
	readonly askedAt: number;
	readonly dueAt: number;
	readonly everyMs: number;
};

type Known = {
	readonly id: string;
	askedAt: number;
	/** What its page said when the list was read, and what it says now. */
	markThen: string;
	mark: string;
	updatedAt: number;
	lastAt: number | undefined;
	hasRunning: boolean;
};

type Row = {
	readonly projectId: string;
	readonly id: string;
	readonly createdAt: number;
	askedAt: number;
};

const weights: Readonly<Record<Tier, number>> = {hot: 8, warm: 8, rows: 2, sweep: 1, cold: 0.2};
const idle: readonly Tier[] = ['rows', 'sweep', 'cold'];
const shares: ReadonlyArray<{readonly tiers: readonly Tier[]; readonly share: number}> = [
	{tiers: ['hot', 'warm', ...idle], share: 1},
	{tiers: idle, share: 0.7},
	{tiers: ['sweep'], share: 0.3},
	{tiers: ['cold'], share: 0.5},
];

const minuteMs = 60_000;
const maxAtOnce = 2;
const maxTurns = 8;
const never = Number.NEGATIVE_INFINITY;

const hotMs = (ageMs: number) =>
	ageMs < 3000 ? 1000 : ageMs < 30_000 ? 2000 : ageMs < 5 * minuteMs ? 3000 : ageMs < 30 * minuteMs ? 5000 : 15_000;

/** A fifth sooner or later, the same each time it is asked. */
const jittered = (askedAt: number, everyMs: number) => askedAt + everyMs * (0.8 + ((askedAt * 0.618_034) % 1) * 0.4);

export function createFirstPlan(perMinute: number): SimulatedPlan {
	const projects = new Map<string, Known>();
	const pages = new Map<string | undefined, number>();
	const rows = new Map<string, Row>();
	const hinted = new Set<Known>();
	const flights = new Set<string>();
	let spent: Array<{readonly at: number; readonly tier: Tier}> = [];
	let looks = 0;
	const keyOf = (read: Read) =>
		read.kind === 'page'
			? `page ${read.cursor}`
			: `${read.kind} ${read.projectId} ${read.kind === 'list' ? '' : read.deploymentId}`;

	const hasRoom = (tier: Tier, now: number): boolean =>
		shares.every(({tiers, share}) => {
			if (!tiers.includes(tier)) return true;
			const limit = Math.max(1, Math.floor(perMinute * share));
			const taken = spent.filter(other => tiers.includes(other.tier));
			if (taken.length >= limit) return false;
			return tiers.length > 1 || (taken.at(-1)?.at ?? never) + minuteMs / limit <= now;
		});

	const look = (now: number): Target | undefined => {
		let next: Known | undefined;
		let unread: Known | undefined;
		let highest = 0;
		for (const project of projects.values()) {
			const isUnread = project.askedAt === never;
			if (isUnread) unread ??= project;
			const agoMs = isUnread ? 60 * minuteMs : now - project.askedAt;
			if (agoMs < 15_000) continue;
			const lastAt = isUnread ? project.updatedAt : project.lastAt;
			const ageMs = Math.max(minuteMs, lastAt === undefined ? 30 * 24 * 60 * minuteMs : now - lastAt);
			const urgency = (agoMs * agoMs) / ageMs;
			if (urgency > highest) [next, highest] = [project, urgency];
		}

		const looked = unread && (looks % 4 === 0 || !next) ? unread : next;
		if (!looked) return undefined;
		const everyMs = 10 * minuteMs;
		const read: Read = {kind: 'list', projectId: looked.id};
		return {read, tier: 'cold', askedAt: looked.askedAt, dueAt: now - 5 * everyMs, everyMs};
	};

	const listTarget = (projectId: string, tier: Tier, askedAt: number, everyMs: number): Target => ({
		read: {kind: 'list', projectId},
		tier,
		askedAt,
		dueAt: jittered(askedAt, everyMs),
		everyMs,
	});

	const targets = (now: number, live: ReadonlySet<string>, watched: ReadonlySet<string>): readonly Target[] => {
		const all: Target[] = [];
		for (const id of watched) all.push(listTarget(id, 'warm', projects.get(id)?.askedAt ?? never, 10_000));
		const board: Row[] = [];
		for (const row of rows.values()) {
			const {projectId, id, createdAt, askedAt} = row;
			if (!live.has(projectId) && !watched.has(projectId)) {
				board.push(row);
				continue;
			}

			const everyMs = hotMs(now - createdAt);
			const read: Read = {kind: 'deployment', projectId, deploymentId: id};
			all.push({read, tier: 'hot', askedAt, dueAt: jittered(askedAt, everyMs), everyMs});
		}

		board.sort((a, b) => a.askedAt - b.askedAt);
		for (const {projectId, askedAt} of board.slice(0, maxTurns)) {
			all.push(listTarget(projectId, 'rows', askedAt, 10_000));
		}

		let oldest: string | undefined;
		let oldestAt = Number.POSITIVE_INFINITY;
		for (const [cursor, readAt] of pages) if (readAt < oldestAt) [oldest, oldestAt] = [cursor, readAt];
		if (pages.size > 0) {
			const read: Read = {kind: 'page', cursor: oldest};
			all.push({read, tier: 'sweep', askedAt: oldestAt, dueAt: jittered(oldestAt, minuteMs), everyMs: minuteMs});
		}

		let hint: Known | undefined;
		for (const project of hinted) if (!hint || project.askedAt < hint.askedAt) hint = project;
		if (hint) {
			const everyMs = hint.hasRunning ? 10_000 : minuteMs;
			const {id, askedAt} = hint;
			all.push({read: {kind: 'list', projectId: id}, tier: 'rows', askedAt, dueAt: askedAt, everyMs});
		}

		const looked = hasRoom('cold', now) ? look(now) : undefined;
		return looked ? [...all, looked] : all;
	};

	return {
		next(now, {live, watched}) {
			spent = spent.filter(({at}) => at > now - minuteMs);
			const later = {read: undefined, at: now + 100};
			if (flights.size >= maxAtOnce || !hasRoom('hot', now)) return later;
			let best: Target | undefined;
			let highest = never;
			for (const target of targets(now, live, watched)) {
				const {read, tier, askedAt, dueAt, everyMs} = target;
				if (dueAt > now || flights.has(keyOf(read)) || !hasRoom(tier, now)) continue;
				const urgency = weights[tier] * (askedAt === never ? 20 : (now - dueAt + 1) / everyMs);
				if (urgency > highest) [best, highest] = [target, urgency];
			}

			if (!best) return later;
			spent.push({at: now, tier: best.tier});
			if (best.tier === 'cold') looks++;
			flights.add(keyOf(best.read));
			return {read: best.read, at: now};
		},

		answered(answer) {
			if (answer.kind === 'page') {
				pages.set(answer.cursor, answer.askedAt);
				flights.delete(keyOf({kind: 'page', cursor: answer.cursor}));
				for (const {id, updatedAt = 0, latestUploadVersion} of answer.projects) {
					const mark = `${updatedAt} ${latestUploadVersion}`;
					const known = projects.get(id);
					if (!known) {
						const nothing = {askedAt: never, lastAt: undefined, hasRunning: false};
						projects.set(id, {id, markThen: mark, mark, updatedAt, ...nothing});
						continue;
					}

					known.mark = mark;
					known.updatedAt = updatedAt;
					if (known.askedAt !== never && known.markThen !== mark) hinted.add(known);
				}
			} else if (answer.kind === 'list') {
				flights.delete(keyOf({kind: 'list', projectId: answer.projectId}));
				const known = projects.get(answer.projectId);
				if (!known) return;
				known.askedAt = answer.askedAt;
				known.markThen = known.mark;
				known.lastAt = answer.deployments[0]?.createdAt;
				hinted.delete(known);
				known.hasRunning = false;
				for (const {id, createdAt = 0, isConcluded} of answer.deployments) {
					if (isConcluded) rows.delete(id);
					else {
						rows.set(id, {projectId: known.id, id, createdAt, askedAt: answer.askedAt});
						known.hasRunning = true;
					}
				}
			} else {
				const {projectId, deployment, askedAt} = answer;
				flights.delete(keyOf({kind: 'deployment', projectId, deploymentId: deployment.id}));
				const row = rows.get(deployment.id);
				if (row) row.askedAt = askedAt;
				if (deployment.isConcluded) rows.delete(deployment.id);
			}
		},
	};
}
