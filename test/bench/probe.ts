import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type * as pty from '@lydell/node-pty';

// It cannot be imported as a module.
const {spawn}: typeof pty = createRequire(import.meta.url)('@lydell/node-pty');

/** A program that is measured, and how it is started. */
export type Program = {
	/** Default: the Node that runs the bench. */
	readonly command?: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** Programs that do not mark where a frame ends: it ends with the first silence. */
	readonly isUnmarked?: boolean;
};

export type Size = {readonly columns: number; readonly rows: number};

/** A program in a pseudo-terminal that nothing is done to but what is measured: its bytes are kept, not shown. */
export type Probe = {
	/** Presses a key and gives the milliseconds until the frame that it causes has arrived, or NaN when none does. Fails when keys are not answered again and again. */
	readonly press: (key: string) => Promise<number>;
	readonly send: (text: string) => void;
	/** When what was written since the start matched, in milliseconds since the start. Fails when it does not. */
	readonly until: (pattern: RegExp) => Promise<number>;
	/** Everything that was written, and how many bytes that is. */
	readonly written: () => string;
	readonly bytes: () => number;
	/** Hears each piece that is written, until the function that it gives is called. */
	readonly onData: (listener: (data: string) => void) => () => void;
	readonly resize: (size: Size) => void;
	/** Resolves with the milliseconds from the start to the end. */
	readonly ended: Promise<number>;
	readonly kill: (signal: string) => void;
	/** Takes the terminal away from the program, as a closed window does. */
	readonly hangUp: () => void;
	readonly pid: number;
	/** The path of the program's side of the terminal. */
	readonly terminal: string;
	/** Ends the program, if it has not ended. */
	readonly close: () => Promise<void>;
	/** Resident memory in MB, processor time in seconds, times it was woken, and open files, as the kernel counts them. */
	readonly usage: () => {readonly rss: number; readonly cpu: number; readonly wakeups: number; readonly files: number};
};

const patienceMs = 10_000;
const pressPatienceMs = 1000;
const maxMisses = 5;
const silenceMs = 8;
const ticksPerSecond = 100;
const frameEnd = '\u001B[?2026l';

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Starts a program, and ends it when what is done with it is done or has failed. */
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

/** Leaves the compiled code for the starts to come, which is written only by a process that ends by itself. */
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

	/** Resolves when a listener that hears what is written says that it is enough. */
	const heard = (isEnough: (data: string) => boolean, limitMs: number) =>
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

	/** When the last piece before a silence came. */
	const silent = async () => {
		let last = await heard(() => true, pressPatienceMs);
		for (let next = last; !Number.isNaN(next); next = await heard(() => true, silenceMs)) last = next;
		return last;
	};

	const marked = () => {
		let frame = '';
		return heard(data => {
			frame += data;
			return frame.includes(frameEnd);
		}, pressPatienceMs);
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
			const arrived = isUnmarked ? silent() : marked();
			child.write(key);
			const took = (await arrived) - at;
			if (Number.isNaN(took) && ++misses > maxMisses)
				throw new Error(`keys such as ${JSON.stringify(key)} get no answer`);
			return took;
		},

		async until(pattern) {
			if (pattern.test(written)) return performance.now() - startedAt;
			const at = await heard(() => pattern.test(written), patienceMs);
			if (Number.isNaN(at)) throw new Error(`nothing like ${pattern} was written in ${patienceMs / 1000} s`);
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
