import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Program} from './probe.ts';

const root = join(import.meta.dirname, '../..');

/** Returns the running child processes of this one. */
const ownChildren = (): readonly string[] =>
	readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').match(/\d+/g) ?? [];

/** What every part of the benchmark uses. */
export type Setting = ReturnType<typeof openSetting>;

/** Prepares services. LANDFALL_BENCH_PROGRAM selects another build than `dist`: the path of its `landfall.js`, in a directory of its own. */
export function openSetting(rounds: number) {
	const directory = mkdtempSync(join(tmpdir(), 'landfall-bench-'));
	const landfall = process.env.LANDFALL_BENCH_PROGRAM ?? join(root, 'dist/landfall.js');
	const apiKey = 'a-key-for-the-bench';
	const services = new Map<string, Promise<string>>();

	/** Starts a service and returns the address that it prints. */
	const start = (args: readonly string[]) =>
		new Promise<string>((resolve, reject) => {
			setTimeout(() => reject(new Error('The service has printed no address.')), 20_000).unref();
			const child = spawn(process.execPath, args, {
				env: {PATH: process.env.PATH, LANDFALL_API_KEY: apiKey, HOME: directory},
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			child.on('exit', code => reject(new Error(`The service exited with ${code}.`)));
			child.stdout.on('data', text => {
				const address = /address\s+(\S+)/.exec(String(text))?.[1];
				if (address) resolve(address);
			});
		});

	/** Returns the address of a service, which runs once for the same arguments. */
	const serve = (...args: readonly string[]) => {
		const name = args.join(' ');
		const address = services.get(name) ?? start(args);
		services.set(name, address);
		return address;
	};

	/** Returns the address of a sandbox in another process, with this many projects, whose responses take this long. */
	const sandbox = (projects: number, latencyMs = 0) =>
		serve(landfall, 'sandbox', '--projects', `${projects}`, '--latency', `${latencyMs}`);
	/** landfall on the service at this address. */
	const onAddress = (address: string): Program => ({
		args: [landfall, '--base-url', address],
		env: {LANDFALL_API_KEY: apiKey},
	});
	return {
		rounds,
		/** For temporary files of this run. */
		directory,
		/** The path of the built program. */
		landfall,
		/** landfall on such a sandbox. */
		onService: async (projects: number, latencyMs?: number) => onAddress(await sandbox(projects, latencyMs)),
		/** The least that a Node program can do for the first rows of such a sandbox. */
		bareRequest: async (projects: number, latencyMs?: number): Promise<Program> => ({
			args: [join(import.meta.dirname, 'floors/request.mjs'), await sandbox(projects, latencyMs)],
			env: {LANDFALL_API_KEY: apiKey},
		}),
		/** The least that a Node program can do for a key in a list. */
		rawTable: {args: [join(import.meta.dirname, 'floors/table.mjs')]} satisfies Program,
		/** landfall on a service with this many deployments in progress in each of this many projects. */
		onBoard: async (projects: number, runningPerProject: number) =>
			onAddress(await serve(join(import.meta.dirname, 'board-service.ts'), `${projects}`, `${runningPerProject}`)),

		close() {
			// Services, and what an interrupted run leaves behind, which would write to the directory again if it exited on its own.
			for (const pid of ownChildren()) process.kill(Number(pid), 'SIGKILL');
			rmSync(directory, {recursive: true, force: true});
		},
	};
}
