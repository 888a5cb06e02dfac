import {openProbe, type Program, pause} from '../probe.ts';
import {atMost, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

/** The modes that a program must not leave switched on, and the one that it must. */
const isRestored = (written: string): boolean => {
	const last = (mode: number) => written.slice(written.lastIndexOf(`\u001B[?${mode}`)).startsWith(`\u001B[?${mode}h`);
	return !last(1049) && !last(2004) && !last(1004) && last(25);
};

async function ended(program: Program, directory: string, end: readonly string[], signal?: string) {
	const probe = openProbe(program, {columns: 120, rows: 40}, directory);
	await probe.until(/v\d+/);
	await pause(400);
	const startedAt = performance.now();
	for (const key of end) {
		probe.send(key);
		await pause(30);
	}

	const waited = end.length * 30;
	if (signal) probe.kill(signal);
	await Promise.race([probe.ended, pause(3000)]);
	return {ms: performance.now() - startedAt - waited, isRestored: isRestored(probe.written())};
}

const ways: ReadonlyArray<readonly [name: string, keys: readonly string[], signal?: string]> = [
	['q q', ['q', 'q']],
	['ctrl+c twice', ['\u0003', '\u0003']],
	['SIGTERM', [], 'SIGTERM'],
	['SIGINT', [], 'SIGINT'],
	['SIGHUP', [], 'SIGHUP'],
	['SIGQUIT', [], 'SIGQUIT'],
];

/** How fast it is left, and whether the terminal is as it was. */
export async function endings(setting: Setting): Promise<readonly Row[]> {
	const landfall = await setting.onService(100_000);
	const raw = setting.rawTable(100_000);
	const times = {floor: [] as number[], landfall: [] as number[]};
	for (let round = 0; round < Math.max(3, Math.round(setting.rounds / 3)); round++) {
		times.floor.push((await ended(raw, setting.directory, [], 'SIGTERM')).ms);
		times.landfall.push((await ended(landfall, setting.directory, [], 'SIGTERM')).ms);
	}

	const rows: Row[] = [
		timesFloor(
			{
				part: 'endings',
				name: 'asked to end, to the end',
				unit: 'ms',
				figure: median(times.landfall),
				floor: median(times.floor),
			},
			3,
		),
	];
	for (const [name, keys, signal] of ways) {
		const {isRestored: isGood} = await ended(landfall, setting.directory, keys, signal);
		rows.push(atMost({part: 'endings', name: `modes left behind by ${name}`, unit: '', figure: isGood ? 0 : 1}, 0));
	}

	return rows;
}
