import {constants, openSync, statSync} from 'node:fs';
import type {Readable} from 'node:stream';

/**
Opens a named pipe, such as `<(…)` in a shell. Undefined for any other file. Throws what `stat` and `open` throw.

Read like a file, a pipe into which nobody writes would block the process, so that no signal could end it.
*/
export async function openNamedPipe(path: string): Promise<Readable | undefined> {
	if (!statSync(path).isFIFO()) return undefined;
	const {Socket} = await import('node:net');
	return new Socket({fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false});
}
