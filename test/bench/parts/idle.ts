import {openProbe, type Program, pause} from '../probe.ts';
import {atMost, notYet, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const seconds = 8;
const focusLost = '\u001B[O';

async function idling(program: Program, isAway: boolean, directory: string) {
	const probe = openProbe(program, {columns: 120, rows: 40}, directory);
	await probe.until(/v\d+|Where/);
	await pause(2500);
	if (isAway) probe.send(focusLost);
	await pause(500);
	const [before, bytes] = [probe.usage(), probe.bytes()];
	await pause(seconds * 1000);
	const after = probe.usage();
	const taken = {
		cpu: ((after.cpu - before.cpu) / seconds) * 100,
		bytes: (probe.bytes() - bytes) / seconds,
		wakeups: (after.wakeups - before.wakeups) / seconds,
		files: after.files,
	};
	probe.kill();
	await probe.ended;
	return taken;
}

/** What is spent while nobody presses a key. */
export async function idle(setting: Setting): Promise<readonly Row[]> {
	const landfall = await setting.onService(100_000);
	const raw = await idling(setting.rawTable(100_000), false, setting.directory);
	const welcome = await idling({args: [setting.landfall]}, false, setting.directory);
	const away = await idling(landfall, true, setting.directory);
	const looking = await idling(landfall, false, setting.directory);
	const row = (name: string, unit: string, figure: number, floor: number) => ({
		part: 'idle',
		name,
		unit,
		figure,
		floor,
	});
	return [
		atMost(row('processor, nothing connected', '%', welcome.cpu, raw.cpu), 0),
		atMost(row('bytes, nothing connected', 'B/s', welcome.bytes, raw.bytes), 0),
		atMost(row('wake-ups, nothing connected', '/s', welcome.wakeups, raw.wakeups), 0.1),
		atMost(row('processor, a list, the terminal not looked at', '%', away.cpu, raw.cpu), 0.2),
		atMost(row('bytes of the same', 'B/s', away.bytes, raw.bytes), 0),
		{...row('wake-ups of the same', '/s', away.wakeups, raw.wakeups), note: 'between two readings'},
		{
			...row('processor, a list that somebody looks at', '%', looking.cpu, raw.cpu),
			note: 'read every 10 s, its age every second',
		},
		{...row('bytes of the same', 'B/s', looking.bytes, raw.bytes), note: 'the ages that changed'},
		{...row('wake-ups of the same', '/s', looking.wakeups, raw.wakeups)},
		notYet('idle', 'watching, one request a second', '≤ 0.2 %, 0 B/s, ≤ 6 wake-ups', 'the watch board'),
	];
}
