import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Clock} from '../../src/base/clock.ts';
import {between, createDice, type Dice, pick} from '../../src/sandbox/random.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {serve} from '../../src/sandbox/server.ts';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';
import {hourMs, summarizeSamples} from './resource-samples.ts';
import {startTcpProxy} from './tcp-proxy.ts';

const apiKey = 'a-key-for-the-soak';
const pause = (ms: number) => new Promise<undefined>(resolve => setTimeout(resolve, ms, undefined));
/** Escape comes up more often, so that dialogs do not stay open. */
const keys = ['j', 'k', 'G', 'g', 'enter', '2', '1', '3', '!', 'w', 'r', 'z', 'i', '?', 'esc', 'esc', 'esc'] as const;

/** A clock that runs `speed` times as fast. */
function fastClock(speed: number, startedAt: number): Clock {
	const now = () => Math.round(startedAt + (Date.now() - startedAt) * speed);
	return {
		now,
		elapsed: now,
		wall: now,
		after(delayMs, then) {
			const timer = setTimeout(then, delayMs / speed);
			return () => clearTimeout(timer);
		},
	};
}

/** Serves a sandbox behind a proxy. One response in a hundred is an error. */
async function serveWithFaults(clock: Clock, roll: Dice) {
	const sandbox = createSandbox({clock, apiKey, world: 'busy', projects: 300});
	let requestCount = 0;
	const faulty = {
		...sandbox,
		handle(request: Parameters<typeof sandbox.handle>[0]) {
			requestCount++;
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
	const proxy = await startTcpProxy(served.port);
	return {
		proxy,
		requestCount: () => requestCount,

		async close() {
			proxy.close();
			await served.close();
			sandbox.close();
		},
	};
}

/** Presses `q` twice until the program exits. At this speed, the second press may come too late for the first. */
async function quit({type, exited}: OpenTerminal): Promise<number> {
	for (;;) {
		type('qq');
		const exit = await Promise.race([exited, pause(500)]);
		if (exit) return exit.code;
	}
}

type Run = {
	/** Open files of the process after each key. */
	readonly files: number[];
	readonly failures: string[];
};

/** Presses random keys and causes outages until `endAt`, and then quits. */
async function drive(
	terminal: OpenTerminal,
	{proxy}: Awaited<ReturnType<typeof serveWithFaults>>,
	roll: Dice,
	endAt: number,
): Promise<Run> {
	const run: Run = {files: [], failures: []};
	try {
		while (Date.now() < endAt) {
			await terminal.press(pick(roll, keys));
			await pause(400);
			run.files.push(readdirSync(`/proc/${terminal.pid}/fd`).length);
			if (roll() < 0.15) proxy.drop();
			if (roll() < 0.03) {
				proxy.setCut(true);
				await pause(between(roll, 100, 3000));
				proxy.setCut(false);
			}
		}

		await terminal.press('esc', 'esc', '1');
		await terminal.see('live', 20_000);
		const code = await quit(terminal);
		if (code !== 0) run.failures.push(`the program exited with ${code}`);
	} catch (error) {
		run.failures.push(String(error).slice(0, 2000));
	}

	return run;
}

/** Runs the built program for some simulated hours, with faults, outages and keys. Prints what it held. Returns whether that stayed flat. */
export async function soakProgram({hours, speed}: {readonly hours: number; readonly speed: number}): Promise<boolean> {
	const roll = createDice(1, 'soak');
	const service = await serveWithFaults(fastClock(speed, Date.now()), roll);
	const directory = mkdtempSync(join(tmpdir(), 'landfall-soak-'));
	const report = join(directory, 'report.jsonl');
	const terminal = openTerminal({
		args: ['--base-url', `http://127.0.0.1:${service.proxy.port}`],
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
	await terminal.see(/1 of /, 20_000);
	const {files, failures} = await drive(terminal, service, roll, Date.now() + (hours * hourMs) / speed);
	const {rows, isFlat} = summarizeSamples(report);
	const [firstFiles = 0, maxLastFiles] = [files[5], Math.max(...files.slice(-20))];
	console.log(`\nThe built program for ${hours} simulated hours, ${speed} times as fast`);
	for (const [name, figure] of [
		['requests', service.requestCount().toLocaleString('en')],
		...rows,
		['open files at the start, maximum, at the end', `${firstFiles}, ${Math.max(...files)}, ${maxLastFiles}`],
	] as const) {
		console.log(`  ${name.padEnd(50)} ${figure}`);
	}

	for (const failure of failures) console.log(`  ${failure}`);
	terminal.close();
	await service.close();
	rmSync(directory, {recursive: true, force: true});
	return isFlat && maxLastFiles - firstFiles <= 12 && failures.length === 0;
}
