import {spawnSync} from 'node:child_process';
import {attempt, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

/** Measures commands that exit at once, next to a bare Node.js: the help, and a list from a local service. */
export const commands = ({rounds, landfall, directory, apiKey, pageCache}: Setting): Promise<readonly Row[]> =>
	attempt('commands', 'run times', async () => {
		const env = {
			...process.env,
			LANDFALL_API_KEY: apiKey,
			LANDFALL_BASE_URL: await pageCache(20),
			LANDFALL_CONFIG_DIR: directory,
		};
		/** Runs a program to its end and returns the milliseconds. */
		const runTime = (...args: readonly string[]) => {
			const startedAt = performance.now();
			const {status} = spawnSync(process.execPath, args, {stdio: 'ignore', timeout: 10_000, env});
			return status === 0 ? performance.now() - startedAt : Number.NaN;
		};
		const taken = {bare: [] as number[], help: [] as number[], ls: [] as number[]};
		for (let round = 0; round < rounds; round++) {
			taken.bare.push(runTime('-e', '0'));
			taken.help.push(runTime(landfall, '--help'));
			taken.ls.push(runTime(landfall, 'ls', '--limit', '20'));
		}

		const row = (name: string, key: keyof typeof taken) => ({
			part: 'commands',
			name,
			unit: 'ms',
			figure: median(taken[key]),
			floor: median(taken.bare),
		});
		return [timesFloor(row('landfall --help', 'help'), 1.2), timesFloor(row('landfall ls --limit 20', 'ls'), 3)];
	});
