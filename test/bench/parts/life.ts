import {spawnSync} from 'node:child_process';
import {median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

function lifeOf(command: string, args: readonly string[]): number {
	const startedAt = performance.now();
	const {error} = spawnSync(command, args, {stdio: 'ignore'});
	return error ? Number.NaN : performance.now() - startedAt;
}

/** Programs of its kind, where this machine has them. */
const peers = ['vercel', 'gh', 'netlify'];

/** What is over at once: help and version, from start to end. */
export async function life({rounds, landfall}: Setting): Promise<readonly Row[]> {
	const found = peers.filter(peer => !Number.isNaN(lifeOf(peer, ['--version'])));
	const times = new Map<string, number[]>();
	const take = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
	for (let round = 0; round < rounds; round++) {
		take('floor', lifeOf(process.execPath, ['-e', '0']));
		take('--version', lifeOf(process.execPath, [landfall, '--version']));
		take('--help', lifeOf(process.execPath, [landfall, '--help']));
		for (const peer of found) take(peer, lifeOf(peer, ['--version']));
	}

	const of = (name: string) => median(times.get(name) ?? []);
	const floor = of('floor');
	return [
		...['--version', '--help'].map(name =>
			timesFloor({part: 'life', name: `landfall ${name}`, figure: of(name), unit: 'ms', floor}, 1.2),
		),
		...peers.map(
			(peer): Row => ({
				part: 'life',
				name: `${peer} --version`,
				figure: found.includes(peer) ? of(peer) : undefined,
				unit: 'ms',
				floor,
				note: found.includes(peer) ? '' : 'not installed here',
			}),
		),
	];
}
