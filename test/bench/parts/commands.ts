import {spawnSync} from 'node:child_process';
import {median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

/** The least that a program needs for the same answer. */
const bareRequest = `
	const url = process.env.LANDFALL_BASE_URL + '/v1/projects?limit=20';
	const headers = {authorization: 'Bearer ' + process.env.LANDFALL_API_KEY};
	require('node:http').get(url, {headers}, response => {
		let text = '';
		response.on('data', chunk => (text += chunk)).on('end', () => {
			for (const {id, name} of JSON.parse(text).projects) process.stdout.write(id + '\\t' + name + '\\n');
		});
	});
`;

/** Measures commands that exit at once: the help next to a bare Node.js, and a list from a local service next to a bare request. */
export const commands = async ({rounds, landfall, directory, apiKey, sandbox}: Setting): Promise<readonly Row[]> => {
	const env = {
		...process.env,
		LANDFALL_API_KEY: apiKey,
		LANDFALL_BASE_URL: await sandbox(20),
		LANDFALL_CONFIG_DIR: directory,
	};
	/** Runs a program to its end and returns the milliseconds. */
	const runTime = (...args: readonly string[]) => {
		const startedAt = performance.now();
		const {status} = spawnSync(process.execPath, args, {stdio: 'ignore', timeout: 10_000, env});
		return status === 0 ? performance.now() - startedAt : Number.NaN;
	};
	const taken = {bare: [] as number[], help: [] as number[], request: [] as number[], ls: [] as number[]};
	for (let round = 0; round < rounds; round++) {
		taken.bare.push(runTime('-e', '0'));
		taken.help.push(runTime(landfall, '--help'));
		taken.request.push(runTime('-e', bareRequest));
		taken.ls.push(runTime(landfall, 'ls', '--limit', '20'));
	}

	const row = (name: string, key: keyof typeof taken, floor: keyof typeof taken) => ({
		name,
		unit: 'ms',
		figure: median(taken[key]),
		floor: median(taken[floor]),
	});
	return [
		timesFloor(row('landfall --help', 'help', 'bare'), 1.2),
		timesFloor(row('landfall ls --limit 20', 'ls', 'request'), 1.6),
	];
};
