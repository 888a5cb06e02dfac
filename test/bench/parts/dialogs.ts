import {initialState} from '../../../src/store/state/state.ts';
import {commandsFor} from '../../../src/ui/dialogs/palette-commands.ts';
import {compile, type Probe, type Program, pause, withProbe} from '../probe.ts';
import {atMost, attempt, median, quantile, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const size = {columns: 120, rows: 40};
const settledMs = 1000;
const gapMs = 8;
/** By then the matches of a letter are on the screen, unless something is wrong. */
const patienceMs = 250;
const steps = 60;
const frameEnd = /\u001B\[\?2026l/g;
const backspace = '\u007F';

/** Starts landfall and waits until it has rows, and time for what it loads when nobody types. */
const settled = <Result>(
	program: Program,
	directory: string,
	use: (probe: Probe) => Promise<Result>,
): Promise<Result> =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(settledMs);
		return use(probe);
	});

/** Milliseconds from a key to the frame with a dialog that the process has not shown before. */
const opened = (program: Program, directory: string, key: string): Promise<number> =>
	settled(program, directory, probe => probe.press(key));

/** Presses keys in turn, each when the one before was answered and a moment has passed. */
async function pressed(probe: Probe, keys: readonly string[], count: number): Promise<readonly number[]> {
	const times: number[] = [];
	for (let press = 0; press < count; press++) {
		times.push(await probe.press(keys[press % keys.length] ?? ''));
		await pause(gapMs);
	}

	return times;
}

/** The median of keys in a dialog that `open` opens, once they have run often enough to be compiled. */
const inDialog = (program: Program, directory: string, open: string, keys: readonly string[]): Promise<number> =>
	settled(program, directory, async probe => {
		// So that there are more calls than a dialog has lines.
		for (let page = 0; page < 30; page++) {
			probe.send('G');
			await pause(40);
		}

		await pause(settledMs);
		probe.send(open);
		await pause(300);
		await pressed(probe, keys, steps / 2);
		return median(await pressed(probe, keys, steps));
	});

/** When a letter of the palette is on the screen, and when its matches are, in milliseconds since the key. */
async function searched(probe: Probe, key: string): Promise<{readonly echo: number; readonly matches: number}> {
	const frames: number[] = [];
	const startedAt = performance.now();
	const stop = probe.onData(data => {
		for (let count = data.match(frameEnd)?.length ?? 0; count > 0; count--) frames.push(performance.now() - startedAt);
	});
	probe.send(key);
	await pause(patienceMs);
	stop();
	const [echo = Number.NaN, matches = echo] = frames;
	return {echo, matches};
}

/** Types words into the palette, with every project at hand. */
const palette = (program: Program, directory: string) =>
	settled(program, directory, async probe => {
		probe.send('L');
		let lastAt = performance.now();
		const stop = probe.onData(() => {
			lastAt = performance.now();
		});
		// While pages are read, each makes a frame.
		while (performance.now() - lastAt < 600) await pause(20);
		stop();
		probe.send(':');
		await pause(settledMs);
		const taken: Array<Awaited<ReturnType<typeof searched>>> = [];
		for (const word of ['mar', 'sort', 'nor', 'web', 'deploy']) {
			for (const letter of word) taken.push(await searched(probe, letter));
			for (const _ of word) await searched(probe, backspace);
		}

		return {echo: taken.map(({echo}) => echo), matches: taken.map(({matches}) => matches)};
	});

/** Ranks 150 commands, more than landfall has, for each letter that is typed. Returns the milliseconds a letter takes. */
function rankedCommands(): number {
	const keys = Array.from({length: 150}, (_, index) => ({
		keys: [`F${index}`],
		label: `${['show', 'sort', 'copy', 'open', 'watch'][index % 5]} the deployments of column ${index}`,
		run: () => {},
	}));
	const layers = {screens: {welcome: {title: 'Bench', keys}}, dialogs: {}};
	const state = initialState(size, []);
	const times: number[] = [];
	for (let round = 0; round < 40; round++) {
		for (const typed of ['d', 'de', 'dep', 'depl', 'deplo', 'deploy']) {
			const dialog = {name: 'palette', typed, index: 0, found: {typed, projects: []}} as const;
			const startedAt = performance.now();
			commandsFor({...state, interface: {...state.interface, dialog}}, layers);
			times.push(performance.now() - startedAt);
		}
	}

	return median(times);
}

const dialogsToOpen = [
	['help', '?'],
	['a menu: sort', 's'],
	['a form: add', 'a'],
] as const;

const dialogsToUse = [
	['one line scrolled in help', '?', ['j', 'k'], 7],
	['one line scrolled in the calls', '!', ['j', 'k'], 7],
	['one step in a menu: sort', 's', ['j', 'k'], 10],
	['a letter typed in a form', 'a', ['x', backspace], 10],
	['a letter typed in a filter', `/`, ['x', backspace], 10],
] as const;

/** Dialogs: opened for the first time, scrolled, stepped through, and typed into. */
export async function dialogs(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const rounds = Math.max(1, Math.round(setting.rounds / 5));
	const part = 'dialogs';
	const landfall = await setting.onService(100_000);
	await compile(landfall, size, directory);
	const repeat = async (count: number, measure: () => Promise<number>) => {
		const times: number[] = [];
		for (let round = 0; round < count; round++) times.push(await measure());
		return median(times);
	};
	const rows: Row[] = [];
	const add = async (name: string, measure: () => Promise<readonly Row[]>) =>
		rows.push(...(await attempt(part, name, measure)));
	for (const [what, key] of dialogsToOpen) {
		const name = `the first dialog: ${what}`;
		await add(name, async () => {
			const figure = await repeat(rounds * 3, () => opened(landfall, directory, key));
			return [atMost({part, name, figure, unit: 'ms'}, 50)];
		});
	}

	for (const [name, open, keys, limit] of dialogsToUse) {
		await add(name, async () => {
			const figure = await repeat(rounds, () => inDialog(landfall, directory, open, keys));
			return [atMost({part, name, figure, unit: 'ms'}, limit)];
		});
	}

	await add('150 commands in the palette', async () => [
		atMost({part, name: 'ranking 150 commands in the palette', figure: rankedCommands(), unit: 'ms'}, 8),
	]);
	await add('the palette over 100,000 projects', async () => {
		const program = setting.onAddress(await setting.pageCache(100_000));
		const {echo, matches} = await palette(program, directory);
		const note = `the latest of them ${quantile(matches, 1).toFixed(0)} ms`;
		return [
			atMost({part, name: 'a letter in the palette over 100,000 projects', figure: median(echo), unit: 'ms'}, 8),
			{...atMost({part, name: 'its matches', figure: median(matches), unit: 'ms'}, 50), note},
		];
	});
	return rows;
}
