import {isInstalled, lessOf} from '../peers.ts';
import {type Program, pause, withProbe} from '../probe.ts';
import {atMost, attempt, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const seconds = 8;
const focusLost = '\u001B[O';

/** The kernel counts processor time in hundredths of a second: one of them in eight seconds shows as 0.125 %. */
const idling = (program: Program, directory: string, isReady: RegExp, isAway = false, keys = '') =>
	withProbe(program, {columns: 120, rows: 40}, directory, async probe => {
		await probe.until(isReady);
		for (const key of keys) {
			probe.send(key);
			await pause(100);
		}

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

/** What is spent while nobody presses a key. All of them at once: what does nothing does not disturb the others. */
export function idle(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	return attempt('idle', 'idle', async () => {
		const landfall = await setting.onService(100_000);
		const [floor, welcome, away, looking, watching, less] = await Promise.all([
			idling(setting.rawTable(100_000), directory, /v\d+/),
			idling({args: [setting.landfall]}, directory, /Where/),
			idling(landfall, directory, /v\d+/, true),
			idling(landfall, directory, /v\d+/),
			idling(landfall, directory, /v\d+/, true, 'w2'),
			isInstalled('less') ? idling(lessOf(directory), directory, /v\d+/) : undefined,
		]);
		const row = (name: string, unit: string, of: Idle | undefined, key: keyof Idle) => ({
			part: 'idle',
			name,
			unit,
			figure: of?.[key],
			floor: floor[key],
		});
		const unseen = 'one project watched, the terminal not looked at';
		const note = less ? 'a peer' : 'not installed';
		return [
			atMost(row('processor, nothing connected', '%', welcome, 'cpu'), 0),
			atMost(row('bytes, nothing connected', 'B/s', welcome, 'bytes'), 0),
			atMost(row('wake-ups, nothing connected', '/s', welcome, 'wakeups'), 0.1),
			atMost(row('processor, a list, the terminal not looked at', '%', away, 'cpu'), 0.2),
			atMost(row('bytes, a list, the terminal not looked at', 'B/s', away, 'bytes'), 0),
			{...row('wake-ups, a list, the terminal not looked at', '/s', away, 'wakeups'), note: 'between two readings'},
			{...row('processor, a list that somebody looks at', '%', looking, 'cpu'), note: 'read again and again'},
			{...row('bytes, a list that somebody looks at', 'B/s', looking, 'bytes'), note: 'the ages that changed'},
			row('wake-ups, a list that somebody looks at', '/s', looking, 'wakeups'),
			{...row('processor, less', '%', less, 'cpu'), note},
			{...row('bytes, less', 'B/s', less, 'bytes'), note},
			{...row('wake-ups, less', '/s', less, 'wakeups'), note},
			atMost({...row('processor, the board, one call a second', '%', watching, 'cpu'), note: unseen}, 0.2),
			atMost({...row('bytes, the board, one call a second', 'B/s', watching, 'bytes'), note: unseen}, 0),
			atMost({...row('wake-ups, the board, one call a second', '/s', watching, 'wakeups'), note: unseen}, 6),
		];
	});
}
