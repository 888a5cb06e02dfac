import {createSystemClock} from '../../../src/base/clock.ts';
import {createSandbox} from '../../../src/sandbox/sandbox.ts';
import {serve} from '../../../src/sandbox/server.ts';
import {type Program, pause, withProbe} from '../probe.ts';
import {atMost, median, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const apiKey = 'a-key-for-the-bench';
const size = {columns: 120, rows: 40};
const presses = 12;

/** How long a question takes no answer, with some time to paint it. */
const questionMs = 900;

/** A local service that remembers its requests and when each one came. */
async function startService() {
	const clock = createSystemClock();
	const sandbox = createSandbox({clock, apiKey, projects: 30, world: 'quiet'});
	const requests: Array<{readonly at: number; readonly method: string}> = [];
	const handle: typeof sandbox.handle = request => {
		requests.push({at: performance.now(), method: request.method});
		return sandbox.handle(request);
	};
	return {requests, ...(await serve({...sandbox, handle}, {clock}))};
}

/** Measures how long a deployment takes from the key that answers the question to its request, and how many reads come between them. */
export async function writes({landfall, directory}: Setting): Promise<readonly Row[]> {
	const {address, requests, close} = await startService();
	const program: Program = {
		args: [landfall, '--base-url', address, '--rpm', '0'],
		env: {LANDFALL_API_KEY: apiKey, LANDFALL_CONFIG_DIR: `${directory}/writes`},
	};
	const times: number[] = [];
	const reads: number[] = [];
	await withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		for (let press = 0; press < presses; press++) {
			await pause(1500);
			probe.send('t');
			await pause(questionMs);
			const [from, startedAt] = [requests.length, performance.now()];
			probe.send('y');
			await pause(1500);
			const since = requests.slice(from);
			const index = since.findIndex(({method}) => method === 'POST');
			times.push((since[index]?.at ?? Number.NaN) - startedAt);
			reads.push(index);
			probe.send('\u001B');
			await pause(300);
			probe.send('j');
		}
	});
	await close();
	return [
		atMost({name: 'from the answer to a question to its request', figure: median(times), unit: 'ms'}, 100),
		atMost({name: 'reads in between', figure: median(reads), unit: ''}, 2),
	];
}
