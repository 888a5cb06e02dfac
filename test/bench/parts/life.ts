import {spawnSync} from 'node:child_process';
import {isInstalled, peerNote} from '../peers.ts';
import {attempt, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

function lifeOf(command: string, args: readonly string[]): number {
	const startedAt = performance.now();
	const {error} = spawnSync(command, args, {stdio: 'ignore', timeout: 10_000});
	return error ? Number.NaN : performance.now() - startedAt;
}

/** Programs of its kind, and how many of their lives landfall's may take at most. */
const peers = {vercel: 0.8, gh: 0.7};

/** What is over at once: help and version, from start to end. */
export function life({rounds, landfall}: Setting): Promise<readonly Row[]> {
	return attempt('life', 'lives', async () => {
		const found = Object.keys(peers).filter(isInstalled);
		const times = new Map<string, number[]>();
		const take = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
		for (let round = 0; round < rounds; round++) {
			take('floor', lifeOf(process.execPath, ['-e', '0']));
			take('--version', lifeOf(process.execPath, [landfall, '--version']));
			take('--help', lifeOf(process.execPath, [landfall, '--help']));
			for (const peer of found) take(peer, lifeOf(peer, ['--version']));
		}

		const of = (name: string) => median(times.get(name) ?? []);
		const row = (name: string, figure: number | undefined) => ({part: 'life', name, figure, unit: 'ms'});
		return [
			...['--version', '--help'].map(name =>
				timesFloor({...row(`landfall ${name}`, of(name)), floor: of('floor')}, 1.2),
			),
			...Object.entries(peers).map(([peer, most]): Row => {
				const name = `landfall --version beside ${peer}`;
				if (!found.includes(peer)) return {...row(name, undefined), target: `≤ × ${most}`, note: 'not installed'};
				return timesFloor({...row(name, of('--version')), floor: of(peer)}, most);
			}),
			{...row('start of gemini', undefined), note: peerNote('gemini')},
		];
	});
}
