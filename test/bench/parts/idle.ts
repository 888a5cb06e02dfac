import type {Samples} from '../bounds.ts';
import {type Build, landfallOn} from '../build.ts';
import {type Program, pause, withProbe} from '../probe.ts';

const focusLost = '\u001B[O';
/** All rows on the screen have been read by then. */
const settledMs = 25_000;
const measuredMs = 20_000;

/** The share of a core that a program takes while no key is pressed, in whole tenths of a percent: a kernel counts in hundredths of a second, two of which are one. */
const idling = (program: Program, key = '') =>
	withProbe(program, async probe => {
		await pause(2000);
		probe.send(key);
		await pause(settledMs);
		const before = probe.processorSeconds();
		await pause(measuredMs);
		return [Math.floor(((probe.processorSeconds() - before) * 1_000_000) / measuredMs) / 10];
	});

/** Measures three programs at the same time: idle ones do not disturb each other. */
export async function idle(build: Build, address: string): Promise<Samples> {
	const list = landfallOn(build, address);
	const [welcome, focused, unfocused] = await Promise.all([
		idling({args: [build.script], home: build.home}),
		idling(list),
		idling(list, focusLost),
	]);
	return {
		'idle, nothing ticks': welcome,
		'idle, a list with ages and reads': focused,
		'idle, the same without focus': unfocused,
	};
}
