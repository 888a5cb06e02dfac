import {createInProcessTransport, type Handle} from '../../src/api/transport/in-process.ts';
import type {Clock} from '../../src/clock.ts';
import {shownBoard} from '../../src/store/model/board.ts';
import {knownDeployment} from '../../src/store/state/deployments/known-deployment.ts';
import {currentScreen} from '../../src/store/state/state.ts';
import {plain} from '../../src/text.ts';
import {settled} from '../kit/fixtures/clock.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';
import {createService, type Run, type Service} from '../reading/service.ts';
import {staleness} from '../reading/staleness.ts';
import type {Team} from '../reading/team.ts';
import {openBenchSession} from './session.ts';

const apiKey = 'a-key-for-the-bench';

/** The places, by how often they deploy, of the projects that are watched. */
const watchedRanks = [0, 2, 5, 9, 14, 19];

const iso = (ms: number) => new Date(ms).toISOString();

/** Answers as the service of a simulated team would. */
function handleFor(service: Service, clock: Clock, epochMs: number): Handle {
	const byId = new Map(service.projects.map(project => [project.id, project]));
	const onTheWire = (run: Run) => {
		const {id, status, createdAt = 0, concludedAt} = service.facts(run, (clock.now() - epochMs) / 1000);
		return {
			...deploymentOnTheWire,
			id,
			project_id: run.project.id,
			status,
			conclusion: concludedAt === undefined ? null : 'success',
			created_at: iso(createdAt),
			concluded_at: concludedAt === undefined ? null : iso(concludedAt),
		};
	};
	const answer = (body: object | undefined) => ({
		status: body ? 200 : 404,
		headers: {'content-type': 'application/json', date: new Date(clock.now()).toUTCString()},
		body: JSON.stringify({...(body ?? {message: 'not found'}), request_id: 'req'}),
	});
	return ({target}) => {
		const {pathname, searchParams} = new URL(target, 'http://localhost');
		const [, , , projectId, kind, deploymentId] = pathname.split('/');
		const limit = Number(searchParams.get('limit') ?? 50);
		if (projectId === undefined) {
			const page = Number(searchParams.get('cursor') ?? 0);
			const projects = service.page(page).map(({id, updatedAt = 0}) => ({
				...projectOnTheWire,
				id,
				name: id,
				slug: id,
				updated_at: iso(updatedAt),
				latest_upload_version: byId.get(id)?.version,
			}));
			return answer({projects, next_cursor: page + 1 < service.pageCount ? String(page + 1) : null});
		}

		const project = byId.get(projectId);
		if (kind === undefined || !project) return answer(project && {...projectOnTheWire, id: projectId, name: projectId});
		if (deploymentId === undefined) return answer({deployments: project.runs.slice(0, limit).map(onTheWire)});
		const run = project.runs.find(({id}) => id === deploymentId);
		return answer(run && onTheWire(run));
	};
}

const places = ['selected', 'watched', 'on the board'] as const;

export type TeamFigures = {
	/** How stale rows in progress were, in seconds, sorted, by where they were. */
	readonly stale: ReadonlyMap<string, readonly number[]>;
	/** How many were in progress on average, and how many of them were known. */
	readonly running: number;
	readonly known: number;
	readonly maxInMinute: number;
	readonly maxInSecond: number;
	readonly requests: ReadonlyMap<string, number>;
};

/** The most of these times, ascending, within any span. */
function maxWithin(times: readonly number[], spanMs: number): number {
	let [from, max] = [0, 0];
	for (const [to, at] of times.entries()) {
		while ((times[from] ?? at) <= at - spanMs) from++;
		max = Math.max(max, to - from + 1);
	}

	return max;
}

/** Opens the board on the service of a simulated team, and measures for some minutes how stale what is in progress is there. */
export async function measureTeam(
	team: Team,
	{
		clock,
		step,
		warmUpMs,
		ms,
		budget,
	}: {clock: Clock; step: () => Promise<void>; warmUpMs: number; ms: number; budget: number},
): Promise<TeamFigures> {
	const epochMs = clock.now();
	const service = createService(team, 1, epochMs);
	const handle = handleFor(service, clock, epochMs);
	const sent: number[] = [];
	const requests = new Map<string, number>();
	const fromMs = epochMs + warmUpMs;
	const transport = createInProcessTransport(
		request => {
			sent.push(clock.now());
			const [path = ''] = request.target.split('?');
			const kind = ['page', '', 'page', 'project', 'list', 'deployment'][path.split('/').length - 1] ?? 'page';
			if (clock.now() >= fromMs) requests.set(kind, (requests.get(kind) ?? 0) + 1);
			return handle(request);
		},
		{clock, latencyMs: 100},
	);
	const {store, actions, stop} = openBenchSession({clock, transport, apiKey, budget});
	await actions.enterDemo();
	await settled();
	store.dispatch({type: 'watch-opened'});
	const byWeight = service.projects.toSorted((a, b) => b.weight - a.weight);
	const watched = new Set(watchedRanks.flatMap(rank => byWeight[rank]?.id ?? []));
	for (const projectId of watched) {
		const watch = {projectId, deploymentId: undefined, project: plain`x`, isMine: false};
		store.dispatch({type: 'watch-toggled', watch, at: clock.now()});
	}

	const stale = new Map<string, number[]>(places.map(place => [place, []]));
	let [samples, running, known] = [0, 0, 0];
	while (clock.now() < fromMs + ms) {
		await step();
		const seconds = (clock.now() - epochMs) / 1000;
		service.advance(seconds);
		for (const run of service.running) {
			const shown = knownDeployment(store.get(), run.project.id, run.id)?.deployment;
			const isOver = run.concludedAt <= seconds;
			// A deployment in progress has as many changes behind it as the place of its status says.
			const words = ['queued', 'uploading', 'processing'].slice(run.changes.length === 3 ? 1 : 0);
			run.seen = !shown ? 0 : shown.conclusion ? run.changes.length : words.indexOf(shown.status?.exact ?? '') + 1;
			if (isOver && (run.seen === 0 || run.seen === run.changes.length)) service.running.delete(run);
			if (clock.now() < fromMs) continue;
			if (!isOver) running++;
			if (run.seen === 0) continue;
			if (!isOver) known++;
			const state = store.get();
			const screen = currentScreen(state);
			const entry = screen.name === 'watch' ? shownBoard(state).entries[screen.position.index] : undefined;
			const isSelected = JSON.stringify(entry ?? '').includes(run.id);
			const place = isSelected ? 'selected' : watched.has(run.project.id) ? 'watched' : 'on the board';
			stale.get(place)?.push(staleness(run, seconds));
		}

		if (clock.now() >= fromMs) samples++;
	}

	stop();
	for (const all of stale.values()) all.sort((a, b) => a - b);
	const counted = sent.filter(at => at >= epochMs);
	return {
		stale,
		running: running / samples,
		known: known / samples,
		maxInMinute: maxWithin(counted, 60_000),
		maxInSecond: maxWithin(counted, 1000),
		requests,
	};
}
