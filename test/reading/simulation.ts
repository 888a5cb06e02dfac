import {type Read, readKey} from '../../src/model/read-request.ts';
import {createReadOrder, type RunningDeployment, type Views} from '../../src/sync/read-order.ts';
import {createFigures, type Figures} from './figures.ts';
import {createService, type ListedProject, type Run, type RunFacts} from './service.ts';
import type {Team} from './team.ts';

const epochMs = Date.UTC(2026, 5, 1, 8);
const latencyMs = 150;
const sampleMs = 730;

/** What begins in the last minutes may not be discovered in time, and is not counted. */
const lastMinutesMs = 10 * 60_000;

/** Rows of the board that fit on the screen. */
const maxVisible = 36;

/** The places, by how often they deploy, of the projects that are watched. */
const watchedRanks = [9, 29, 99, 199, 499, 999];

type Answer = {readonly askedAt: number} & (
	| {readonly kind: 'projects'; readonly cursor: string | undefined; readonly projects: readonly ListedProject[]}
	| {readonly kind: 'deployments'; readonly projectId: string; readonly deployments: readonly RunFacts[]}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deployment: RunFacts}
);

/** The order of `src/sync`, evenly spaced. Times are in milliseconds. */
function createReader(perMinute: number) {
	const order = createReadOrder();
	const everyMs = 60_000 / perMinute;
	let nextAt = 0;
	const inFlight = new Set<string>();
	/** The deployments in progress, by their ids. */
	const running = new Map<string, RunningDeployment>();

	function see(projectId: string, {id, createdAt, concludedAt}: RunFacts, readAt: number, isUnlisted: boolean) {
		if (concludedAt !== undefined) running.delete(id);
		else running.set(id, {projectId, deploymentId: id, beganAt: createdAt ?? readAt, readAt, isUnlisted});
	}

	return {
		/** Returns the read to start now, if any, and when to ask again at the latest. */
		next(now: number, views: Views): {readonly read: Read | undefined; readonly at: number} {
			if (now < nextAt) return {read: undefined, at: nextAt};
			const canRead = (read: Read) => !inFlight.has(readKey(read));
			const read = order.next({now, views, running: [...running.values()], isWide: true, canRead});
			if (!read) return {read, at: now + 200};
			inFlight.add(readKey(read));
			nextAt = Math.max(nextAt, now - everyMs / 2) + everyMs;
			return {read, at: nextAt};
		},

		answered(answer: Answer) {
			const {askedAt} = answer;
			inFlight.delete(readKey(answer.kind === 'deployment' ? {...answer, deploymentId: answer.deployment.id} : answer));
			if (answer.kind === 'projects') {
				order.discovery.observePage({...answer, skewMs: 0});
			} else if (answer.kind === 'deployment') {
				const {projectId, deployment} = answer;
				see(projectId, deployment, askedAt, running.get(deployment.id)?.isUnlisted ?? false);
			} else {
				const {projectId, deployments} = answer;
				order.discovery.observeList({...answer, skewMs: 0});
				const ids = new Set(deployments.map(({id}) => id));
				for (const each of running.values()) {
					if (each.projectId === projectId && !ids.has(each.deploymentId)) {
						running.set(each.deploymentId, {...each, isUnlisted: true});
					}
				}

				for (const facts of deployments) see(projectId, facts, askedAt, false);
			}
		},
	};
}

/** For how many seconds the screen has been wrong about a deployment: since the first change that it does not show. */
function staleness({changes, seen}: Run, now: number): number {
	const changedAt = changes[seen];
	return changedAt === undefined ? 0 : Math.max(0, now - changedAt);
}

type Flight = {readonly read: Read; readonly askedAt: number; readonly answer: () => void};

