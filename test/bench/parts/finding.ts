import {pause, withProbe} from '../probe.ts';
import {atMost, median, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const backspace = '\u007F';
const typed = [...'mar', backspace, backspace, backspace, ...'sit', backspace, backspace, backspace, ...'nor'];

/** Measures a filter over 100,000 projects, all of them loaded. */
export const finding = async (setting: Setting): Promise<readonly Row[]> => {
	const program = setting.onAddress(await setting.pageCache(100_000));
	const {tookMs, times} = await withProbe(program, {columns: 108, rows: 40}, setting.directory, async probe => {
		await probe.until(/v\d+/);
		await pause(1500);
		probe.send('L');
		const tookMs = await probe.untilSilence(1000);
		probe.send('/');
		await pause(200);
		const times: number[] = [];
		for (const key of typed) {
			times.push(await probe.press(key));
			await pause(8);
		}

		return {tookMs, times};
	});
	const row = (name: string, unit: string, figure: number) => ({name, unit, figure});
	return [
		row('all 100,000 projects loaded', 's', tookMs / 1000),
		atMost(row('a letter of a filter over 100,000, median', 'ms', median(times)), 20),
		row('a letter of a filter over 100,000, slowest', 'ms', Math.max(...times)),
	];
};
