// Commands load these when they need them, which must not take real time here.
import '../../src/commands/wait.ts';
import {deploymentsAt, pageAt} from '../../src/model/read-request.ts';
import {boardRows} from '../../src/state/board-rows.ts';
import {deploymentsOf, knownDeployment, readProjectCount} from '../../src/state/deployments.ts';
import type {ReadFact} from '../../src/state/facts.ts';
import {currentList, moveTo} from '../../src/state/lists.ts';
import {connectTo} from '../../src/state/login.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import {nextRead} from '../../src/state/next-read.ts';
import {initialState} from '../../src/state/state.ts';
import {startCommand} from '../kit/app/command.ts';
import {startTestSession} from '../kit/app/session.ts';
import {learned, watching} from '../kit/fixtures/changed.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {testConnection} from '../kit/fixtures/connection.ts';
import {listOf} from '../kit/fixtures/deployment-reads.ts';
import {answered} from '../kit/fixtures/facts.ts';
import {quantile} from '../kit/fixtures/quantile.ts';
import {bareDeployment, bareProject} from '../present/records.ts';
import {createRandom} from './random.ts';
import {createService, type Run, staleness} from './service.ts';
import {windowTeam} from './team.ts';
import {changesShown, createHandle} from './wire.ts';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const epochMs = Date.UTC(2026, 5, 1, 8);
const latencyMs = 150;
const sampleMs = 730;

/** Resolves when an answer has arrived and the next read has started. */
async function settled() {
	for (let turn = 0; turn < 6; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** The maximum number of these times, in their order, within any span. */
function maxWithin(times: readonly number[], spanMs: number): number {
	let [from, max] = [0, 0];
	for (const [to, at] of times.entries()) {
		while ((times[from] ?? at) <= at - spanMs) from++;
		max = Math.max(max, to - from + 1);
	}

	return max;
}

/** The board on a simulated service of so many projects, on which so many deployments begin a second. What it requests is counted. */
async function openBoard(projects: number, rate = windowTeam.rate) {
	const clock = createTestClock(epochMs, settled);
	const service = createService({...windowTeam, name: 'window', projects, rate}, 1, epochMs);
	/** The reads that were asked for, by when they were sent. */
	const asked: number[] = [];
	/** When the others were sent, and when they arrived at the service. */
	const sent: number[] = [];
	const arrived: number[] = [];
	/** When a connection was refused. */
	const refused: number[] = [];
	let isOut = false;
	let [inFlight, maxInFlight] = [0, 0];
	const handle = createHandle(service, epochMs, clock.now);
	const {session} = await startTestSession({
		clock,
		latencyMs,
		rows: 40,
		connectError() {
			if (isOut) refused.push(clock.now());
			return isOut ? 'ECONNREFUSED' : undefined;
		},
		handle(request) {
			const at = asked.indexOf(clock.now() - latencyMs / 2);
			if (at < 0) arrived.push(clock.now());
			else asked.splice(at, 1);
			return handle(request);
		},
	});
	const {store, actions, stop} = session;
	const learnedAt: number[] = [];
	store.subscribe((_before, _after, fact) => {
		if (fact?.type === 'request-sent') {
			(fact.sent.pace === 'asked' ? asked : sent).push(fact.sent.at);
			maxInFlight = Math.max(maxInFlight, ++inFlight);
		} else if (fact?.type === 'request-ended') {
			inFlight--;
		} else if (fact && 'answer' in fact) {
			learnedAt.push(clock.now());
		}
	});
	await actions.enterDemo();
	store.change(goToBoard);
	return {
		clock,
		service,
		store,
		stop,
		refused,
		/** When answers arrived. */
		learnedAt,
		setOutage(is: boolean) {
			isOut = is;
		},
		/** The most requests that nobody asked for, by when they were sent or arrived, and the most reads in flight. */
		pace() {
			const most = (spanMs: number) => Math.max(maxWithin(sent, spanMs), maxWithin(arrived, spanMs));
			return {minute: most(minute), second: most(second), inFlight: maxInFlight};
		},
	};
}

type Board = Awaited<ReturnType<typeof openBoard>>;
type Pace = ReturnType<Board['pace']>;

async function checkedProjects(projects: number) {
	const board = await openBoard(projects);
	const counts: number[] = [];
	for (const forMs of [15 * second, 105 * second, 3 * minute]) {
		await board.clock.advance(forMs);
		counts.push(readProjectCount(board.store.get()));
	}

	board.stop();
	const [early, soon, later] = counts;
	return {row: {projects, '15 s': early, '2 min': soon, '5 min': later}, pace: board.pace()};
}

/** Selects the newest deployment in progress that is not watched, when what was selected has concluded. */
function look({store}: Board, open: Run | undefined, shown: readonly Run[]): Run | undefined {
	if (open && shown.includes(open)) return open;
	const newest = shown.toSorted((a, b) => (b.changes[0] ?? 0) - (a.changes[0] ?? 0))[0];
	const {rows} = currentList(store.get()) ?? {};
	const known = boardRows(store.get());
	const index = rows?.ids.findIndex(id => known.get(id ?? '')?.projectId === newest?.project.id) ?? -1;
	if (index < 0) return undefined;
	store.change(state => moveTo(state, index));
	return newest;
}

/** How stale the board is for half an hour, after ten minutes. */
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
			board,
			open,
			shown.filter(({project}) => !watched.has(project)),
		);
	}

	board.stop();
	const p95 = (values: readonly number[]) => Number(quantile(values, 0.95).toFixed(2));
	const row = {live: p95(figures.live), board: p95(figures.board), watched: p95(figures.watched)};
	const progress = {'in progress': quantile(counts.running, 0.5), 'of these shown': quantile(counts.shown, 0.5)};
	return {row: {...progress, ...row}, pace: board.pace()};
}

