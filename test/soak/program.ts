import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Clock} from '../../src/base/clock.ts';
import {between, createDice, type Dice, pick} from '../../src/sandbox/random.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {serve} from '../../src/sandbox/server.ts';
import {type OpenTerminal, startTerminal} from '../kit/app/terminal.ts';
import {createFastClock} from '../kit/fixtures/clock.ts';

const apiKey = 'a-key-for-the-soak';
const pause = (ms: number) => new Promise<undefined>(resolve => setTimeout(resolve, ms, undefined));
/** Escape comes more often, so that dialogs do not stay open. */
const keys = ['j', 'k', 'G', 'g', 'enter', '2', '1', '3', '!', 'w', 'r', 'z', 'i', '?', 'esc', 'esc', 'esc'] as const;

/** Serves a sandbox. One response in a hundred is an error. */
async function serveWithFaults(clock: Clock, roll: Dice) {
	const sandbox = createSandbox({clock, apiKey, world: 'busy', projects: 300});
	const faulty = {
		...sandbox,
		handle(request: Parameters<typeof sandbox.handle>[0]) {
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
	let served = await serve(faulty, {clock});
	const {address, port} = served;
	return {
		address,

		/** Breaks all connections, and refuses others for this long. */
		async drop(ms = 0) {
			await served.close();
			await pause(ms);
			served = await serve(faulty, {clock, port});
		},

		close: () => served.close(),
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

/** Presses random keys and causes outages until `endAt`. Returns the number of open files after each key. */
async function drive(
	terminal: OpenTerminal,
	{drop}: Awaited<ReturnType<typeof serveWithFaults>>,
	roll: Dice,
	endAt: number,
): Promise<readonly number[]> {
	const files: number[] = [];
	while (Date.now() < endAt) {
		await terminal.press(pick(roll, keys));
		await pause(400);
		files.push(readdirSync(`/proc/${terminal.pid}/fd`).length);
		if (roll() < 0.15) await drop();
		if (roll() < 0.03) await drop(between(roll, 100, 3000));
	}

	await terminal.press('esc', 'esc', '1');
	await terminal.see('all of it within', 20_000);
	const code = await quit(terminal);
	if (code !== 0) throw new Error(`The program exited with ${code}.`);
	return files;
}

/** Reported by fast-clock.ts. */
type Sample = {readonly elapsedMs: number; readonly rss: number};

const hourMs = 3_600_000;
const hours = 96;
const speed = 300;

/** By then everything that is kept has its full length. */
const warmUpHours = 48;

/** Resident memory in MB a day after the warm-up. */
function growthPerDay(report: string): number {
	const lines = readFileSync(report, 'utf8').trim().split('\n');
	const warm = lines.map((line): Sample => JSON.parse(line)).filter(({elapsedMs}) => elapsedMs > warmUpHours * hourMs);
	const [first, last] = [warm[0], warm.at(-1)];
	if (!first || !last) throw new Error('The program ended before the warm-up.');
	return ((last.rss - first.rss) / 1e6) * ((24 * hourMs) / (last.elapsedMs - first.elapsedMs));
}

/** Prints what the built program held, and returns whether that stayed flat. */
export async function soakProgram(): Promise<boolean> {
	const roll = createDice(1, 'soak');
	const service = await serveWithFaults(createFastClock(speed), roll);
	const directory = mkdtempSync(join(tmpdir(), 'landfall-soak-'));
	const report = join(directory, 'report.jsonl');
	const terminal = startTerminal({
		args: ['--base-url', service.address],
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
	const endAt = Date.now() + (hours * hourMs) / speed;
	const files = await drive(terminal, service, roll, endAt).finally(async () => {
		terminal.close();
		await service.close();
	});
	const figures = [
		['growth of resident memory per day, MB', growthPerDay(report), 2],
		['more open files at the end than at the start', Math.max(...files.slice(-20)) - (files[5] ?? 0), 12],
	] as const;
	rmSync(directory, {recursive: true, force: true});
	console.log(`\nThe built program for ${hours} simulated hours, ${speed} times as fast`);
	for (const [name, figure, max] of figures) console.log(`  ${name}: ${figure.toFixed(1)}, at most ${max}`);
	return figures.every(([, figure, max]) => figure <= max);
}
