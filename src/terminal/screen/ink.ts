import {EventEmitter} from 'node:events';
import {sizeOf} from '../output.ts';

/** The options with which Ink must render to a stream of `createInkStdout`. */
export const inkOptions = {
	// Writes each frame as whole lines, without cursor movement.
	debug: true,
	// Ink would otherwise treat the terminal as non-interactive if a CI variable is set.
	interactive: true,
	exitOnCtrlC: false,
	patchConsole: false,
} as const;

/** Besides frames, Ink writes mode changes for a terminal it believes it owns. */
const isMode = (text: string): boolean => /^\u001B\[\?\d+[hl]$/.test(text);

/** Returns a stand-in for Ink's stdout that passes the lines of each frame to `onFrame` instead of showing them, and then emits them as `frame`. Emit `resize` on it if the size of `terminal` has changed. */
export function createInkStdout(
	terminal: Pick<NodeJS.WriteStream, 'columns' | 'rows'>,
	onFrame: (lines: readonly string[]) => void = () => {},
): NodeJS.WriteStream {
	const output = Object.assign(new EventEmitter(), {
		isTTY: true,
		writable: true,

		write(text: string, written?: () => void) {
			// Ink flushes by writing an empty string with a callback; that is not a frame.
			const isFrame = text === '' ? written === undefined : !isMode(text);
			if (isFrame) {
				const lines = text.split('\n');
				onFrame(lines);
				output.emit('frame', lines);
			}

			if (written) setImmediate(written);
			return true;
		},
	});
	// Getters, because the window can be resized. They always return a size: without one, Ink would run other programs to find it.
	Object.defineProperties(output, {
		columns: {get: () => sizeOf(terminal).columns},
		rows: {get: () => sizeOf(terminal).rows},
	});
	return output as unknown as NodeJS.WriteStream;
}