/** How many seconds after its end an outage is over here, at twenty moments, and how many requests one of an hour takes. */
async function outages() {
	const board = await openBoard(240);
	const {clock, learnedAt, refused} = board;
	const recoveries: number[] = [];
	for (let outage = 0; outage < 20; outage++) {
		await clock.advance(90 * second + outage * 370);
		board.setOutage(true);
		await clock.advance(20 * second);
		board.setOutage(false);
		const endedAt = clock.now();
		await clock.advance(minute);
		recoveries.push((learnedAt.find(at => at > endedAt) ?? Number.POSITIVE_INFINITY) - endedAt);
	}

	const before = refused.length;
	board.setOutage(true);
	await clock.advance(hour);
	board.stop();
	const row = {
		'first good read, maximum': Math.max(...recoveries) / 1000,
		'requests in an hour': refused.length - before,
	};
	return {row, pace: board.pace()};
}

/** How many seconds after its conclusion `landfall wait` says so, for thirty deployments. */
async function waits() {
	const delays: number[] = [];
	for (let seed = 1; delays.length < 30; seed++) {
		const clock = createTestClock(epochMs, settled);
		const service = createService({...windowTeam, name: 'wait', projects: 240}, seed, epochMs);
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

/** How many milliseconds of the processor it takes to choose a read: the median of 200, each after another list was read. */
function choosing(projects: number, lists: number) {
	let state = goToBoard(connectTo(initialState({columns: 80, rows: 24}, [], 60), testConnection));
	let now = epochMs;
	const learn = (fact: ReadFact) => {
		state = learned(state, fact);
	};
	const readList = (index: number) => {
		const projectId = `p${index}`;
		const deployment = {
			...bareDeployment,
			id: `d${index}`,
			projectId,
			createdAt: now - hour,
			concludedAt: now - minute,
		};
		learn(answered(deploymentsAt(projectId), listOf([deployment]), now));
	};
	for (let from = 0; from < projects; from += 100) {
		const rows = Array.from({length: 100}, (_, index) => ({
			...bareProject,
			id: `p${from + index}`,
			updatedAt: epochMs - hour,
			latestUploadVersion: 1,
		}));
		const nextCursor = from + 100 < projects ? String(from + 100) : undefined;
		learn(answered(pageAt(from === 0 ? undefined : String(from)), {projects: rows, nextCursor, unreadable: 0}, now));
	}

	for (let index = 0; index < lists; index++) readList(index);
	const random = createRandom(1);
	const times: number[] = [];
	let chosen = 0;
	for (let call = 0; call < 200; call++) {
		now += 2 * second;
		readList(Math.floor(random.uniform() * Math.max(lists, 20)));
		const startedAt = performance.now();
		const next = nextRead(state, {now, inFlight: new Map(), stillSince: 0});
		times.push(performance.now() - startedAt);
		if (typeof next !== 'number') chosen++;
	}

	const read = [...state.projects.list.rows].filter(({id}) => deploymentsOf(state, id).readAt !== undefined);
	return {projects, 'lists read': read.length, 'median ms': Number(quantile(times, 0.5).toFixed(2)), chosen};
}

/** Tables of what the session of a window and `landfall wait` do on a simulated service, as they are measured. */
export async function* windowTables(): AsyncGenerator<{readonly title: string; readonly rows: readonly object[]}> {
	const boards = [await checkedProjects(240), await checkedProjects(3000)];
	yield {title: 'Projects checked on the board', rows: boards.map(({row}) => row)};
	const stale = [await staleBoard(windowTeam.rate), await staleBoard(0.25)];
	yield {title: 'Staleness of the board of 3,000 projects, p95 in seconds', rows: stale.map(({row}) => row)};
	const out = await outages();
	yield {title: 'Outages, in seconds', rows: [out.row]};
	const paces = [...boards, ...stale, out].map(({pace}) => pace);
	const most = (of: keyof Pace) => Math.max(...paces.map(pace => pace[of]));
	const pace = {minute: most('minute'), second: most('second'), 'in flight': most('inFlight')};
	yield {title: 'The most requests that nobody asked for, and reads in flight', rows: [pace]};
	yield {title: 'landfall wait after the conclusion, in seconds', rows: [await waits()]};
	const states = [
		[3000, 20],
		[3000, 3000],
		[100_000, 20],
		[100_000, 5000],
	] as const;
	yield {title: 'Choosing a read', rows: states.map(([projects, lists]) => choosing(projects, lists))};
}
