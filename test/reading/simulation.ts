import type {Read} from '../../src/model/read-request.ts';
import type {Views} from '../../src/state/interests.ts';
import {createFigures, type Figures} from './figures.ts';
import {type Answer, createPlan} from './plan.ts';
import {createService, type Run, staleness} from './service.ts';
import type {Team} from './team.ts';

const epochMs = Date.UTC(2026, 5, 1, 8);
const latencyMs = 150;
const sampleMs = 730;

/** Deployments that begin in the last minutes may not be discovered in time, and are not counted. */
const lastMinutesMs = 10 * 60_000;

const maxVisible = 36;

/** How often the watched projects deploy, by rank. */
const watchedRanks = [9, 29, 99, 199, 499, 999];

type Asked = {readonly read: Read; readonly readAt: number};

/** Answered, but not arrived yet. */
type Flight = {
	readonly readAt: number;
	readonly answeredAt: number;
	readonly runs: readonly Run[];
	readonly answer: Answer | undefined;
};

/** All pages of projects are loaded at the start. */
export function simulate(team: Team, seed: number): Figures {
	const service = createService(team, seed, epochMs);
	const plan = createPlan();
	const figures = createFigures();
	const [fromMs, toMs] = [epochMs + team.from * 1000, epochMs + team.to * 1000];
	const isCounted = (ms: number) => ms >= fromMs && ms < toMs - lastMinutesMs;
	const projects = new Map(service.projects.map(project => [project.id, project]));
	const byWeight = service.projects.toSorted((a, b) => b.weight - a.weight);
	const watched = new Set(watchedRanks.flatMap(rank => byWeight[rank]?.id ?? []));
	const begun: Run[] = [];
	const board = new Set<Run>();
	let open: Run | undefined;
	let views: Views = {open: new Set(), watched, visible: new Set()};
	const seconds = (ms: number) => (ms - epochMs) / 1000;

	/** The user opens the newest deployment once the open one has concluded. */
	const look = () => {
		if (!open || !board.has(open)) open = [...board].findLast(run => !watched.has(run.project.id));
		const visible = [...board].slice(-maxVisible).map(run => run.project.id);
		views = {open: new Set(open ? [open.project.id] : []), watched, visible: new Set(visible)};
	};

	const show = (run: Run, answeredAt: number, now: number) => {
		if (run.seen === 0) run.discoveredAt = seconds(now);
		run.seen = Math.max(run.seen, run.changes.filter(at => at <= answeredAt).length);
		if (run.seen === run.changes.length) {
			board.delete(run);
			service.running.delete(run);
		} else {
			board.add(run);
		}
	};

	const ask = ({read, readAt}: Asked): Flight => {
		const answeredAt = seconds(readAt + latencyMs / 2);
		if (read.kind === 'projects') {
			const answer = {...read, projects: service.page(Number(read.cursor)), readAt};
			return {readAt, answeredAt, runs: [], answer};
		}

		const project = 'projectId' in read ? projects.get(read.projectId) : undefined;
		if (!project || read.kind === 'raw' || read.kind === 'project') throw new Error('Nothing reads that.');
		const isRead = ({id}: Run) => read.kind === 'deployment' && id === read.deploymentId;
		const runs = read.kind === 'deployments' ? project.runs.slice(0, 100) : project.runs.filter(isRead);
		const deployments = runs.map(run => service.facts(run, answeredAt));
		const [deployment] = deployments;
		const {projectId} = read;
		if (read.kind === 'deployments')
			return {readAt, answeredAt, runs, answer: {kind: read.kind, projectId, deployments, readAt}};
		const answer = deployment && {kind: read.kind, projectId, deployment, readAt};
		return {readAt, answeredAt, runs, answer};
	};

	const land = ({readAt, answeredAt, runs, answer}: Flight) => {
		const before = runs.map(({seen}) => seen);
		for (const run of runs) if (run.seen < run.changes.length) show(run, answeredAt, readAt + latencyMs);
		if (runs.some(({seen}, at) => seen !== before[at])) look();
		if (answer) plan.answered(answer);
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
			if (!isOver) figures.any.push(stale);
			if (run.seen === 0) continue;
			if (run === open) figures.live.push(stale);
			else if (watched.has(run.project.id)) figures.watched.push(stale);
			else figures.board.push(stale);
		}
	};

	for (let page = 0; page < service.pageCount; page++) {
		plan.answered({kind: 'projects', cursor: String(page), projects: service.page(page), readAt: epochMs});
	}

	const asked: Asked[] = [];
	const flights: Flight[] = [];
	let decideAt = epochMs + 1;
	let sampleAt = epochMs + sampleMs;
	let lastAt = epochMs;
	let minuteAt = fromMs;
	let inMinute = 0;
	for (;;) {
		const answerAt = (asked[0]?.readAt ?? Number.POSITIVE_INFINITY) + latencyMs / 2;
		const landAt = (flights[0]?.readAt ?? Number.POSITIVE_INFINITY) + latencyMs;
		const now = Math.min(decideAt, sampleAt, answerAt, landAt);
		if (now > toMs) break;
		begun.push(...service.advance(seconds(now)));
		if (now === answerAt) {
			const next = asked.shift();
			if (next) flights.push(ask(next));
		} else if (now === landAt) {
			const landed = flights.shift();
			if (landed) land(landed);
			if (decideAt === Number.POSITIVE_INFINITY) decideAt = now;
		} else if (now === sampleAt) {
			sample(now);
			sampleAt += sampleMs;
			while (sampleAt > minuteAt + 60_000) {
				figures.rpm.push(inMinute);
				[minuteAt, inMinute] = [minuteAt + 60_000, 0];
			}
		} else {
			const {read, at} = plan.next(now, views);
			decideAt = at;
			if (!read) continue;
			asked.push({read, readAt: now});
			if (now >= fromMs) {
				inMinute++;
				figures.pause.push((now - lastAt) / 1000);
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
		figures.discovery.push(isDiscovered ? run.discoveredAt - beganAt : Number.POSITIVE_INFINITY);
	}

	return figures;
}
