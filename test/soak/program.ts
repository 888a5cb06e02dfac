import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {connect as connectTo, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Clock} from '../../src/clock.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {serve} from '../../src/sandbox/serve.ts';
import {between, createDice, pick} from '../../src/sandbox/world/random.ts';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';

type Held = {
	readonly passedMs: number;
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
const fastClock = (speed: number, begunAt: number): Clock => ({
	now: () => Math.round(begunAt + (Date.now() - begunAt) * speed),
	after(delayMs, then) {
		const timer = setTimeout(then, delayMs / speed);
		return () => clearTimeout(timer);
	},
});

/** A way to a port that can be cut. */
async function openWay(port: number) {
	const sockets = new Set<Socket>();
	let isCut = false;
	const server = createServer(socket => {
		if (isCut) {
			socket.resetAndDestroy();
			return;
		}

		const other = connectTo(port, '127.0.0.1');
		for (const [one, two] of [
			[socket, other],
			[other, socket],
		] as const) {
			sockets.add(one);
			one.on('error', () => {});
			one.on('close', () => {
				sockets.delete(one);
				two.destroy();
			});
			one.pipe(two);
		}
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return {
		port: typeof address === 'object' && address ? address.port : 0,
		/** Breaks every connection. */
		drop() {
			for (const socket of sockets) socket.destroy();
		},

		cut(next: boolean) {
			isCut = next;
			if (isCut) this.drop();
		},
		close: () => server.close(),
	};
}

/**
How many megabytes resident memory may grow: from the first hour to the end, and in each day after the first one.

What grows, and why it stops, in MB after 1, 24 and 48 simulated hours (Node 24, Linux on x64):

| of resident memory        |  1 h | 24 h | 48 h | it stops |
| ------------------------- | ---- | ---- | ---- | -------- |
| objects and code of V8    |  9.8 | 12.1 | 12.8 | when every list is as long as it may be (2000 timelines, 500 entries of Activity, 400 rows of the board, the deployments of 20 projects) and every function has been optimized |
| arenas of V8's threads    |  8.1 | 10.8 | 10.8 | when each thread has done its largest job: see `keepHeapSmall` |
| the main thread's malloc  | 11.8 | 11.8 | 11.8 | SQLite, OpenSSL and Node itself do not grow |
| code of Node that was run | 52.6 | 52.8 | 52.8 | it is mapped from its file |
*/
const maxGrown = {inAll: 12, perDay: 2};
const warmHours = 24;

/** Presses `q` twice until the program has ended: how long it waits for the second one is short at this speed. */
async function quit({type, exited}: OpenTerminal): Promise<number> {
	for (;;) {
		type('qq');
		const ended = await Promise.race([exited, pause(500)]);
		if (ended) return ended.code;
	}
}

/** How many megabytes more are resident at the end than after the first day, for each day between. Undefined for a run that is too short to tell. */
function grownPerDay(all: readonly Held[]): number | undefined {
	const warm = all.filter(({passedMs}) => passedMs > warmHours * hourMs);
	const [first, last] = [warm[0], warm.at(-1)];
	if (!first || !last || last.passedMs - first.passedMs < 6 * hourMs) return undefined;
	return ((last.rss - first.rss) / 1e6) * ((24 * hourMs) / (last.passedMs - first.passedMs));
}

/** The built program for so many simulated hours, with faults, outages, and keys. Prints what it held, and gives whether that stayed flat and reading always went on. */
export async function soakProgram({hours, speed}: {readonly hours: number; readonly speed: number}): Promise<boolean> {
	const roll = createDice(1, 'soak');
	const clock = fastClock(speed, Date.now());
	const apiKey = 'a-key-for-the-soak';
	const sandbox = createSandbox({clock, apiKey, world: 'busy', projects: 300});
	let calls = 0;
	let servedAt = 0;
	const faulty = {
		...sandbox,
		handle(request: Parameters<typeof sandbox.handle>[0]) {
			calls++;
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
	const way = await openWay(served.port);
	const directory = mkdtempSync(join(tmpdir(), 'landfall-soak-'));
	const report = join(directory, 'report.jsonl');
	const terminal = openTerminal({
		args: ['--base-url', `http://127.0.0.1:${way.port}`],
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
	const faults: string[] = [];
	await terminal.see(/1 of /, 20_000);
	const endAt = Date.now() + (hours * hourMs) / speed;
	try {
		while (Date.now() < endAt) {
			await terminal.press(pick(roll, keys));
			await pause(400);
			files.push(readdirSync(`/proc/${terminal.pid}/fd`).length);
			if (roll() < 0.15) way.drop();
			if (roll() < 0.03) {
				way.cut(true);
				await pause(between(roll, 100, 3000));
				way.cut(false);
				// A list is read all the time.
				await terminal.press('esc', 'esc', '1', 'g');
				const healedAt = clock.now();
				servedAt = 0;
				while (servedAt === 0 && clock.now() - healedAt < hourMs) await pause(5);
				recoveries.push(clock.now() - healedAt);
			}
		}

		await terminal.press('esc', 'esc', '1');
		await terminal.see('live', 20_000);
		const code = await quit(terminal);
		if (code !== 0) faults.push(`it ended with ${code}`);
	} catch (error) {
		faults.push(String(error).slice(0, 2000));
	}

	const all = readFileSync(report, 'utf8')
		.trim()
		.split('\n')
		.map((line): Held => JSON.parse(line));
	const settled = all.filter(({passedMs}) => passedMs > hourMs);
	const [first, last] = [settled[0], settled.at(-1)];
	const mega = (bytes = 0) => (bytes / 1e6).toFixed(1);
	const most = (of: (held: Held) => number) => Math.max(...settled.map(of));
	const grown = ((last?.heapUsed ?? Number.POSITIVE_INFINITY) - (first?.heapUsed ?? 0)) / 1e6;
	const grownRss = grownPerDay(all);
	const lastFiles = files.slice(-20);
	const rows: ReadonlyArray<[string, string]> = [
		['calls', calls.toLocaleString('en')],
		['heap after the first hour, at the end', `${mega(first?.heapUsed)}, ${mega(last?.heapUsed)} MB`],
		['resident, the same, and the most', `${mega(first?.rss)}, ${mega(last?.rss)}, ${mega(most(({rss}) => rss))} MB`],
		[
			`resident growth in a day, after ${warmHours} hours`,
			grownRss === undefined ? 'too short to tell' : `${grownRss.toFixed(1)} MB`,
		],
		['timers, most after the first hour', `${most(({timers}) => timers)}`],
		['sockets, the same', `${most(({sockets}) => sockets)}`],
		['open files at the start, most, at the end', `${files[5]}, ${Math.max(...files)}, ${Math.max(...lastFiles)}`],
		['read again after an outage, in simulated seconds', recoveries.map(ms => Math.round(ms / 1000)).join(' ')],
	];
	console.log(`\nthe built program for ${hours} simulated hours, ${speed} times as fast`);
	for (const [what, figure] of rows) console.log(`  ${what.padEnd(50)} ${figure}`);
	for (const fault of faults) console.log(`  ${fault}`);
	terminal.close();
	way.close();
	await served.close();
	sandbox.close();
	rmSync(directory, {recursive: true, force: true});
	const isFlat =
		grown < 5 &&
		((last?.rss ?? 0) - (first?.rss ?? 0)) / 1e6 <= maxGrown.inAll &&
		(grownRss ?? 0) <= maxGrown.perDay &&
		Math.max(...lastFiles) - (files[5] ?? 0) <= 12 &&
		most(({timers}) => timers) <= 40;
	return isFlat && faults.length === 0 && Math.max(0, ...recoveries) < 150_000;
}
