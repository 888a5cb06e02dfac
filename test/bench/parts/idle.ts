import {join} from 'node:path';
import {type Probe, type Program, pause, withProbe} from '../probe.ts';
import {atMost, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const seconds = 8;

/** All rows on the screen have been read by then. */
const settledMs = 20_000;
const focusLost = '\u001B[O';
const projects = 10;
const runningPerProject = 50;

type Idling = {
	/** What shows that the program is ready. */
	readonly isReady: RegExp;
	readonly hasFocus?: boolean;
	/** What the user did before. */
	readonly prepare?: (probe: Probe) => Promise<void>;
};

/** Measures an idle program. The kernel counts processor time in hundredths of a second, so one tick shows as 0.125 %. */
const idling = (program: Program, directory: string, {isReady, hasFocus = false, prepare = async () => {}}: Idling) =>
	withProbe(program, {columns: 120, rows: 40}, directory, async probe => {
		await probe.until(isReady);
		await prepare(probe);
		await pause(settledMs);
		if (!hasFocus) probe.send(focusLost);
		await pause(500);
		const [before, bytes] = [probe.usage(), probe.bytes()];
		await pause(seconds * 1000);
		return {
			// A tick in a second is a percent.
			cpu: Math.round((probe.usage().cpu - before.cpu) * 100) / seconds,
			bytes: (probe.bytes() - bytes) / seconds,
		};
	});

/** landfall with files of its own: windows that share them also do what the journal tells them of each other. */
const alone = (program: Program, directory: string, name: string): Program => ({
	...program,
	env: {...program.env, LANDFALL_CONFIG_DIR: join(directory, name)},
});

/** Opens the deployments screen of each project to load all its deployments, and then the board. */
async function openBoard(probe: Probe) {
	for (let project = 0; project < projects; project++) {
		probe.send('\r');
		await pause(300);
		probe.send('\u001B');
		await pause(100);
		probe.send('j');
	}

	probe.send('2');
	await probe.until(/projects/);
}

/** Measures programs while no key is pressed. They run at the same time, because idle programs do not disturb each other. */
export async function idle(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const list = await setting.onService(100_000);
	const onBoard = await setting.onBoard(projects, runningPerProject);
	const isReady = /v\d+/;
	const [welcome, unfocused, focused, board] = await Promise.all([
		idling({args: [setting.landfall]}, directory, {isReady: /Where/}),
		idling(alone(list, directory, 'unfocused'), directory, {isReady}),
		idling(alone(list, directory, 'focused'), directory, {isReady, hasFocus: true}),
		idling(alone(onBoard, directory, 'board'), directory, {isReady, prepare: openBoard}),
	]);
	const row = (name: string, unit: string, figure: number) => ({name, unit, figure});
	return [
		atMost(row('processor, nothing connected', '%', welcome.cpu), 0),
		atMost(row('bytes, nothing connected', 'B/s', welcome.bytes), 0),
		atMost(row('processor, a list, terminal without focus', '%', unfocused.cpu), 0.2),
		atMost(row('bytes, a list, terminal without focus', 'B/s', unfocused.bytes), 0),
		row('processor, a list, terminal with focus', '%', focused.cpu),
		atMost(row('processor, a board of 500, terminal without focus', '%', board.cpu), 0.5),
	];
}
