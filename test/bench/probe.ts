import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type * as pty from '@lydell/node-pty';

// The named exports of this CommonJS package cannot be imported.
const {spawn}: typeof pty = createRequire(import.meta.url)('@lydell/node-pty');

/** How to start landfall. */
export type Program = {readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>>};

export type Size = {readonly columns: number; readonly rows: number};

const timeoutMs = 10_000;
const pressTimeoutMs = 1000;
const maxMisses = 5;
const ticksPerSecond = 100;
const frameEnd = '\u001B[?2026l';

/** A program in a pseudo-terminal without an emulator, so that only the program uses the processor. */
export type Probe = ReturnType<typeof openProbe>['probe'];

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Returns how many frames end in a chunk of output. */
export const framesIn = (data: string): number => data.split(frameEnd).length - 1;

/** Starts a program, passes it to `use`, and kills it when `use` has finished or failed. */
export async function withProbe<Result>(
	program: Program,
	size: Size,
	directory: string,
	use: (probe: Probe) => Promise<Result>,
): Promise<Result> {
	const {probe, close} = openProbe(program, size, directory);
	try {
		return await use(probe);
	} finally {
		await close();
	}
}

/** Fills the compile cache for later starts. Node writes it only when a process exits normally. */
export const compile = (program: Program, size: Size, directory: string): Promise<void> =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(500);
		await probe.end();
	});

function openProbe({args, env = {}}: Program, {columns, rows}: Size, directory: string) {
	const startedAt = performance.now();
	const child = spawn(process.execPath, [...args], {
		name: 'xterm-256color',
		cols: columns,
		rows,
		cwd: directory,
		env: {PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', HOME: directory, LANDFALL_CONFIG_DIR: directory, ...env},
	});
	const listeners = new Set<(data: string) => unknown>();
	let written = '';
	let misses = 0;
	let hasEnded = false;
	child.onData(data => {
		written += data;
		for (const listener of listeners) listener(data);
	});
	const ended = new Promise<void>(resolve => {
		child.onExit(() => {
			hasEnded = true;
			resolve();
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

	const untilFrameEnd = () => {
		let frame = '';
		return waitForData(data => {
			frame += data;
			return frame.includes(frameEnd);
		}, pressTimeoutMs);
	};

	const probe = {
		/** The size of all output. */
		bytes: () => Buffer.byteLength(written),
		send: (text: string) => child.write(text),

		/** Calls the listener with each chunk of output. Returns a function that stops it. */
		onData(listener: (data: string) => unknown) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},

		/** Asks the program to exit, and waits for it. */
		async end() {
			child.kill('SIGTERM');
			await Promise.race([ended, pause(3000)]);
		},

		/** Presses a key and returns the milliseconds until the resulting frame has arrived, or NaN without one. Throws after several keys without a frame. */
		async press(key: string) {
			const at = performance.now();
			const arrived = untilFrameEnd();
			child.write(key);
			const took = (await arrived) - at;
			if (Number.isNaN(took) && ++misses > maxMisses)
				throw new Error(`keys such as ${JSON.stringify(key)} cause no frame`);
			return took;
		},

		/** Waits until the output matches, and returns the milliseconds since the start. Throws on a timeout. */
		async until(pattern: RegExp) {
			if (pattern.test(written)) return performance.now() - startedAt;
			const at = await waitForData(() => pattern.test(written), timeoutMs);
			if (Number.isNaN(at)) throw new Error(`the output does not match ${pattern} after ${timeoutMs / 1000} s`);
			return at - startedAt;
		},

		/** Waits until there was no output for this long. Returns the milliseconds until the last of it. */
		async untilSilence(silenceMs: number) {
			const from = performance.now();
			let last = from;
			for (let next = last; !Number.isNaN(next); next = await waitForData(() => true, silenceMs)) last = next;
			return last - from;
		},

		/** Milliseconds of processor time of the main thread, which no other process lengthens. */
		processorMs: () => Number(readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,

		/** Resident memory in MB and processor time in seconds, from /proc. */
		usage() {
			const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
			const rss = Number(/^VmRSS:\s+(\d+)/m.exec(read('status'))?.[1]);
			const [user = 0, system = 0] = read('stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
			return {rss: rss / 1024, cpu: (user + system) / ticksPerSecond};
		},
	};
	return {
		probe,

		/** Kills the program if it is still running. */
		async close() {
			if (!hasEnded) child.kill('SIGKILL');
			await Promise.race([ended, pause(2000)]);
		},
	};
}
