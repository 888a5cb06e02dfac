import {initialState} from '../../../src/store/state/state.ts';
import {commandsFor} from '../../../src/ui/dialogs/palette/commands.ts';
import {compile, type Probe, type Program, pause, withProbe} from '../probe.ts';
import {atMost, attempt, median, quantile, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const size = {columns: 120, rows: 40};
const settledMs = 1000;
const gapMs = 8;
/** Long enough for the matches of a letter to appear. */
const timeoutMs = 250;
const steps = 60;
const frameEnd = /\u001B\[\?2026l/g;
const backspace = '\u007F';

/** Starts landfall and waits for its rows, and for the modules that it loads while idle. */
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

/** Returns the milliseconds from a key to the frame with the process's first dialog. */
const opened = (program: Program, directory: string, key: string): Promise<number> =>
	settled(program, directory, probe => probe.press(key));

/** Presses keys in turn, each one `gapMs` after the frame of the previous one. Returns the time of each. */
async function pressed(probe: Probe, keys: readonly string[], count: number): Promise<readonly number[]> {
	const times: number[] = [];
	for (let press = 0; press < count; press++) {
		times.push(await probe.press(keys[press % keys.length] ?? ''));
		await pause(gapMs);
	}

	return times;
}

/** Returns the median time of keys in the dialog that `open` opens, after a warm-up. */
const inDialog = (program: Program, directory: string, open: string, keys: readonly string[]): Promise<number> =>
	settled(program, directory, async probe => {
		// Sends more requests than the log has lines on the screen.
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

/** Returns the milliseconds from a key until the palette shows its letter, and until it shows the matches. */
async function searchTimes(probe: Probe, key: string): Promise<{readonly echo: number; readonly matches: number}> {
	const frames: number[] = [];
	const startedAt = performance.now();
	const stop = probe.onData(data => {
		for (let count = data.match(frameEnd)?.length ?? 0; count > 0; count--) frames.push(performance.now() - startedAt);
	});
	probe.send(key);
	await pause(timeoutMs);
	stop();
	const [echo = Number.NaN, matches = echo] = frames;
	return {echo, matches};
}

/** Types words into the palette, with every project loaded. */
const palette = (program: Program, directory: string) =>
	settled(program, directory, async probe => {
		probe.send('L');
		let lastAt = performance.now();
		const stop = probe.onData(() => {
			lastAt = performance.now();
		});
		// Each page that arrives causes a frame.
		while (performance.now() - lastAt < 600) await pause(20);
		stop();
		probe.send(':');
		await pause(settledMs);
		const taken: Array<Awaited<ReturnType<typeof searchTimes>>> = [];
		for (const word of ['mar', 'sort', 'nor', 'web', 'deploy']) {
			for (const letter of word) taken.push(await searchTimes(probe, letter));
			for (const _ of word) await searchTimes(probe, backspace);
		}

		return {echo: taken.map(({echo}) => echo), matches: taken.map(({matches}) => matches)};
	});

/** Ranks 150 commands, more than landfall has, for each typed letter. Returns the milliseconds per letter. */
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
			const dialog = {name: 'palette', typed, index: 0, found: {typed, projects: []}, record: undefined} as const;
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
	['one line scrolled in the request log', '!', ['j', 'k'], 7],
	['one step in a menu: sort', 's', ['j', 'k'], 10],
	['a letter typed in a form', 'a', ['x', backspace], 10],
	['a letter typed in a filter', `/`, ['x', backspace], 10],
] as const;

/** Measures dialogs: opening the first one, scrolling, moving and typing. */
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
		const note = `the slowest took ${quantile(matches, 1).toFixed(0)} ms`;
		return [
			atMost({part, name: 'a letter in the palette over 100,000 projects', figure: median(echo), unit: 'ms'}, 8),
			{
				...atMost({part, name: 'the matches of a letter in the palette', figure: median(matches), unit: 'ms'}, 50),
				note,
			},
		];
	});
	return rows;
}
