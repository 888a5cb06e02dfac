import {createRequire} from 'node:module';
import type * as xterm from '@xterm/headless';
import {shownLines} from '../kit/app/emulator-screen.ts';
import type {Recorded, Recording} from './probe.ts';

// The named exports of this CommonJS package cannot be imported.
const {Terminal}: typeof xterm = createRequire(import.meta.url)('@xterm/headless');

type Watch = {
	readonly see: (event: Recorded, rows: readonly string[]) => void;
	readonly look: (rows: readonly string[], at: number) => void;
};

/** Looks at the screen after each synchronized update, and outside of updates after each chunk of output and each clearing. Resolves to the last screen. */
async function replay({recorded, size}: Recording, {see, look}: Watch): Promise<readonly string[]> {
	const emulator = new Terminal({cols: size.columns, rows: size.rows, allowProposedApi: true, logLevel: 'off'});
	let at = 0;
	emulator.parser.registerCsiHandler({prefix: '?', final: 'l'}, modes => {
		if (modes.includes(2026)) look(shownLines(emulator), at);
		return false;
	});
	emulator.parser.registerCsiHandler({final: 'J'}, ([part]) => {
		if (part === 2 && !emulator.modes.synchronizedOutputMode) look(Array(emulator.rows).fill(''), at);
		return false;
	});
	for (const event of recorded) {
		at = event.at;
		if (event.type === 'resize') emulator.resize(event.size.columns, event.size.rows);
		see(event, shownLines(emulator));
		if (event.type !== 'output') continue;
		await new Promise<void>(resolve => emulator.write(event.data, resolve));
		if (!emulator.modes.synchronizedOutputMode) look(shownLines(emulator), at);
	}

	return shownLines(emulator);
}

/** The screen after what was recorded. */
export const screenOf = (recording: Recording): Promise<readonly string[]> =>
	replay(recording, {see: () => {}, look: () => {}});

type KeyFigures = {
	/** Milliseconds from a key to the end of the frame with the cursor where the key has moved it. */
	readonly times: number[];
	/** From each key to the next. */
	readonly bytes: number[];
};

/** The selected row, according to the last line. */
const positionOn = (rows: readonly string[]): number | undefined => {
	const position = rows.map(row => /^ ([\d,]+) of [\d,]+/.exec(row)?.[1]).findLast(shown => shown !== undefined);
	return position === undefined ? undefined : Number(position.replaceAll(',', ''));
};

/** The keys of a name move the cursor by one row, or by any number for names in `byPage`. */
export async function keysOf(recording: Recording, byPage: string): Promise<(name: string) => KeyFigures> {
	const figures = new Map<string, KeyFigures>();
	const figuresOf = (name: string) => {
		const known = figures.get(name) ?? {times: [], bytes: []};
		figures.set(name, known);
		return known;
	};
	let name = '';
	let unanswered: number[] = [];
	let position: number | undefined;
	await replay(recording, {
		see(event) {
			const {bytes} = figuresOf(name);
			if (event.type === 'output') bytes.push((bytes.pop() ?? 0) + Buffer.byteLength(event.data));
			if (event.type !== 'key') return;
			if (event.name !== name) unanswered = [];
			name = event.name;
			unanswered.push(event.at);
			figuresOf(name).bytes.push(0);
		},
		look(rows, at) {
			const shown = positionOn(rows) ?? position;
			const moved = Math.abs((shown ?? 0) - (position ?? shown ?? 0));
			const answered = unanswered.splice(0, name === byPage ? Math.min(moved, 1) : moved);
			figuresOf(name).times.push(...answered.map(sentAt => at - sentAt));
			position = shown;
		},
	});
	return figuresOf;
}

/** A row that comes back this soon was not emptied on purpose: the keys and sizes that empty rows come at longer intervals. */
const flickerMs = 200;

/** How many frames show rows again that had content and were empty for a moment. */
export async function flickersIn(recording: Recording): Promise<number> {
	const emptiedAt = new Map<number, number>();
	let before: readonly string[] = [];
	let flickers = 0;
	await replay(recording, {
		see(event, rows) {
			if (event.type === 'resize') before = rows;
		},
		look(rows, at) {
			let isBack = false;
			for (const [row, text] of rows.entries()) {
				if (text === '' && before[row]) emptiedAt.set(row, at);
				if (text === '' || before[row]) continue;
				if (at - (emptiedAt.get(row) ?? Number.NEGATIVE_INFINITY) < flickerMs) isBack = true;
				emptiedAt.delete(row);
			}

			before = rows;
			if (isBack) flickers++;
		},
	});
	return flickers;
}