/** Reads from a team's service, and measures how stale the screen is. All pages of projects are at hand at the start, as after loading the list. */
export function simulate(team: Team, seed: number, perMinute = 60): Figures {
	const service = createService(team, seed, epochMs);
	const reader = createReader(perMinute);
	const figures = createFigures();
	const [fromMs, toMs] = [epochMs + team.from * 1000, epochMs + team.to * 1000];
	const isCounted = (ms: number) => ms >= fromMs && ms < toMs - lastMinutesMs;
	const projects = new Map(service.projects.map(project => [project.id, project]));
	const byWeight = service.projects.toSorted((a, b) => b.weight - a.weight);
	const watched = new Set(watchedRanks.flatMap(rank => byWeight[rank]?.id ?? []));
	const begun: Run[] = [];
	/** What is shown in progress, the newest last. */
	const board = new Set<Run>();
	let open: Run | undefined;
	let views: Views = {open: new Set(), watched, visible: new Set()};
	const seconds = (ms: number) => (ms - epochMs) / 1000;

	/** The user opens the newest deployment when the last one that was open has concluded. */
	const look = () => {
		if (!open || !board.has(open)) open = [...board].findLast(run => !watched.has(run.project.id));
		const visible = [...board].slice(-maxVisible).map(run => run.project.id);
		views = {open: new Set(open ? [open.project.id] : []), watched, visible: new Set(visible)};
	};

	/** Shows what was the case when the service answered. */
	const show = (run: Run, answeredAt: number, now: number) => {
		const seen = run.changes.filter(at => at <= answeredAt).length;
		const isNew = run.seen === 0;
		for (let index = run.seen; index < seen; index++) {
			const at = run.changes[index] ?? 0;
			if (!isNew && isCounted(epochMs + at * 1000)) figures.boardDelay.add(seconds(now) - at);
		}

		run.seen = Math.max(run.seen, seen);
		if (isNew) run.discoveredAt = seconds(now);
		if (run.seen === run.changes.length) {
			board.delete(run);
			service.running.delete(run);
		} else {
			board.add(run);
		}
	};

	const ask = (read: Read, askedAt: number): Flight => {
		const answeredAt = seconds(askedAt + latencyMs / 2);
		if (read.kind === 'projects') {
			const listed = service.page(Number(read.cursor));
			const answer = {kind: 'projects', cursor: read.cursor, projects: listed, askedAt} as const;
			return {read, askedAt, answer: () => reader.answered(answer)};
		}

		const project = 'projectId' in read ? projects.get(read.projectId) : undefined;
		if (!project || read.kind === 'raw' || read.kind === 'project') throw new Error('Nothing reads that.');
		const runs =
			read.kind === 'deployments'
				? project.runs.slice(0, 100)
				: project.runs.filter(({id}) => id === read.deploymentId);
		const all = runs.map(run => service.facts(run, answeredAt));
		return {
			read,
			askedAt,
			answer() {
				let hasChanged = false;
				for (const run of runs) {
					if (run.seen === run.changes.length) continue;
					const {seen} = run;
					show(run, answeredAt, askedAt + latencyMs);
					hasChanged ||= seen !== run.seen;
				}

				if (hasChanged) look();
				const {projectId} = read;
				if (read.kind === 'deployments') {
					reader.answered({kind: 'deployments', projectId, deployments: all, askedAt});
				} else if (all[0]) reader.answered({kind: 'deployment', projectId, deployment: all[0], askedAt});
			},
		};
	};

	const sample = (now: number) => {
		for (const run of service.running) {
			const isOver = run.concludedAt <= seconds(now);
			if (isOver && run.seen === 0) {
				service.running.delete(run);
				continue;
			}

			if (now < fromMs) continue;
			const stale = staleness(run, seconds(now));
			if (!isOver) figures.any.add(stale);
			if (run.seen === 0) continue;
			if (run === open) figures.live.add(stale);
			else if (watched.has(run.project.id)) figures.watched.add(stale);
			else figures.board.add(stale);
		}
	};

	for (let page = 0; page < service.pageCount; page++) {
		reader.answered({kind: 'projects', cursor: String(page), projects: service.page(page), askedAt: epochMs});
	}

	const asked: Array<{readonly read: Read; readonly askedAt: number}> = [];
	const flights: Flight[] = [];
	let decideAt = epochMs + 1;
	let sampleAt = epochMs + sampleMs;
	let lastAt = epochMs;
	let minuteAt = fromMs;
	let inMinute = 0;
	for (;;) {
		const answerAt = (asked[0]?.askedAt ?? Number.POSITIVE_INFINITY) + latencyMs / 2;
		const landAt = (flights[0]?.askedAt ?? Number.POSITIVE_INFINITY) + latencyMs;
		const now = Math.min(decideAt, sampleAt, answerAt, landAt);
		if (now > toMs) break;
		begun.push(...service.advance(seconds(now)));
		if (now === answerAt) {
			const next = asked.shift();
			if (next) flights.push(ask(next.read, next.askedAt));
		} else if (now === landAt) {
			flights.shift()?.answer();
			if (decideAt === Number.POSITIVE_INFINITY) decideAt = now;
		} else if (now === sampleAt) {
			sample(now);
			sampleAt += sampleMs;
			while (sampleAt > minuteAt + 60_000) {
				figures.perMinute.add(inMinute);
				[minuteAt, inMinute] = [minuteAt + 60_000, 0];
			}
		} else {
			const startedAt = performance.now();
			const {read, at} = reader.next(now, views);
			decideAt = at;
			if (!read) continue;
			figures.decision.add(1000 * (performance.now() - startedAt));
			asked.push({read, askedAt: now});
			if (now >= fromMs) {
				inMinute++;
				figures.pause.add((now - lastAt) / 1000);
			}

			lastAt = now;
		}
	}

	for (const run of begun) {
		const [beganAt = 0] = run.changes;
		if (!isCounted(epochMs + beganAt * 1000)) continue;
		figures.begun++;
		const isDiscovered = run.seen > 0;
		if (isDiscovered && run.discoveredAt <= run.concludedAt) figures.seen++;
		figures.discovery.add(isDiscovered ? run.discoveredAt - beganAt : Number.POSITIVE_INFINITY);
	}

	return figures;
}
