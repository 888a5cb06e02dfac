import {EventEmitter} from 'node:events';
import {sizeOf} from './screen.ts';

/** What Ink writes besides frames: modes of a terminal that it believes to be its own. */
const isMode = (text: string): boolean => /^\u001B\[\?\d+[hl]$/.test(text);

/**
What Ink gets for its standard output: it takes whole frames and hands their lines on, instead of showing them.

It relies on Ink's `debug` option, with which Ink writes every frame as plain lines and moves no cursor.
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
			// Nothing, with somebody who waits until it is written, is how Ink waits for the frames before it.
			const isFrame = text === '' ? written === undefined : !isMode(text);
			if (isFrame) onFrame(text.split('\n'));
			if (written) setImmediate(written);
			return true;
		},
	});
	// Asked for when it is needed: a window changes its size. Of a terminal without one, Ink would run other programs to find out.
	Object.defineProperties(output, {
		columns: {get: () => sizeOf(terminal).columns},
		rows: {get: () => sizeOf(terminal).rows},
	});
	return output as unknown as NodeJS.WriteStream;
}
