import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type * as pty from '@lydell/node-pty';

// The named exports of this CommonJS package cannot be imported.
const {spawn}: typeof pty = createRequire(import.meta.url)('@lydell/node-pty');

/** A program to measure, and how to start it. */
export type Program = {
	/** Default: the Node.js that runs the benchmark. */
	readonly command?: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** Whether the program does not mark the end of a frame. Then a frame ends when the output pauses. */
	readonly isUnmarked?: boolean;
};

export type Size = {readonly columns: number; readonly rows: number};

/** A program in a pseudo-terminal without an emulator, so that only the program uses the processor. */
export type Probe = {
	/** Presses a key and returns the milliseconds until the resulting frame has arrived, or NaN without one. Throws after several keys without a frame. */
	readonly press: (key: string) => Promise<number>;
	readonly send: (text: string) => void;
	/** Waits until the output matches, and returns the milliseconds since the start. Throws on a timeout. */
	readonly until: (pattern: RegExp) => Promise<number>;
	/** All output, and its size in bytes. */
	readonly written: () => string;
	readonly bytes: () => number;
	/** Calls the listener with each chunk of output. Returns a function that stops it. */
	readonly onData: (listener: (data: string) => void) => () => void;
	readonly resize: (size: Size) => void;
	/** Resolves with the milliseconds from the start to the exit. */
	readonly ended: Promise<number>;
	readonly kill: (signal: string) => void;
	/** Closes the terminal, as closing its window does. */
	readonly hangUp: () => void;
	readonly pid: number;
	/** The device of the pseudo-terminal. */
	readonly terminal: string;
	/** Kills the program if it is still running. */
	readonly close: () => Promise<void>;
	/** Resident memory in MB, processor time in seconds, wake-ups and open files, from /proc. */
	readonly usage: () => {readonly rss: number; readonly cpu: number; readonly wakeups: number; readonly files: number};
};

const timeoutMs = 10_000;
const pressTimeoutMs = 1000;
const maxMisses = 5;
const silenceMs = 8;
const ticksPerSecond = 100;
const frameEnd = '\u001B[?2026l';

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Starts a program, passes it to `use`, and kills it when `use` has finished or failed. */
export async function withProbe<Result>(
	program: Program,
	size: Size,
	directory: string,
	use: (probe: Probe) => Promise<Result>,
): Promise<Result> {
	const probe = openProbe(program, size, directory);
	try {
		return await use(probe);
	} finally {
		await probe.close();
	}
}

/** Fills the compile cache for later starts. Node writes it only when a process exits normally. */
export const compile = (program: Program, size: Size, directory: string): Promise<void> =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(500);
		probe.kill('SIGTERM');
		await Promise.race([probe.ended, pause(3000)]);
	});

function openProbe(program: Program, {columns, rows}: Size, directory: string): Probe {
	const {command = process.execPath, args, env = {}, isUnmarked = false} = program;
	const startedAt = performance.now();
	const child = spawn(command, [...args], {
		name: 'xterm-256color',
		cols: columns,
		rows,
		cwd: directory,
		env: {PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', HOME: directory, LANDFALL_CONFIG_DIR: directory, ...env},
	});
	const listeners = new Set<(data: string) => void>();
	let written = '';
	let misses = 0;
	let hasEnded = false;
	child.onData(data => {
		written += data;
		for (const listener of listeners) listener(data);
	});
	const ended = new Promise<number>(resolve => {
		child.onExit(() => {
			hasEnded = true;
			resolve(performance.now() - startedAt);
		});
	});

	/** Resolves with the time at which `isEnough` accepts a chunk, or NaN on a timeout. */
	const waitForData = (isEnough: (data: string) => boolean, limitMs: number) =>
		new Promise<number>(resolve => {
			const stop = (at: number) => {
				clearTimeout(timer);
				listeners.delete(listener);
				resolve(at);
			};
			const listener = (data: string) => isEnough(data) && stop(performance.now());
			const timer = setTimeout(() => stop(Number.NaN), limitMs);
			listeners.add(listener);
		});

	/** Resolves with the time of the last chunk before the output pauses. */
	const untilSilence = async () => {
		let last = await waitForData(() => true, pressTimeoutMs);
		for (let next = last; !Number.isNaN(next); next = await waitForData(() => true, silenceMs)) last = next;
		return last;
	};

	const untilFrameEnd = () => {
		let frame = '';
		return waitForData(data => {
			frame += data;
			return frame.includes(frameEnd);
		}, pressTimeoutMs);
	};

	return {
		pid: child.pid,
		terminal: (child as unknown as {readonly ptsName: string}).ptsName,
		written: () => written,
		bytes: () => Buffer.byteLength(written),
		send: text => child.write(text),
		resize: size => child.resize(size.columns, size.rows),
		kill: signal => child.kill(signal),
		hangUp: () => (child as unknown as {readonly destroy: () => void}).destroy(),
		ended,

		onData(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},

		async close() {
			if (!hasEnded) process.kill(child.pid, 'SIGKILL');
			await Promise.race([ended, pause(2000)]);
		},

		async press(key) {
			const at = performance.now();
			const arrived = isUnmarked ? untilSilence() : untilFrameEnd();
			child.write(key);
			const took = (await arrived) - at;
			if (Number.isNaN(took) && ++misses > maxMisses)
				throw new Error(`keys such as ${JSON.stringify(key)} cause no frame`);
			return took;
		},

		async until(pattern) {
			if (pattern.test(written)) return performance.now() - startedAt;
			const at = await waitForData(() => pattern.test(written), timeoutMs);
			if (Number.isNaN(at)) throw new Error(`the output does not match ${pattern} after ${timeoutMs / 1000} s`);
			return at - startedAt;
		},

		usage() {
			const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
			const status = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read('status'))?.[1]);
			const [user, system] = read('stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
			return {
				rss: status('VmRSS') / 1024,
				cpu: ((user ?? 0) + (system ?? 0)) / ticksPerSecond,
				wakeups: status('voluntary_ctxt_switches'),
				files: readdirSync(`/proc/${child.pid}/fd`).length,
			};
		},
	};
}
