import {Writable} from 'node:stream';
import {anchored} from './anchored-text.ts';
import type {FastRows} from './fast-rows.ts';
import {
	beginUpdate,
	endUpdate,
	enterAlternateScreen,
	hideCursor,
	leaveAlternateScreen,
	modesAfterEntering,
	modesBeforeEntering,
	modesBeforeLeaving,
} from './screen-modes.ts';
import {sizeOf, type TerminalOutput} from './terminal-output.ts';

type InkStdoutOptions = {
	readonly output: TerminalOutput;
	readonly terminal: Pick<NodeJS.WriteStream, 'columns' | 'rows'>;
	readonly fastRows?: FastRows | undefined;
	/** Replaces characters in Ink's frame by others of the same width. */
	readonly adapt?: ((text: string) => string) | undefined;
	readonly onFrame: () => void;
	readonly onShown: () => void;
	readonly forgetFrame: () => void;
};

/**
The stream between Ink and the terminal. Ink takes it for a terminal of the same size.

- A frame and the fast rows are one write and one synchronized update.
- A character of uncertain width does not shift the text to its right.
- A stalled terminal blocks nothing, because its frames are dropped. Frames are differences, so Ink then draws everything.
- The terminal's modes are set and reset together with Ink's alternate screen.
*/
export function createInkStdout({output, terminal, fastRows, adapt = text => text, ...on}: InkStdoutOptions) {
	let isEntered = false;
	let frame: string | undefined;
	let waiting = '';
	/** The next frame draws every row. */
	let isWhole = true;
	/** Ink is erasing its frame. Passing that on would blank the screen. */
	let isForgetting = false;
	/** A frame was dropped, so the next differences would be wrong. */
	let isMissed = false;

	const forget = () => {
		waiting = '';
		isForgetting = true;
		on.forgetFrame();
		isForgetting = false;
		isWhole = true;
		fastRows?.forget();
	};

	const onEntered = (isNow: boolean) => {
		isEntered = isNow;
		waiting = '';
		isMissed = false;
		isWhole = true;
		fastRows?.forget();
	};

	const enter = () => {
		output.write((isEntered ? '' : modesBeforeEntering) + enterAlternateScreen + modesAfterEntering);
		onEntered(true);
	};

	/** A whole frame begins at the top and erases each row. Any other frame begins in the last row, where Ink believes the cursor to be. */
	const takeFrame = (text: string) => {
		const shown = anchored(adapt(text));
		const {rows} = sizeOf(terminal);
		waiting += isWhole
			? `${hideCursor}\u001B[H\u001B[K${shown.replaceAll('\n', '\n\u001B[K')}`
			: `\u001B[${rows}H${shown}`;
		isWhole = false;
		on.onFrame();
	};

	const take = (text: string) => {
		if (text === beginUpdate) {
			frame = '';
		} else if (text === endUpdate) {
			if (frame && isEntered) takeFrame(frame);
			frame = undefined;
		} else if (frame !== undefined) {
			frame += text;
		} else if (text.startsWith(enterAlternateScreen)) {
			if (!isEntered) enter();
		} else if (isEntered && text === leaveAlternateScreen) {
			output.write(modesBeforeLeaving + text);
			onEntered(false);
		} else if (isEntered && !isForgetting && text !== '') {
			output.write(text);
		}
	};

	const redraw = () => {
		if (!isEntered) return;
		isMissed = false;
		forget();
		stdout.emit('resize');
	};

	const show = () => {
		if (!isEntered || fastRows?.isAwaitingInk()) return;
		if (output.writableNeedDrain) {
			isMissed ||= waiting !== '';
			waiting = '';
			return;
		}

		if (isMissed) return redraw();

		const {before, after} = fastRows?.update(sizeOf(terminal).rows, waiting !== '') ?? {before: '', after: ''};
		const update = before + waiting + after;
		waiting = '';
		if (update !== '') output.write(beginUpdate + update + endUpdate);
		if (!output.writableNeedDrain) on.onShown();
	};
	output.on('drain', show);

	const stdout = Object.assign(
		new Writable({
			decodeStrings: false,
			write(text: string, _encoding, done) {
				take(text);
				done();
			},
		}),
		{isTTY: true},
	);
	// Ink would run other programs to find a missing size.
	Object.defineProperties(stdout, {
		columns: {get: () => sizeOf(terminal).columns},
		rows: {get: () => sizeOf(terminal).rows},
	});
	return {
		stdout: stdout as unknown as NodeJS.WriteStream,
		show,

		redraw,

		/** Call it after the window was resized: the next frame draws everything. */
		forget() {
			if (isEntered) forget();
		},

		retake: enter,

		close() {
			if (isEntered) take(leaveAlternateScreen);
		},
	};
}

export type InkStdout = ReturnType<typeof createInkStdout>;
