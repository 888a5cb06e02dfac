import {mkdtempSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import type * as pty from '@lydell/node-pty';
import type {Size} from './bounds.ts';

// The named exports of this CommonJS package cannot be imported.
const {spawn}: typeof pty = createRequire(import.meta.url)('@lydell/node-pty');

export const apiKey = 'a-key-for-the-bench';

export type Program = {
	readonly args: readonly string[];
	/** Compiled code is kept in the home directory. */
	readonly home: string;
	/** Where settings and the journal are. Default: a new directory. */
	readonly files?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Default: 120 × 40. */
	readonly size?: Size;
};

/** Times are in milliseconds. A key has the name of its figure. */
export type Recorded = {readonly at: number} & (
	| {readonly type: 'key'; readonly name: string}
	| {readonly type: 'output'; readonly data: string}
	| {readonly type: 'resize'; readonly size: Size}
);

export type Recording = {readonly size: Size; readonly recorded: readonly Recorded[]};

/** The recording of a program in a pseudo-terminal is read afterwards, so that nothing else uses the processor meanwhile. */
export type Probe = ReturnType<typeof openProbe>;

const firstRows = /v\d+/;
const startTimeoutMs = 20_000;
const frameTimeoutMs = 1000;
const ticksPerSecond = 100;

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Starts a program, passes it to `use`, and kills it afterwards. */
export async function withProbe<Result>(program: Program, use: (probe: Probe) => Promise<Result>): Promise<Result> {
	const probe = openProbe(program);
	try {
		return await use(probe);
	} finally {
		probe.kill('SIGKILL');
		await probe.ended;
	}
}

function openProbe({args, home, files, env = {}, size = {columns: 120, rows: 40}}: Program) {
	const startedAt = performance.now();
	const child = spawn(process.execPath, [...args], {
		name: 'xterm-256color',
		cols: size.columns,
		rows: size.rows,
		cwd: home,
		env: {
			PATH: process.env.PATH ?? '',
			LANG: 'C.UTF-8',
			HOME: home,
			LANDFALL_CONFIG_DIR: files ?? mkdtempSync(join(home, 'files-')),
			LANDFALL_API_KEY: apiKey,
			...env,
		},
	});
	const recorded: Recorded[] = [];
	let hasEnded = false;
	const ended = new Promise<void>(resolve => {
		child.onExit(() => {
			hasEnded = true;
			resolve();
		});
	});
	child.onData(data => {
		recorded.push({type: 'output', data, at: performance.now()});
	});

	/** Resolves with the time at which all output from now on matches, or undefined if it does not in time. */
	const untilOutput = (pattern: RegExp, timeoutMs: number) =>
		new Promise<number | undefined>(resolve => {
			let output = '';
			const finish = (at?: number) => {
				clearTimeout(timer);
				listener.dispose();
				resolve(at);
			};
			const listener = child.onData(data => {
				output += data;
				if (pattern.test(output)) finish(performance.now());
			});
			const timer = setTimeout(finish, timeoutMs);
		});

	const send = (key: string, name = '') => {
		recorded.push({type: 'key', name, at: performance.now()});
		child.write(key);
	};
	const rowsShown = untilOutput(firstRows, startTimeoutMs);

	return {
		size,
		recorded,
		ended,
		send,

		/** Sends a key, and waits until a frame has ended. */
		async press(key: string, name?: string) {
			const frame = untilOutput(/\u001B\[\?2026l/, frameTimeoutMs);
			send(key, name);
			await frame;
		},

		resize(to: Size) {
			recorded.push({type: 'resize', size: to, at: performance.now()});
			child.resize(to.columns, to.rows);
		},

		/** The milliseconds from the start to the first rows. */
		async firstRows() {
			const at = await rowsShown;
			if (at === undefined) throw new Error(`no rows after ${startTimeoutMs / 1000} s`);
			return at - startedAt;
		},

		kill(signal: string) {
			if (!hasEnded) child.kill(signal);
		},

		/** Resident memory in MB, including shared memory such as the code of Node. */
		residentMb: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,

		/** Seconds of processor time. */
		processorSeconds() {
			const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
			return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
		},
	};
}
