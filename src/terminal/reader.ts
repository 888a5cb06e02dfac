import {constants, fstatSync, openSync} from 'node:fs';
import {isSystemError} from '../base/files.ts';

/** What Node has for sockets. Not in its types. */
type SocketBinding = {
	readonly TCP: new (type: number) => {readonly open: (fd: number) => number};
	readonly constants: {readonly SOCKET: number};
};

/** Loads it without the warning that Node may print about such use. */
function socketBinding(): SocketBinding {
	const {noDeprecation = false} = process;
	process.noDeprecation = true;
	try {
		return (process as unknown as {binding: (name: string) => SocketBinding}).binding('tcp_wrap');
	} finally {
		process.noDeprecation = noDeprecation;
	}
}

/** Calls `end` once nobody can read the pipe on standard output any more, which Node notices only when it writes. Returns a function that stops this. Where it cannot be noticed, `end` is never called. */
export function onReaderGone(end: () => void): () => void {
	try {
		if (process.platform !== 'linux' || !fstatSync(1).isFIFO()) return () => {};
		// Linux reports that to a process that waits for the pipe. Node waits only for what it can read, which a socket handle claims of any file; reading then fails with EBADF.
		const {TCP, constants: types} = socketBinding();
		const handle = new TCP(types.SOCKET);
		// Opened again, because the stream has the other one.
		handle.open(openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK));
		const socket = new (process.getBuiltinModule('node:net').Socket)({handle} as object);
		socket.on('error', error => {
			if (isSystemError(error) && error.code === 'EBADF') end();
		});
		socket.resume().unref();
		return () => socket.destroy();
	} catch (error) {
		// A named pipe without a reader. Anything else: not every Node has such a binding.
		if (isSystemError(error) && error.code === 'ENXIO') end();
		return () => {};
	}
}
