import {loadavg} from 'node:os';
import {join} from 'node:path';
import {createClient} from '../../../src/api/client.ts';
import {createHttpTransport} from '../../../src/api/http-transport.ts';
import {neverAborted} from '../../../src/api/request.ts';
import type {Transport} from '../../../src/api/transport.ts';
import {createSystemClock} from '../../../src/base/clock.ts';
import {serve} from '../../../src/sandbox/server.ts';
import {boardRows} from '../../../src/state/board-rows.ts';
import {knownDeployment} from '../../../src/state/deployments.ts';
import {currentList, moveTo} from '../../../src/state/lists.ts';
import {goToBoard} from '../../../src/state/navigation.ts';
import {startSessionOn, testKey} from '../../kit/app/session.ts';
import {quantile} from '../../kit/fixtures/quantile.ts';
import {createService, type Run, staleness} from '../../reading/service.ts';
import {windowTeam} from '../../reading/team.ts';
import {changesShown, createHandle} from '../../reading/wire.ts';
import type {Samples} from '../bounds.ts';
import type {Build} from '../build.ts';
import {startNginx} from '../nginx.ts';
import {pause} from '../probe.ts';

const windowCount = 50;
const projectCount = 240;
const betweenStartsMs = 200;
/** After that, the windows have read what they begin with, and use their budgets evenly. */
const warmUpMs = 70_000;
const measuredMs = 90_000;
const sampleMs = 250;
/** From the handling of a request to its answer. */
const latencyMs = 100;
const deploymentCount = 3;
const clock = createSystemClock();

async function openService() {
	const epochMs = clock.now();
	const simulated = createService({...windowTeam, name: 'windows', projects: projectCount}, 1, epochMs);
	const answer = createHandle(simulated, epochMs, clock.now);
	const counts = {received: 0};
	const handle: typeof answer = request => {
		counts.received++;
		const {headers, ...rest} = answer(request);
		// Many services say so, and the proxy keeps the answer all the same.
		return {...rest, headers: {...headers, 'cache-control': 'no-store'}};
	};
	const reject = (): never => {
		throw new Error('The service takes every request.');
	};
	const server = await serve({handle, reject}, {clock, latencyMs});
	return {...simulated, ...server, counts, seconds: () => (clock.now() - epochMs) / 1000};
}

type Service = Awaited<ReturnType<typeof openService>>;

/** The board, on which one of the deployments in progress is selected: another one in each window. */
async function openWindow(index: number, transport: Transport) {
	const {store, actions, stop} = startSessionOn({clock, transport});
	await actions.enterDemo();
	store.change(goToBoard);
	let selected: Run | undefined;
	const seenOf = (run: Run): number => {
		const {deployment} = knownDeployment(store.get(), run.project.id, run.id) ?? {};
		return deployment ? changesShown(run, deployment.status?.exact) : 0;
	};
	return {
		stop,
		seenOf,
		isSelected: (run: Run) => run === selected,
		select(runs: readonly Run[]) {
			const shown = runs.filter(run => seenOf(run) > 0 && seenOf(run) < run.changes.length);
			if (selected && shown.includes(selected)) return;
			selected = shown[index % shown.length];
			const known = boardRows(store.get());
			const ids = currentList(store.get())?.rows.ids ?? [];
			const row = ids.findIndex(id => known.get(id ?? '')?.projectId === selected?.project.id);
			if (row >= 0) store.change(state => moveTo(state, row));
		},
	};
}

/** Windows whose requests go to the address that was set last. */
async function openWindows(service: Service) {
	const counts = {sent: 0, kept: 0, failed: 0};
	let {address} = service;
	const createTransport = (): Transport => {
		const send = createHttpTransport({clock});
		return async (request, signal) => {
			counts.sent++;
			const answer = await send({...request, url: new URL(request.url.pathname + request.url.search, address)}, signal);
			if (answer.outcome === 'answered' && answer.headers.has('age')) counts.kept++;
			if (answer.outcome !== 'answered' || answer.status >= 400) counts.failed++;
			return answer;
		};
	};
	const windows: Array<Awaited<ReturnType<typeof openWindow>>> = [];
	for (let index = 0; index < windowCount; index++) {
		windows.push(await openWindow(index, createTransport()));
		await pause(betweenStartsMs);
	}

	return {
		windows,
		counts,
		clientWith: (apiKey: string) =>
			createClient({transport: createTransport(), baseUrl: service.address, apiKey, clock}),
		use(next: string) {
			address = next;
		},
	};
}

