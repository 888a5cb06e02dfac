import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {stripTypeScriptTypes} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {goodCertificate} from '../kit/faults/certificates.ts';
import type {Program} from './probe.ts';

/** What every part of the benchmark uses. */
export type Setting = {
	readonly rounds: number;
	/** For temporary files of this run. */
	readonly directory: string;
	/** The path of the built program. */
	readonly landfall: string;
	/** landfall on a sandbox in another process, with this many projects. */
	readonly onService: (projects: number) => Promise<Program>;
	/** landfall on a service with this many deployments in progress in each of this many projects. */
	readonly onBoard: (projects: number, runningPerProject: number) => Promise<Program>;
	/** Starts a caching proxy in front of a sandbox with this many projects, and returns its address. */
	readonly pageCache: (projects: number, protocol?: 'http' | 'https') => Promise<string>;
	/** landfall on the service at this address, trusting its certificate. */
	readonly onAddress: (address: string) => Program;
	readonly apiKey: string;
	/** The floor for the screen, with this many rows. */
	readonly rawTable: (rows: number) => Program;
	/** The path of the floor for reading pages. */
	readonly httpLoop: string;
	/** The path of the floor for a command that reads. */
	readonly httpGet: string;
	readonly close: () => void;
};

const root = join(import.meta.dirname, '../..');

/** Returns the running child processes of this one. Empty without /proc. */
function ownChildren(): readonly number[] {
	const list = `/proc/${process.pid}/task/${process.pid}/children`;
	return existsSync(list) ? (readFileSync(list, 'utf8').match(/\d+/g) ?? []).map(Number) : [];
}

/** Prepares floors and services. LANDFALL_BENCH_PROGRAM selects another build than `dist`: the path of its `landfall.js`, in a directory of its own. */
export function openSetting(rounds: number): Setting {
	const directory = mkdtempSync(join(tmpdir(), 'landfall-bench-'));
	const landfall = process.env.LANDFALL_BENCH_PROGRAM ?? join(root, 'dist/landfall.js');
	const apiKey = 'a-key-for-the-bench';
	const services = new Map<number, Promise<string>>();
	const children: Array<{kill: () => unknown}> = [];

	/** Strips the types beforehand, which would otherwise count as time of the floor. */
	const floor = (name: string) => {
		const path = join(directory, `${name}.mjs`);
		writeFileSync(path, stripTypeScriptTypes(readFileSync(join(import.meta.dirname, `floors/${name}.ts`), 'utf8')));
		return path;
	};

	/** Starts a service and returns the address that it prints. */
	const serve = (args: readonly string[]) =>
		new Promise<string>((resolve, reject) => {
			setTimeout(() => reject(new Error('The service has printed no address.')), 20_000).unref();
			const child = spawn(process.execPath, args, {
				env: {PATH: process.env.PATH, LANDFALL_API_KEY: apiKey, HOME: directory},
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			children.push(child);
			child.on('exit', code => reject(new Error(`The service exited with ${code}.`)));
			child.stdout.on('data', text => {
				const address = /address\s+(\S+)/.exec(String(text))?.[1];
				if (address) resolve(address);
			});
		});

	const address = (projects: number) => {
		const known = services.get(projects) ?? serve([landfall, 'sandbox', '--projects', String(projects)]);
		services.set(projects, known);
		return known;
	};

	const rawTable = floor('raw-table');
	const certificate = join(directory, 'certificate.pem');
	writeFileSync(certificate, goodCertificate);
	return {
		rounds,
		directory,
		landfall,
		apiKey,
		pageCache: async (projects, protocol = 'http') =>
			serve([join(import.meta.dirname, 'page-cache.ts'), await address(projects), protocol]),
		onAddress: at => ({
			args: [landfall, '--base-url', at],
			env: {LANDFALL_API_KEY: apiKey, NODE_EXTRA_CA_CERTS: certificate},
		}),
		onBoard: async (...counts) => ({
			args: [
				landfall,
				'--base-url',
				await serve([join(import.meta.dirname, 'board-service.ts'), ...counts.map(String)]),
			],
			env: {LANDFALL_API_KEY: apiKey},
		}),
		httpLoop: floor('http-loop'),
		httpGet: floor('http-get'),
		rawTable: rows => ({args: [rawTable, String(rows)]}),
		onService: async projects => ({
			args: [landfall, '--base-url', await address(projects)],
			env: {LANDFALL_API_KEY: apiKey},
		}),

		close() {
			for (const child of children) child.kill();
			// An interrupted run leaves programs behind, which would write to the directory again if they exited on their own.
			for (const pid of ownChildren()) process.kill(pid, 'SIGKILL');
			rmSync(directory, {recursive: true, force: true});
		},
	};
}
