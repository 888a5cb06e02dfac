import {pause, withProbe} from '../probe.ts';
import {atMost, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const projects = 50_000;

/** Measures resident memory after the start, and after 500 pages were scrolled through. */
export const memory = async (setting: Setting): Promise<readonly Row[]> => {
	const program = await setting.onService(projects);
	const {start, end} = await withProbe(program, {columns: 120, rows: 40}, setting.directory, async probe => {
		await probe.until(/v\d+/);
		await pause(2500);
		const start = probe.usage().rss;
		probe.send('G');
		await probe.untilSilence(1000);
		return {start, end: probe.usage().rss};
	});
	const row = (name: string, figure: number) => ({name, unit: 'MB', figure});
	return [
		atMost(row('resident after the start', start), 95),
		atMost(row(`resident after ${projects / 100} pages`, end), 130),
	];
};
