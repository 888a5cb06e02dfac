import {join} from 'node:path';
import {isInstalled, lessOf} from '../peers.ts';
import {type Program, pause, withProbe} from '../probe.ts';
import {atMost, attempt, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const seconds = 8;

/** All rows on the screen have been read by then. */
const settledMs = 20_000;
const focusLost = '\u001B[O';

/** Measures an idle program. The kernel counts processor time in hundredths of a second, so one tick shows as 0.125 %. */
const idling = (program: Program, directory: string, isReady: RegExp, isUnfocused = false, keys = '') =>
	withProbe(program, {columns: 120, rows: 40}, directory, async probe => {
		await probe.until(isReady);
		for (const key of keys) {
			probe.send(key);
			await pause(100);
		}

		await pause(settledMs);
		if (isUnfocused) probe.send(focusLost);
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

/** landfall with files of its own: windows that share them find each other, and do what they do as a group. */
const alone = (program: Program, directory: string, name: string): Program => ({
	...program,
	env: {...program.env, LANDFALL_CONFIG_DIR: join(directory, name)},
});

/** Measures programs while no key is pressed. They run at the same time, because idle programs do not disturb each other. */
export function idle(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	return attempt('idle', 'idle', async () => {
		const landfall = await setting.onService(100_000);
		const [floor, welcome, unfocused, focused, watching, less] = await Promise.all([
			idling(setting.rawTable(100_000), directory, /v\d+/),
			idling({args: [setting.landfall]}, directory, /Where/),
			idling(alone(landfall, directory, 'unfocused'), directory, /v\d+/, true),
			idling(alone(landfall, directory, 'focused'), directory, /v\d+/),
			idling(alone(landfall, directory, 'watching'), directory, /v\d+/, true, 'w2'),
			isInstalled('less') ? idling(lessOf(directory), directory, /v\d+/) : undefined,
		]);
		const row = (name: string, unit: string, of: Idle | undefined, key: keyof Idle) => ({
			part: 'idle',
			name,
			unit,
			figure: of?.[key],
			floor: floor[key],
		});
		const withoutFocus = 'one project watched, terminal without focus';
		const note = less ? 'a peer' : 'not installed';
		return [
			atMost(row('processor, nothing connected', '%', welcome, 'cpu'), 0),
			atMost(row('bytes, nothing connected', 'B/s', welcome, 'bytes'), 0),
			atMost(row('wake-ups, nothing connected', '/s', welcome, 'wakeups'), 0.1),
			atMost(row('processor, a list, terminal without focus', '%', unfocused, 'cpu'), 0.2),
			atMost(row('bytes, a list, terminal without focus', 'B/s', unfocused, 'bytes'), 0),
			{...row('wake-ups, a list, terminal without focus', '/s', unfocused, 'wakeups'), note: 'between two reads'},
			{...row('processor, a list, terminal with focus', '%', focused, 'cpu'), note: 'with polling'},
			{...row('bytes, a list, terminal with focus', 'B/s', focused, 'bytes'), note: 'changing ages'},
			row('wake-ups, a list, terminal with focus', '/s', focused, 'wakeups'),
			{...row('processor, less', '%', less, 'cpu'), note},
			{...row('bytes, less', 'B/s', less, 'bytes'), note},
			{...row('wake-ups, less', '/s', less, 'wakeups'), note},
			atMost({...row('processor, the board, one request a second', '%', watching, 'cpu'), note: withoutFocus}, 0.2),
			atMost({...row('bytes, the board, one request a second', 'B/s', watching, 'bytes'), note: withoutFocus}, 0),
			atMost({...row('wake-ups, the board, one request a second', '/s', watching, 'wakeups'), note: withoutFocus}, 6),
		];
	});
}
