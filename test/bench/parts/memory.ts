import {compile, type Probe, pause, withProbe} from '../probe.ts';
import {atMost, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const projects = 50_000;

const size = {columns: 120, rows: 40};
const pageDown = '\u001B[6~';
const esc = '\u001B';

/** Does what a user does in the first minute: reads on, filters, and opens help, the deployments screen and the other screens. */
async function browse(probe: Probe): Promise<void> {
	const reading = [...'j'.repeat(100), ...Array.from({length: 25}, () => pageDown), 'g'];
	const opening = ['?', esc, ':', esc, '\r', esc, 'j', '\r', esc, ...'2jj3jj4jj1'];
	for (const key of [...reading, ...'/api', '\r', esc, ...opening]) {
		probe.send(key);
		await pause(key === esc || key === '\r' ? 300 : 30);
	}
}

/** Measures resident memory after the start, after browsing, and after 500 pages were scrolled through. */
export const memory = async (setting: Setting): Promise<readonly Row[]> => {
	const small = await setting.onService(3000, 50);
	await compile(small, size, setting.directory);
	const browsed = await withProbe(small, size, setting.directory, async probe => {
		await probe.until(/v\d+/);
		await pause(2500);
		await browse(probe);
		await pause(1000);
		return probe.usage().rss;
	});
	const program = await setting.onService(projects);
	const {start, end} = await withProbe(program, size, setting.directory, async probe => {
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
		atMost(row('resident after browsing', browsed), 85),
		atMost(row(`resident after ${projects / 100} pages`, end), 130),
	];
};
