import {Writable} from 'node:stream';
import {anchored} from './anchored-text.ts';
import type {FastRows} from './fast-rows.ts';
import {sizeOf, type TerminalOutput} from './output.ts';
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

type InkStdoutOptions = {
	/** Where everything goes. */
	readonly output: TerminalOutput;
	readonly terminal: Pick<NodeJS.WriteStream, 'columns' | 'rows'>;
	/** Rows that are written after Ink's frame. */
	readonly fastRows?: FastRows | undefined;
	/** Changes what Ink has drawn before it is shown, each character into another as wide. */
	readonly adapt?: ((text: string) => string) | undefined;
	/** Called when there is something to show: call `show` before long. */
	readonly onFrame: () => void;
	/** Called when the terminal has taken all that was to be shown. */
	readonly onShown: () => void;
	/** Makes Ink forget what it has drawn. */
	readonly forgetFrame: () => void;
};

/**
The stream between Ink and the terminal. Ink sees a terminal of the same size, and writes to it what it would write to stdout.

- Each frame goes out at the end of a turn, in one write and one synchronized update, with the fast rows behind it.
- Characters whose width terminals disagree about do not shift what is to the right of them.
- A terminal that does not read blocks nothing. Frames are differences, so after one that was dropped Ink draws everything, once the terminal reads again.
- The modes that landfall needs are set and reset with Ink's alternate screen.
*/
export function createInkStdout({output, terminal, fastRows, adapt = text => text, ...on}: InkStdoutOptions) {
	/** Whether the alternate screen is shown. */
	let isEntered = false;
	/** What Ink has written of a frame. Undefined between frames. */
	let frame: string | undefined;
	/** Complete frames that are not shown yet. */
	let waiting = '';
	/** Whether the next frame draws every row, and not only what has changed. */
	let isWhole = true;
	/** Whether Ink erases its frame, which would blank the screen. */
	let isForgetting = false;
	/** Whether a frame was dropped, so that the next ones change what was never shown. */
	let isMissed = false;

	/** Drops what is not shown yet, and has Ink draw every row the next time. */
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

	/** A frame that draws every row begins at the top and erases what each has shown, the cursor included. Another one begins in the last row, where Ink believes the cursor is. */
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

	/** Shows what is waiting, and the fast rows as they are now. */
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
	// They always have a size: without one, Ink would run other programs to find it.
	Object.defineProperties(stdout, {
		columns: {get: () => sizeOf(terminal).columns},
		rows: {get: () => sizeOf(terminal).rows},
	});
	return {
		stdout: stdout as unknown as NodeJS.WriteStream,
		show,

		/** Has Ink draw everything again, because something else may have written to the terminal. */
		redraw,

		/** The next frame draws everything, because the window was resized. */
		forget() {
			if (isEntered) forget();
		},

		/** Takes the terminal again, at once, from a program that may have left it in any state. Ink draws everything after that. */
		retake: enter,

		/** Leaves the alternate screen if Ink has not. */
		close() {
			if (isEntered) take(leaveAlternateScreen);
		},
	};
}

export type InkStdout = ReturnType<typeof createInkStdout>;
