import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type * as pty from '@lydell/node-pty';

// It cannot be imported as a module.
const {spawn}: typeof pty = createRequire(import.meta.url)('@lydell/node-pty');

/** A program that is measured, and how it is started. */
export type Program = {readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>>};

export type Size = {readonly columns: number; readonly rows: number};

/** A program in a pseudo-terminal that nothing is done to but what is measured: its bytes are kept, not shown. */
export type Probe = {
	/** Presses a key and gives the milliseconds until the frame that it causes has arrived, or NaN when none does. */
	readonly press: (key: string) => Promise<number>;
	readonly send: (text: string) => void;
	/** When what was written since the start matched, in milliseconds since the start. */
	readonly until: (pattern: RegExp) => Promise<number>;
	/** Everything that was written, and how many bytes that is. */
	readonly written: () => string;
	readonly bytes: () => number;
	/** Hears each piece that is written. */
	readonly onData: (listener: (data: string) => void) => void;
	readonly resize: (size: Size) => void;
	/** Resolves with the milliseconds from the start to the end. */
	readonly ended: Promise<number>;
	readonly kill: (signal?: string) => void;
	/** Resident memory in MB, processor time in seconds, times it was woken, and open files, as the kernel counts them. */
	readonly usage: () => {readonly rss: number; readonly cpu: number; readonly wakeups: number; readonly files: number};
};

const patienceMs = 10_000;
const ticksPerSecond = 100;

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

export function openProbe({args, env = {}}: Program, {columns, rows}: Size, directory: string): Probe {
	const startedAt = performance.now();
	const child = spawn(process.execPath, [...args], {
		name: 'xterm-256color',
		cols: columns,
		rows,
		cwd: directory,
		env: {PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', HOME: directory, LANDFALL_CONFIG_DIR: directory, ...env},
	});
	const listeners = new Set<(data: string) => void>();
	let written = '';
	child.onData(data => {
		written += data;
		for (const listener of listeners) listener(data);
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

	return {
		written: () => written,
		bytes: () => Buffer.byteLength(written),
		onData: listener => listeners.add(listener),
		send: text => child.write(text),
		resize: size => child.resize(size.columns, size.rows),
		kill: (signal = 'SIGKILL') => child.kill(signal),
		ended: new Promise(resolve => child.onExit(() => resolve(performance.now() - startedAt))),

		async press(key) {
			let frame = '';
			const at = performance.now();
			const arrived = heard(data => {
				frame += data;
				return frame.includes('\u001B[?2026l');
			}, 1000);
			child.write(key);
			return (await arrived) - at;
		},

		async until(pattern) {
			if (pattern.test(written)) return performance.now() - startedAt;
			return (await heard(() => pattern.test(written), patienceMs)) - startedAt;
		},

		usage() {
			const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
			const status = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read('status'))?.[1]);
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
