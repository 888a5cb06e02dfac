import {constants, createReadStream, openSync, statSync} from 'node:fs';
import type {Readable} from 'node:stream';

/**
Opens a file or a named pipe, such as `<(…)` in a shell. Throws what `stat` and `open` throw; the stream fails with other errors.

Read like a file, a pipe into which nobody writes would block the process, so that no signal could end it.
*/
export async function openFile(path: string): Promise<Readable> {
	if (!statSync(path).isFIFO()) return createReadStream(path);
	const {Socket} = await import('node:net');
	return new Socket({fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false});
}
