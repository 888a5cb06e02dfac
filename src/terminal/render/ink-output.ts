import {EventEmitter} from 'node:events';
import {sizeOf} from './screen.ts';

/** Besides frames, Ink writes mode changes for a terminal it believes it owns. */
const isMode = (text: string): boolean => /^\u001B\[\?\d+[hl]$/.test(text);

/**
Returns a stand-in for Ink's stdout that passes the lines of each frame to `onFrame` instead of showing them.

Relies on Ink's `debug` option, which makes Ink write every frame as plain lines, without cursor movement.
*/
export function createInkOutput(
	terminal: Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'on' | 'off'>,
	onFrame: (lines: readonly string[]) => void,
): NodeJS.WriteStream {
	const events = new EventEmitter();
	const output = Object.assign(events, {
		isTTY: true,
		writable: true,

		write(text: string, written?: () => void) {
			// Ink flushes by writing an empty string with a callback; that is not a frame.
			const isFrame = text === '' ? written === undefined : !isMode(text);
			if (isFrame) onFrame(text.split('\n'));
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
