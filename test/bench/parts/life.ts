import {spawnSync} from 'node:child_process';
import {isInstalled, peerNote} from '../peers.ts';
import {attempt, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

/** Runs a program to its end and returns the milliseconds. */
function runTime(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
	const startedAt = performance.now();
	const {error} = spawnSync(command, args, {stdio: 'ignore', timeout: 10_000, env: {...process.env, ...env}});
	return error ? Number.NaN : performance.now() - startedAt;
}

/** Comparable programs, and the maximum share of their run time that landfall may take. */
const peers = {vercel: 0.8, gh: 0.7};

/** Measures commands that exit at once: help, version, completion, and a list from a local service. */
export function life({rounds, landfall, directory, apiKey, httpGet, pageCache}: Setting): Promise<readonly Row[]> {
	return attempt('life', 'run times', async () => {
		const address = await pageCache(20);
		const env = {LANDFALL_API_KEY: apiKey, LANDFALL_BASE_URL: address, LANDFALL_CONFIG_DIR: directory};
		const found = Object.keys(peers).filter(isInstalled);
		const times = new Map<string, number[]>();
		const take = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
		for (let round = 0; round < rounds; round++) {
			take('floor', runTime(process.execPath, ['-e', '0']));
			take('--version', runTime(process.execPath, [landfall, '--version']));
			take('--help', runTime(process.execPath, [landfall, '--help']));
			take('get', runTime(process.execPath, [httpGet, address, apiKey, '20']));
			take('ls', runTime(process.execPath, [landfall, 'ls', '--limit', '20'], env));
			take('complete', runTime(process.execPath, [landfall, 'complete', 'bash', 'landfall deploy ', ''], env));
			for (const peer of found) take(peer, runTime(peer, ['--version']));
		}

		const of = (name: string) => median(times.get(name) ?? []);
		const row = (name: string, figure: number | undefined) => ({part: 'life', name, figure, unit: 'ms'});
		return [
			...['--version', '--help'].map(name =>
				timesFloor({...row(`landfall ${name}`, of(name)), floor: of('floor')}, 1.2),
			),
			timesFloor({...row('landfall ls --limit 20 beside the bare request', of('ls')), floor: of('get')}, 1.6),
			timesFloor({...row('completion of a word', of('complete')), floor: of('floor')}, 1.8),
			...Object.entries(peers).map(([peer, max]): Row => {
				const name = `landfall --version beside ${peer}`;
				if (!found.includes(peer)) return {...row(name, undefined), target: `≤ × ${max}`, note: 'not installed'};
				return timesFloor({...row(name, of('--version')), floor: of(peer)}, max);
			}),
			{...row('start of gemini', undefined), note: peerNote('gemini')},
		];
	});
}