type Windows = Awaited<ReturnType<typeof openWindows>>;

async function measure(service: Service, {windows, counts, clientWith}: Windows, quiet: readonly string[]) {
	const stale = {selected: [] as number[], shown: [] as number[]};
	const deployed: Array<{readonly run: Run; seenAfter?: number}> = [];
	const before = {...counts, ...service.counts};
	const startedAt = clock.now();

	async function deploy(projectId: string) {
		const {id} = await clientWith(testKey).triggerDeployment(projectId, {}, neverAborted);
		const run = [...service.running].find(each => each.id === id);
		if (run) deployed.push({run});
	}

	while (clock.now() < startedAt + measuredMs) {
		const next = quiet[deployed.length];
		if (next && clock.now() >= startedAt + deployed.length * 1000) await deploy(next);
		const now = service.seconds();
		service.advance(now);
		for (const run of service.running) if (run.concludedAt < now - 60) service.running.delete(run);
		for (const window of windows) {
			window.select([...service.running]);
			for (const run of service.running) {
				const seen = window.seenOf(run);
				if (seen > 0) stale[window.isSelected(run) ? 'selected' : 'shown'].push(staleness({...run, seen}, now));
			}
		}

		for (const each of deployed) {
			const isSeen = windows.every(({seenOf}) => seenOf(each.run) > 0);
			if (isSeen) each.seenAfter ??= now - (each.run.changes[0] ?? 0);
		}

		await pause(sampleMs);
	}

	const perMinute = (count: number) => Math.round((count * 60_000) / (clock.now() - startedAt));
	const p95 = (values: readonly number[]) => Number(quantile(values, 0.95).toFixed(1));
	const sent = counts.sent - before.sent;
	return {
		'requests of the windows a minute': perMinute(sent),
		'requests at the service a minute': perMinute(service.counts.received - before.received),
		'kept answers, %': Math.round((100 * (counts.kept - before.kept)) / sent),
		'failed requests': counts.failed - before.failed,
		'selected deployment behind the service, p95 s': p95(stale.selected),
		'other deployments behind the service, p95 s': p95(stale.shown),
		'deployed by one, seen by all after s': deployed
			.map(({seenAfter}) => seenAfter?.toFixed(0) ?? 'not yet')
			.join(', '),
		'load of this computer': loadavg()[0]?.toFixed(1),
	};
}

/** What the windows of a team do to a service without and with the proxy of docs/many-windows.md. Its figures have no limits. */
export async function proxy({home}: Build): Promise<Samples> {
	const service = await openService();
	const nginx = await startNginx(service.address, join(home, 'nginx'));
	if (!nginx) {
		console.log('nginx is not installed here, so nothing is measured.');
		return {};
	}

	const team = await openWindows(service);
	await pause(warmUpMs);
	const projects = service.projects.toSorted((a, b) => a.weight - b.weight).map(({id}) => id);
	const without = await measure(service, team, projects.slice(0, deploymentCount));
	team.use(nginx.address);
	const behind = await measure(service, team, projects.slice(deploymentCount, 2 * deploymentCount));
	for (const {stop} of team.windows) stop();
	nginx.checkSecrecy(testKey);
	// Requests that have left arrive before they are counted.
	await pause(1000);
	const {received} = service.counts;
	for (const apiKey of ['the-key-of-one', 'the-key-of-another'])
		await team.clientWith(apiKey).listProjects({}, neverAborted);
	if (service.counts.received !== received + 2) throw new Error('A key got what was kept for another.');
	nginx.stop();
	const names = Object.keys(without) as ReadonlyArray<keyof typeof without>;
	console.table(Object.fromEntries(names.map(name => [name, {without: without[name], 'with nginx': behind[name]}])));
	return {};
}
