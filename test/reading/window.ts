// Commands load these when they need them, which must not take real time here.
import '../../src/commands/wait.ts';
import {boardRows} from '../../src/model/board.ts';
import {knownDeployment, readProjectCount} from '../../src/state/deployments.ts';
import {currentList, moveTo} from '../../src/state/lists.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import type {Store} from '../../src/sync/store.ts';
import {startCommand} from '../kit/app/command.ts';
import {startTestSession} from '../kit/app/session.ts';
import {watching} from '../kit/fixtures/changed.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {quantile} from '../kit/fixtures/quantile.ts';
import {createService, type Run, staleness} from './service.ts';
import type {Team} from './team.ts';
import {changesShown, createHandle} from './wire.ts';

const [second, minute] = [1000, 60_000];
const epochMs = Date.UTC(2026, 5, 1, 8);
const latencyMs = 150;
const sampleMs = 730;

const team: Omit<Team, 'name' | 'projects'> = {
	rate: 7 / 60,
	lasts: 60,
	skew: 2.3,
	inARow: 3,
	hints: 'begin',
	from: 0,
	to: Number.POSITIVE_INFINITY,
};

async function settled() {
	for (let turn = 0; turn < 6; turn++) await new Promise(resolve => setImmediate(resolve));
}

async function openBoard(projects: number, rate = team.rate) {
	const clock = createTestClock(epochMs, settled);
	const service = createService({...team, name: 'window', projects, rate}, 1, epochMs);
	const handle = createHandle(service, epochMs, clock.now);
	const {session} = await startTestSession({clock, latencyMs, rows: 40, handle});
	await session.actions.enterDemo();
	session.store.change(goToBoard);
	return {clock, service, store: session.store, stop: session.stop};
}

async function checkedProjects(projects: number) {
	const board = await openBoard(projects);
	const counts: number[] = [];
	for (const forMs of [15 * second, 105 * second, 3 * minute]) {
		await board.clock.advance(forMs);
		counts.push(readProjectCount(board.store.get()));
	}

	board.stop();
	const [early, soon, later] = counts;
	return {projects, '15 s': early, '2 min': soon, '5 min': later};
}

/** Once the selected deployment has concluded, selects the newest one in progress that is not watched. */
function look(store: Store, open: Run | undefined, shown: readonly Run[]): Run | undefined {
	if (open && shown.includes(open)) return open;
	const newest = shown.toSorted((a, b) => (b.changes[0] ?? 0) - (a.changes[0] ?? 0))[0];
	const {rows} = currentList(store.get()) ?? {};
	const known = boardRows(store.get());
	const index = rows?.ids.findIndex(id => known.get(id ?? '')?.projectId === newest?.project.id) ?? -1;
	if (index < 0) return undefined;
	store.change(state => moveTo(state, index));
	return newest;
}

/** Measured for half an hour, after ten minutes. */
async function staleBoard(rate: number) {
	const board = await openBoard(3000, rate);
	const {clock, service, store} = board;
	await clock.advance(10 * second);
	const watched = new Set(service.projects.toSorted((a, b) => b.weight - a.weight).slice(9, 11));
	for (const {id} of watched) store.change(watching(id));
	const figures = {live: [] as number[], board: [] as number[], watched: [] as number[]};
	const counts = {running: [] as number[], shown: [] as number[]};
	let open: Run | undefined;
	const fromMs = clock.now() + 10 * minute;
	while (clock.now() < fromMs + 30 * minute) {
		await clock.advance(sampleMs);
		const now = (clock.now() - epochMs) / 1000;
		service.advance(now);
		const state = store.get();
		const shown: Run[] = [];
		for (const run of service.running) {
			const {deployment} = knownDeployment(state, run.project.id, run.id) ?? {};
			run.seen = deployment ? changesShown(run, deployment.status?.exact) : 0;
			const isOver = run.concludedAt <= now;
			if (run.seen === run.changes.length || (isOver && run.seen === 0)) service.running.delete(run);
			else if (run.seen > 0) shown.push(run);
			if (clock.now() < fromMs || run.seen === 0) continue;
			const kind = run === open ? 'live' : watched.has(run.project) ? 'watched' : 'board';
			figures[kind].push(staleness(run, now));
		}

		if (clock.now() >= fromMs) {
			counts.shown.push(shown.length);
			counts.running.push([...service.running].filter(({concludedAt}) => concludedAt > now).length);
		}

		open = look(
			store,
			open,
			shown.filter(({project}) => !watched.has(project)),
		);
	}

	board.stop();
	const p95 = (values: readonly number[]) => Number(quantile(values, 0.95).toFixed(2));
	const row = {live: p95(figures.live), board: p95(figures.board), watched: p95(figures.watched)};
	const progress = {'in progress': quantile(counts.running, 0.5), 'of these shown': quantile(counts.shown, 0.5)};
	return {...progress, ...row};
}

/** Seconds from a conclusion until `landfall wait` reports it, of thirty deployments. */
async function waits() {
	const delays: number[] = [];
	for (let seed = 1; delays.length < 30; seed++) {
		const clock = createTestClock(epochMs, settled);
		const service = createService({...team, name: 'wait', projects: 240}, seed, epochMs);
		await clock.advance(minute);
		service.advance(60);
		const run = [...service.running].find(({changes: [at = 0], concludedAt}) => at <= 60 && concludedAt > 65);
		if (!run) continue;
		const handle = createHandle(service, epochMs, clock.now);
		const command = await startCommand(`wait ${run.project.id} ${run.id}`, {clock, handle, latencyMs});
		const code = await command.end();
		if (code !== 0) throw new Error(`It ended with ${code}: ${command.err()}`);
		delays.push((clock.now() - epochMs) / 1000 - run.concludedAt);
	}

	const rounded = (value: number) => Number(value.toFixed(2));
	return {median: rounded(quantile(delays, 0.5)), maximum: rounded(Math.max(...delays))};
}

export async function* windowTables(): AsyncGenerator<{readonly title: string; readonly rows: readonly object[]}> {
	yield {title: 'Projects checked on the board', rows: [await checkedProjects(240), await checkedProjects(3000)]};
	const stale = [await staleBoard(team.rate), await staleBoard(0.25)];
	yield {title: 'Staleness of the board of 3,000 projects, p95 in seconds', rows: stale};
	yield {title: 'landfall wait after the conclusion, in seconds', rows: [await waits()]};
}
