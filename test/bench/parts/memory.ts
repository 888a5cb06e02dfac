import {peerNote} from '../peers.ts';
import {type Program, pause, withProbe} from '../probe.ts';
import {attempt, measuredElsewhere, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const keyCount = 8000;
const rate = 200;

const grown = (program: Program, directory: string) =>
	withProbe(program, {columns: 120, rows: 40}, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(2500);
		const start = probe.usage();
		const startedAt = performance.now();
		for (let press = 0; press < keyCount; press++) {
			await pause(Math.max(0, startedAt + (press * 1000) / rate - performance.now()));
			probe.send(press % 2000 < 1000 ? 'j' : 'k');
		}

		await pause(500);
		const end = probe.usage();
		return {start: start.rss, end: end.rss, files: end.files - start.files};
	});

/** Measures resident memory after the start and after long use. Both programs run at the same time, because memory does not depend on speed and the keys take 40 seconds. */
export async function memory(setting: Setting): Promise<readonly Row[]> {
	const row = (name: string, figure: number, floor: number) => ({part: 'memory', name, unit: 'MB', figure, floor});
	return [
		...(await attempt('memory', 'resident', async () => {
			const [raw, own] = await Promise.all([
				grown(setting.rawTable(100_000), setting.directory),
				grown(await setting.onService(100_000), setting.directory),
			]);
			return [
				timesFloor(row('resident after the start', own.start, raw.start), 1.35),
				timesFloor(row(`resident after ${keyCount} keys at ${rate} Hz`, own.end, raw.end), 1.6),
				{part: 'memory', name: 'additional open files', unit: '', figure: own.files, floor: raw.files},
			];
		})),
		{
			part: 'memory',
			name: 'resident, beside gemini',
			unit: 'MB',
			figure: undefined,
			target: '≤ × 0.2',
			note: peerNote('gemini'),
		},
		measuredElsewhere('memory', 'growth over 24 h of watching', '≤ 2 MB', 'measured by npm run soak'),
	];
}
