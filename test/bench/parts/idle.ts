import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Program, pause, withProbe} from '../probe.ts';
import {atMost, attempt, notYet, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const seconds = 8;
const focusLost = '\u001B[O';

/** The kernel counts processor time in hundredths of a second: one of them in eight seconds shows as 0.125 %. */
const idling = (program: Program, directory: string, isReady: RegExp, isAway = false) =>
	withProbe(program, {columns: 120, rows: 40}, directory, async probe => {
		await probe.until(isReady);
		await pause(2500);
		if (isAway) probe.send(focusLost);
		await pause(500);
		const [before, bytes] = [probe.usage(), probe.bytes()];
		await pause(seconds * 1000);
		const after = probe.usage();
		return {
			cpu: ((after.cpu - before.cpu) / seconds) * 100,
			bytes: (probe.bytes() - bytes) / seconds,
			wakeups: (after.wakeups - before.wakeups) / seconds,
		};
	});

type Idle = Awaited<ReturnType<typeof idling>>;

function peer(directory: string): Program {
	const text = join(directory, 'lines.txt');
	writeFileSync(text, Array.from({length: 100_000}, (_, line) => `v${line} of many lines\n`).join(''));
	return {command: 'less', args: [text]};
}

/** What is spent while nobody presses a key. Each beside the floor in a run of its own. */
export async function idle(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	let floor: Idle = {cpu: Number.NaN, bytes: Number.NaN, wakeups: Number.NaN};
	const row = (name: string, unit: string, of: Idle, key: keyof Idle) => ({
		part: 'idle',
		name,
		unit,
		figure: of[key],
		floor: floor[key],
	});
	return [
		...(await attempt('idle', 'nothing connected', async () => {
			floor = await idling(setting.rawTable(100_000), directory, /v\d+/);
			const welcome = await idling({args: [setting.landfall]}, directory, /Where/);
			return [
				atMost(row('processor, nothing connected', '%', welcome, 'cpu'), 0),
				atMost(row('bytes, nothing connected', 'B/s', welcome, 'bytes'), 0),
				atMost(row('wake-ups, nothing connected', '/s', welcome, 'wakeups'), 0.1),
			];
		})),
		...(await attempt('idle', 'a list, the terminal not looked at', async () => {
			const away = await idling(await setting.onService(100_000), directory, /v\d+/, true);
			return [
				atMost(row('processor, a list, the terminal not looked at', '%', away, 'cpu'), 0.2),
				atMost(row('bytes of the same', 'B/s', away, 'bytes'), 0),
				{...row('wake-ups of the same', '/s', away, 'wakeups'), note: 'between two readings'},
			];
		})),
		...(await attempt('idle', 'a list that somebody looks at', async () => {
			const looking = await idling(await setting.onService(100_000), directory, /v\d+/);
			return [
				{
					...row('processor, a list that somebody looks at', '%', looking, 'cpu'),
					note: 'read every 10 s, its age every second',
				},
				{...row('bytes of the same', 'B/s', looking, 'bytes'), note: 'the ages that changed'},
				row('wake-ups of the same', '/s', looking, 'wakeups'),
			];
		})),
		...(await attempt('idle', 'less, a peer', async () => {
			const less = await idling(peer(directory), directory, /v\d+/);
			return [row('processor of less, a peer', '%', less, 'cpu'), row('wake-ups of less', '/s', less, 'wakeups')];
		})),
		notYet('idle', 'watching, one request a second', '≤ 0.2 %, 0 B/s, ≤ 6 wake-ups', 'the watch board'),
	];
}
