import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {connect as connectTo, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Clock} from '../../src/clock.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {serve} from '../../src/sandbox/serve.ts';
import {between, createDice, pick} from '../../src/sandbox/world/random.ts';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';

type Sample = {
	readonly elapsedMs: number;
	readonly heapUsed: number;
	readonly rss: number;
	readonly timers: number;
	readonly sockets: number;
	readonly files: number;
};

const hourMs = 3_600_000;
const pause = (ms: number) => new Promise<undefined>(resolve => setTimeout(resolve, ms, undefined));
const keys = [
	'j',
	'k',
	'j',
	'G',
	'g',
	'enter',
	'esc',
	'2',
	'1',
	'3',
	'1',
	'!',
	'esc',
	'w',
	'r',
	'z',
	'i',
	'esc',
	'?',
	'esc',
] as const;

/** A clock that runs `speed` times as fast. */
const fastClock = (speed: number, startedAt: number): Clock => ({
	now: () => Math.round(startedAt + (Date.now() - startedAt) * speed),
	after(delayMs, then) {
		const timer = setTimeout(then, delayMs / speed);
		return () => clearTimeout(timer);
	},
});

/** Starts a TCP proxy to a local port, which can break and refuse connections. */
async function startProxy(port: number) {
	const sockets = new Set<Socket>();
	let isCut = false;
	const server = createServer(socket => {
		if (isCut) {
			socket.resetAndDestroy();
			return;
		}

		const upstream = connectTo(port, '127.0.0.1');
		for (const [from, to] of [
			[socket, upstream],
			[upstream, socket],
		] as const) {
			sockets.add(from);
			from.on('error', () => {});
			from.on('close', () => {
				sockets.delete(from);
				to.destroy();
			});
			from.pipe(to);
		}
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return {
		port: typeof address === 'object' && address ? address.port : 0,
		/** Breaks all connections. */
		drop() {
			for (const socket of sockets) socket.destroy();
		},

		/** Starts or stops refusing connections. */
		setCut(next: boolean) {
			isCut = next;
			if (isCut) this.drop();
		},
		close: () => server.close(),
	};
}

/**
The maximum growth of resident memory in MB: from the first hour to the end, and per day after the first day.

What grows, and when it stops, in MB after 1, 24 and 48 simulated hours (Node 24, Linux on x64):

| part of resident memory   |  1 h | 24 h | 48 h | it stops growing |
| ------------------------- | ---- | ---- | ---- | -------- |
| objects and code of V8    |  9.8 | 12.1 | 12.8 | when every list has its maximum length (2000 timelines, 500 activity entries, 400 rows of the board, the deployments of 20 projects) and every function is optimized |
| malloc arenas of V8       |  8.1 | 10.8 | 10.8 | when each V8 thread has done its largest job; see `keepHeapSmall` |
| malloc of the main thread | 11.8 | 11.8 | 11.8 | SQLite, OpenSSL and Node do not grow |
| executed code of Node     | 52.6 | 52.8 | 52.8 | it is mapped from the executable |
*/
const maxGrowthMb = {total: 12, perDay: 2};
const warmUpHours = 24;

/** Presses `q` twice until the program exits. At this speed, the second press may come too late for the first. */
async function quit({type, exited}: OpenTerminal): Promise<number> {
	for (;;) {
		type('qq');
		const exit = await Promise.race([exited, pause(500)]);
		if (exit) return exit.code;
	}
}

/** Returns the growth of resident memory in MB per day after the first day, or undefined if the run was too short. */
function growthPerDay(all: readonly Sample[]): number | undefined {
	const warm = all.filter(({elapsedMs}) => elapsedMs > warmUpHours * hourMs);
	const [first, last] = [warm[0], warm.at(-1)];
	if (!first || !last || last.elapsedMs - first.elapsedMs < 6 * hourMs) return undefined;
	return ((last.rss - first.rss) / 1e6) * ((24 * hourMs) / (last.elapsedMs - first.elapsedMs));
}

/** Runs the built program for some simulated hours, with faults, outages and keys. Prints what it held. Returns whether that stayed flat and reads resumed after every outage. */
export async function soakProgram({hours, speed}: {readonly hours: number; readonly speed: number}): Promise<boolean> {
	const roll = createDice(1, 'soak');
	const clock = fastClock(speed, Date.now());
	const apiKey = 'a-key-for-the-soak';
	const sandbox = createSandbox({clock, apiKey, world: 'busy', projects: 300});
	let requestCount = 0;
	let servedAt = 0;
	const faulty = {
		...sandbox,
		handle(request: Parameters<typeof sandbox.handle>[0]) {
			requestCount++;
			servedAt = clock.now();
			if (roll() >= 0.01) return sandbox.handle(request);
			return pick(roll, [
				{status: 500, headers: {}, body: '{"message": "oops"}'},
				{status: 503, headers: {'retry-after': '5'}, body: ''},
				{status: 429, headers: {'retry-after': '3'}, body: ''},
				{status: 200, headers: {'content-type': 'text/html'}, body: '<html><title>Login</title>'},
				{status: 200, headers: {}, body: '{"projects": 5}'},
			]);
		},
	};
	const served = await serve(faulty, {clock, latencyMs: 0});
	const proxy = await startProxy(served.port);
	const directory = mkdtempSync(join(tmpdir(), 'landfall-soak-'));
	const report = join(directory, 'report.jsonl');
	const terminal = openTerminal({
		args: ['--base-url', `http://127.0.0.1:${proxy.port}`],
		directory,
		columns: 120,
		rows: 40,
		env: {
			LANDFALL_API_KEY: apiKey,
			NODE_OPTIONS: `--import ${join(import.meta.dirname, 'fast-clock.ts')}`,
			SOAK_SPEED: String(speed),
			SOAK_REPORT: report,
		},
	});
	const files: number[] = [];
	const recoveries: number[] = [];
	const failures: string[] = [];
	await terminal.see(/1 of /, 20_000);
	const endAt = Date.now() + (hours * hourMs) / speed;
	try {
		while (Date.now() < endAt) {
			await terminal.press(pick(roll, keys));
			await pause(400);
			files.push(readdirSync(`/proc/${terminal.pid}/fd`).length);
			if (roll() < 0.15) proxy.drop();
			if (roll() < 0.03) {
				proxy.setCut(true);
				await pause(between(roll, 100, 3000));
				proxy.setCut(false);
				// Returns to the list, which is always polled.
				await terminal.press('esc', 'esc', '1', 'g');
				const restoredAt = clock.now();
				servedAt = 0;
				while (servedAt === 0 && clock.now() - restoredAt < hourMs) await pause(5);
				recoveries.push(clock.now() - restoredAt);
			}
		}

		await terminal.press('esc', 'esc', '1');
		await terminal.see('live', 20_000);
		const code = await quit(terminal);
		if (code !== 0) failures.push(`the program exited with ${code}`);
	} catch (error) {
		failures.push(String(error).slice(0, 2000));
	}

	const all = readFileSync(report, 'utf8')
		.trim()
		.split('\n')
		.map((line): Sample => JSON.parse(line));
	const settled = all.filter(({elapsedMs}) => elapsedMs > hourMs);
	const [first, last] = [settled[0], settled.at(-1)];
	const megabytes = (bytes = 0) => (bytes / 1e6).toFixed(1);
	const max = (of: (sample: Sample) => number) => Math.max(...settled.map(of));
	const heapGrowth = ((last?.heapUsed ?? Number.POSITIVE_INFINITY) - (first?.heapUsed ?? 0)) / 1e6;
	const rssGrowth = growthPerDay(all);
	const lastFiles = files.slice(-20);
	const rows: ReadonlyArray<[string, string]> = [
		['requests', requestCount.toLocaleString('en')],
		['heap after the first hour, at the end', `${megabytes(first?.heapUsed)}, ${megabytes(last?.heapUsed)} MB`],
		[
			'resident at the same times, and the maximum',
			`${megabytes(first?.rss)}, ${megabytes(last?.rss)}, ${megabytes(max(({rss}) => rss))} MB`,
		],
		[
			`resident growth per day, after ${warmUpHours} hours`,
			rssGrowth === undefined ? 'too short to tell' : `${rssGrowth.toFixed(1)} MB`,
		],
		['timers, maximum after the first hour', `${max(({timers}) => timers)}`],
		['sockets, maximum after the first hour', `${max(({sockets}) => sockets)}`],
		['open files at the start, maximum, at the end', `${files[5]}, ${Math.max(...files)}, ${Math.max(...lastFiles)}`],
		['simulated seconds from an outage to the next read', recoveries.map(ms => Math.round(ms / 1000)).join(' ')],
	];
	console.log(`\nThe built program for ${hours} simulated hours, ${speed} times as fast`);
	for (const [what, figure] of rows) console.log(`  ${what.padEnd(50)} ${figure}`);
	for (const failure of failures) console.log(`  ${failure}`);
	terminal.close();
	proxy.close();
	await served.close();
	sandbox.close();
	rmSync(directory, {recursive: true, force: true});
	const isFlat =
		heapGrowth < 5 &&
		((last?.rss ?? 0) - (first?.rss ?? 0)) / 1e6 <= maxGrowthMb.total &&
		(rssGrowth ?? 0) <= maxGrowthMb.perDay &&
		Math.max(...lastFiles) - (files[5] ?? 0) <= 12 &&
		max(({timers}) => timers) <= 40;
	return isFlat && failures.length === 0 && Math.max(0, ...recoveries) < 150_000;
}
