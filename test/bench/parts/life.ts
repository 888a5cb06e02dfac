import {spawnSync} from 'node:child_process';
import {isInstalled, peerNote} from '../peers.ts';
import {attempt, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

/** Runs a program to its end and returns the milliseconds. */
function runTime(command: string, args: readonly string[]): number {
	const startedAt = performance.now();
	const {error} = spawnSync(command, args, {stdio: 'ignore', timeout: 10_000});
	return error ? Number.NaN : performance.now() - startedAt;
}

/** Comparable programs, and the maximum share of their run time that landfall may take. */
const peers = {vercel: 0.8, gh: 0.7};

/** Measures commands that exit at once: help and version. */
export function life({rounds, landfall}: Setting): Promise<readonly Row[]> {
	return attempt('life', 'run times', async () => {
		const found = Object.keys(peers).filter(isInstalled);
		const times = new Map<string, number[]>();
		const take = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
		for (let round = 0; round < rounds; round++) {
			take('floor', runTime(process.execPath, ['-e', '0']));
			take('--version', runTime(process.execPath, [landfall, '--version']));
			take('--help', runTime(process.execPath, [landfall, '--help']));
			for (const peer of found) take(peer, runTime(peer, ['--version']));
		}

		const of = (name: string) => median(times.get(name) ?? []);
		const row = (name: string, figure: number | undefined) => ({part: 'life', name, figure, unit: 'ms'});
		return [
			...['--version', '--help'].map(name =>
				timesFloor({...row(`landfall ${name}`, of(name)), floor: of('floor')}, 1.2),
			),
			...Object.entries(peers).map(([peer, max]): Row => {
				const name = `landfall --version beside ${peer}`;
				if (!found.includes(peer)) return {...row(name, undefined), target: `≤ × ${max}`, note: 'not installed'};
				return timesFloor({...row(name, of('--version')), floor: of(peer)}, max);
			}),
			{...row('start of gemini', undefined), note: peerNote('gemini')},
		];
	});
}
