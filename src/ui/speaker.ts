import {Writable} from 'node:stream';
import {stripVTControlCharacters} from 'node:util';
import type {InkStdout} from '../terminal/ink-stdout.ts';
import type {TerminalOutput} from '../terminal/terminal-output.ts';

/** Fixed, because the terminal wraps long lines whatever the size of its window. */
export const spokenSize = {columns: 100, rows: 30};

/** In cells. Ink wraps spoken lines to the width of its terminal. */
const unwrappedColumns = 100_000;

const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const spokenText = (line: string): string => stripVTControlCharacters(line).replaceAll(/ +/g, ' ').trim();

type SpokenStdoutOptions = {
	readonly output: TerminalOutput;
	/** Called when there is something to say: call `show` soon. */
	readonly onFrame: () => void;
	readonly onShown: () => void;
};

/** Speaks the lines that the last frame lacked, from top to bottom. */
export function createSpokenStdout({output, onFrame, onShown}: SpokenStdoutOptions): InkStdout {
	let known: ReadonlySet<string> = new Set();
	let latest: ReadonlySet<string> = known;
	const stdout = new Writable({
		decodeStrings: false,
		write(text: string, _encoding, done) {
			const lines = text.split('\n').map(spokenText).filter(isSpeakable);
			// Output without words only moves the cursor or erases.
			if (lines.length > 0) {
				latest = new Set(lines);
				onFrame();
			}

			done();
		},
	});
	const show = () => {
		if (output.writableNeedDrain) return;
		const fresh = [...latest].filter(line => !known.has(line));
		known = latest;
		if (fresh.length > 0) output.write(`${fresh.join('\r\n')}\r\n`);
		if (!output.writableNeedDrain) onShown();
	};
	output.on('drain', show);
	return {
		stdout: Object.assign(stdout, {
			isTTY: true,
			columns: unwrappedColumns,
			rows: spokenSize.rows,
		}) as unknown as NodeJS.WriteStream,
		show,

		redraw() {
			known = new Set();
			onFrame();
		},

		retake() {},
		forget() {},
		close() {},
	};
}
