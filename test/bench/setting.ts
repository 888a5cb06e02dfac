import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {stripTypeScriptTypes} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {goodCertificate} from '../kit/faults/certificates.ts';
import type {Program} from './probe.ts';

/** What every part measures with. */
export type Setting = {
	readonly rounds: number;
	/** For files of this run. */
	readonly directory: string;
	/** The program as it is published. */
	readonly landfall: string;
	/** landfall on a service of its own process, with so many projects. */
	readonly onService: (projects: number) => Promise<Program>;
	/** landfall on a service with so many deployments in progress in each of so many projects. */
	readonly onBoard: (projects: number, runningOfEach: number) => Promise<Program>;
	/** Where such a service is that has every page at hand once it was read. */
	readonly pageCache: (projects: number, protocol?: 'http' | 'https') => Promise<string>;
	/** landfall on a service that is at this address and that it is told to trust. */
	readonly onAddress: (address: string) => Program;
	readonly apiKey: string;
	/** The floor of the screen, with so many rows. */
	readonly rawTable: (rows: number) => Program;
	/** The floor of reading pages. */
	readonly httpLoop: string;
	readonly close: () => void;
};

const root = join(import.meta.dirname, '../..');

/** The processes that this one has started and that still run, as Linux knows them. */
function ownChildren(): readonly number[] {
	const list = `/proc/${process.pid}/task/${process.pid}/children`;
	return existsSync(list) ? (readFileSync(list, 'utf8').match(/\d+/g) ?? []).map(Number) : [];
}

/** Makes floors and services ready. `LANDFALL_BENCH_PROGRAM` measures another build than that in `dist`: the path of its `landfall.js`, in a directory that holds nothing else. */
export function openSetting(rounds: number): Setting {
	const directory = mkdtempSync(join(tmpdir(), 'landfall-bench-'));
	const landfall = process.env.LANDFALL_BENCH_PROGRAM ?? join(root, 'dist/landfall.js');
	const apiKey = 'a-key-for-the-bench';
	const services = new Map<number, Promise<string>>();
	const children: Array<{kill: () => unknown}> = [];

	/** Without types, because to strip them takes time that is not the floor's. */
	const floor = (name: string) => {
		const path = join(directory, `${name}.mjs`);
		writeFileSync(path, stripTypeScriptTypes(readFileSync(join(import.meta.dirname, `floors/${name}.ts`), 'utf8')));
		return path;
	};

	/** Starts a service, and gives where it says that it is. */
	const serve = (args: readonly string[]) =>
		new Promise<string>((resolve, reject) => {
			setTimeout(() => reject(new Error('The service does not say where it is.')), 20_000).unref();
			const child = spawn(process.execPath, args, {
				env: {PATH: process.env.PATH, LANDFALL_API_KEY: apiKey, HOME: directory},
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			children.push(child);
			child.on('exit', code => reject(new Error(`The service ended with ${code}.`)));
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
		rawTable: rows => ({args: [rawTable, String(rows)]}),
		onService: async projects => ({
			args: [landfall, '--base-url', await address(projects)],
			env: {LANDFALL_API_KEY: apiKey},
		}),

		close() {
			for (const child of children) child.kill();
			// Of a run that is broken off; one that ends by itself would write into the directory again.
			for (const pid of ownChildren()) process.kill(pid, 'SIGKILL');
			rmSync(directory, {recursive: true, force: true});
		},
	};
}
