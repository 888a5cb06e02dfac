import type {Samples} from '../bounds.ts';
import {type Build, landfallOn} from '../build.ts';
import {pause, withProbe} from '../probe.ts';
import {flickersIn} from '../replay.ts';

const esc = '\u001B';
const keyMs = 400;
const dragMs = 33;

export async function frames(build: Build, address: string): Promise<Samples> {
	const recording = await withProbe(landfallOn(build, address), async probe => {
		await probe.firstRows();
		await pause(keyMs);
		for (const key of ['?', esc, ':', esc, '\r', esc, 'e', esc, 't', esc, ...'2341/men', esc, ...'Gg']) {
			probe.send(key);
			await pause(keyMs);
		}

		for (let step = 0; step < 90; step++) {
			const part = Math.abs((step % 60) - 30) / 30;
			probe.resize({columns: 60 + Math.round(140 * part), rows: 16 + Math.round(44 * part)});
			await pause(dragMs);
		}

		for (const [columns, rows] of [
			[80, 24],
			[240, 70],
			[40, 12],
			[120, 40],
		] as const) {
			probe.resize({columns, rows});
			await pause(keyMs);
		}

		return probe;
	});
	return {'blank, shrunken or cleared frames': [await flickersIn(recording)]};
}
