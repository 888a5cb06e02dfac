import {spawnSync} from 'node:child_process';
import {attempt, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

/** Measures commands that exit at once: the help next to a bare Node.js, and a list from a local service next to a bare request. */
export const commands = ({rounds, landfall, directory, apiKey, pageCache}: Setting): Promise<readonly Row[]> =>
	attempt('commands', 'run times', async () => {
		const address = await pageCache(20);
		const env = {
			...process.env,
			LANDFALL_API_KEY: apiKey,
			LANDFALL_BASE_URL: address,
			LANDFALL_CONFIG_DIR: directory,
		};
		/** Runs a program to its end and returns the milliseconds. */
		const runTime = (...args: readonly string[]) => {
			const startedAt = performance.now();
			const {status} = spawnSync(process.execPath, args, {stdio: 'ignore', timeout: 10_000, env});
			return status === 0 ? performance.now() - startedAt : Number.NaN;
		};
		const request = `http.get('${address}/v1/projects?limit=20', {headers: {authorization: 'Bearer ${apiKey}'}}, async answer => console.log(JSON.parse(Buffer.concat(await answer.toArray())).projects.length))`;
		const taken = {bare: [] as number[], request: [] as number[], help: [] as number[], ls: [] as number[]};
		for (let round = 0; round < rounds; round++) {
			taken.bare.push(runTime('-e', '0'));
			taken.request.push(runTime('-e', request));
			taken.help.push(runTime(landfall, '--help'));
			taken.ls.push(runTime(landfall, 'ls', '--limit', '20'));
		}

		const row = (name: string, key: keyof typeof taken, floor: keyof typeof taken) => ({
			part: 'commands',
			name,
			unit: 'ms',
			figure: median(taken[key]),
			floor: median(taken[floor]),
		});
		return [
			timesFloor(row('landfall --help', 'help', 'bare'), 1.2),
			timesFloor(row('landfall ls --limit 20', 'ls', 'request'), 1.6),
		];
	});
