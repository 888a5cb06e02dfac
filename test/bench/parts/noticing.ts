import {spawn} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {createSystemClock} from '../../../src/base/clock.ts';
import {createTeam} from '../../kit/services/team.ts';
import {atMost, quantile, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

/** How many commands run at the same time. */
const atOnce = 5;

/** The deployments conclude within this time after they were first seen. */
const [minMs, maxMs] = [3000, 75_000];

type Document = {
	readonly id: string;
	readonly concluded_at?: string | null;
	readonly _landfall: {readonly event?: string};
};

/** Measures how long after its conclusion `landfall wait` has given the verdict on a deployment and exited: six runs for each round, over HTTP and in the demo. */
export const noticing = async ({rounds, landfall, directory, apiKey}: Setting): Promise<readonly Row[]> => {
	const count = 6 * rounds;
	/** Runs a command to its end. */
	const run = (args: readonly string[], env: NodeJS.ProcessEnv, onDocument: (document: Document) => void) =>
		new Promise<void>(resolve => {
			const config = mkdtempSync(join(directory, 'wait-'));
			const child = spawn(process.execPath, [landfall, ...args, '--json'], {
				env: {...process.env, LANDFALL_CONFIG_DIR: config, ...env},
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			createInterface({input: child.stdout}).on('line', line => onDocument(JSON.parse(line)));
			child.on('exit', () => resolve());
		});
	const inTurns = async (measure: (index: number) => Promise<number | undefined>) => {
		const delays: number[] = [];
		for (let from = 0; from < count; from += atOnce) {
			const indexes = Array.from({length: Math.min(atOnce, count - from)}, (_, index) => from + index);
			for (const delay of await Promise.all(indexes.map(measure))) if (delay !== undefined) delays.push(delay);
		}

		return delays;
	};

	const projects = Array.from({length: count}, (_, index) => `project-${index}`);
	const team = createTeam({clock: createSystemClock(), projects});
	const server = createServer(({method, url = '', headers}, response) => {
		const lowerCase = new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
		const answer = team.handle({method: method as 'GET', target: url, headers: lowerCase, body: ''});
		response.writeHead(answer.status, answer.headers).end(answer.body);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo;
	const service = {LANDFALL_API_KEY: apiKey, LANDFALL_BASE_URL: `http://127.0.0.1:${port}`};
	const overHttp = await inTurns(async index => {
		const project = projects[index] ?? '';
		const id = team.deploy(project, {status: 'building'});
		let concludedAt = Number.NaN;
		await run(['wait', project], service, ({_landfall: {event}}) => {
			if (event !== 'seen') return;
			setTimeout(
				() => {
					concludedAt = performance.now();
					team.conclude(id, 'success');
				},
				minMs + Math.random() * (maxMs - minMs),
			);
		});
		return performance.now() - concludedAt;
	});
	server.close();

	const listed: string[] = [];
	await run(['ls', '--demo', '--limit', `${count}`], {}, document => {
		const {projects: all} = document as unknown as {readonly projects: ReadonlyArray<{readonly id: string}>};
		listed.push(...all.map(({id}) => id));
	});
	const inDemo = await inTurns(async index => {
		let concludedAt: number | undefined;
		await run(['deploy', listed[index % listed.length] ?? '', '--demo', '--wait'], {}, document => {
			if (document._landfall.event === 'verdict') concludedAt = Date.parse(document.concluded_at ?? '');
		});
		// The demo conclusion has a time of its own, which may lie in the second before the read.
		return concludedAt === undefined ? undefined : Date.now() - concludedAt;
	});

	const row = (name: string, delays: readonly number[], share: number): Row => ({
		name: `${name}, ${share === 0.5 ? 'median' : 'p95'}`,
		unit: 's',
		figure: quantile(delays, share) / 1000,
		note: `${delays.length} runs`,
	});
	return [
		atMost(row('after a conclusion over HTTP', overHttp, 0.5), 2),
		atMost(row('after a conclusion over HTTP', overHttp, 0.95), 3),
		atMost(row('after a conclusion in the demo', inDemo, 0.5), 2),
		atMost(row('after a conclusion in the demo', inDemo, 0.95), 3),
	];
};
