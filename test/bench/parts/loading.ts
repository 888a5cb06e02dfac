import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {attempt, median, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const run = promisify(execFile);
const pages = '900';

/** Measures how fast landfall's client reads pages, next to a bare node:http loop. */
export async function loading({rounds, apiKey, httpLoop, pageCache}: Setting): Promise<readonly Row[]> {
	const client = join(import.meta.dirname, '../client-loop.ts');
	return attempt('loading', 'pages a second', async () => {
		const at = await pageCache(100_000);
		// Fills the cache.
		await run(process.execPath, [httpLoop, at, apiKey, pages], {timeout: 60_000});
		const taken = {floor: [] as number[], client: [] as number[]};
		for (let round = 0; round < Math.max(3, Math.round(rounds / 3)); round++) {
			for (const [which, script] of [
				['floor', httpLoop],
				['client', client],
			] as const) {
				const {stdout} = await run(process.execPath, [script, at, apiKey, pages], {timeout: 20_000});
				taken[which].push(Number(stdout));
			}
		}

		const [figure, floor] = [median(taken.client), median(taken.floor)];
		const note = 'from a cache';
		const isMet = figure >= floor * 0.9;
		return [{part: 'loading', name: 'pages a second', unit: '/s', figure, floor, target: '≥ × 0.9', isMet, note}];
	});
}
