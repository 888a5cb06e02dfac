import {chmodSync, linkSync, lstatSync, mkdirSync, readdirSync, renameSync, unlinkSync} from 'node:fs';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {join} from 'node:path';
import {createLineSplitter} from './line-splitter.ts';
import type {Claim, Link, MeetingPlace} from './meeting-place.ts';

type Options = {
	/** Created if missing. Only its owner may enter it. */
	readonly directory: string;
	/** Equal for the windows that meet. */
	readonly name: string;
	/** Unique among all windows, and safe in a file name. */
	readonly id: string;
	readonly platform: string;
	/** Undefined on systems without user ids. */
	readonly userId: number | undefined;
};

/** A window that hangs must not fill the memory of another one. */
const maxBacklog = 4 * 1024 * 1024;

/** The longest path that every system allows for a socket. */
const maxPathLength = 103;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN');

function createLink(socket: Socket): Link {
	socket.unref();
	socket.setEncoding('utf8');
	socket.pause();
	const split = createLineSplitter();
	let isOpen = true;
	// Every error is followed by `close`.
	socket.on('error', () => {});
	const close = () => {
		isOpen = false;
		socket.destroy();
	};

	return {
		close,

		send(line) {
			if (!isOpen) return;
			if (socket.writableLength > maxBacklog) socket.destroy();
			else socket.write(`${line}\n`);
		},

		listen({onLine, onClose}) {
			const end = () => {
				if (!isOpen) return;
				isOpen = false;
				onClose();
			};
			socket.on('close', end);
			socket.on('data', (chunk: string) => {
				const lines = split(chunk);
				if (!lines) socket.destroy();
				for (const line of lines ?? []) if (isOpen) onLine(line);
			});
			if (socket.destroyed) return queueMicrotask(end);
			socket.resume();
		},
	};
}

/** Resolves with the error code, or undefined once the server listens. */
const listening = (server: Server, path: string): Promise<string | undefined> =>
	new Promise(resolve => {
		server.on('error', error => resolve(codeOf(error)));
		server.listen(path, () => resolve(undefined));
	});

function connectTo(path: string): ReturnType<MeetingPlace['connect']> {
	return new Promise(resolve => {
		const socket = connect(path);
		socket.once('connect', () => resolve(createLink(socket)));
		socket.once('error', error => {
			const code = codeOf(error);
			if (code === 'ENOENT') resolve('nobody');
			else if (code === 'ECONNREFUSED') resolve('gone');
			else resolve({fault: `${path} could not be opened (${code}).`});
		});
	});
}

/** Creates the directory of the sockets. Returns why it cannot be used. */
function prepareDirectory(directory: string, userId: number | undefined): string | undefined {
	try {
		mkdirSync(directory, {recursive: true, mode: 0o700});
		const stats = lstatSync(directory);
		if (!stats.isDirectory()) return `${directory} is not a directory.`;
		if (userId !== undefined && stats.uid !== userId) return `${directory} belongs to another user.`;
		if (userId !== undefined && (stats.mode & 0o077) !== 0) chmodSync(directory, 0o700);
		return undefined;
	} catch (error) {
		return `${directory} could not be created (${codeOf(error)}).`;
	}
}

function removeIfThere(path: string) {
	try {
		unlinkSync(path);
	} catch {
		// It is gone already, or stays.
	}
}

function inodeAt(path: string): string | undefined {
	try {
		const {dev, ino} = lstatSync(path);
		return `${dev} ${ino}`;
	} catch {
		return undefined;
	}
}

/** Moves a socket to its final path: as a new entry, or in place of the one there. Returns the error code. */
function place(draft: string, path: string, replaces: boolean): string | undefined {
	try {
		if (replaces) {
			renameSync(draft, path);
			return undefined;
		}

		linkSync(draft, path);
		unlinkSync(draft);
		return undefined;
	} catch (error) {
		return codeOf(error);
	}
}

/**
A Unix domain socket that only its owner can reach.

A window listens under a name of its own and then moves the socket to the common name, which is atomic. So a socket that was left behind, or whose window hangs, can be replaced, and the window that was replaced sees that the file is not its own.
*/
function createUnixSocket({directory, name, id, userId}: Options): MeetingPlace {
	const path = join(directory, name);
	const draft = `${path}.${id.slice(0, 6)}`;
	const isTooLong = Buffer.byteLength(draft) > maxPathLength;

	/** Removes what windows left behind that were killed just before they moved their socket. */
	function removeDrafts() {
		for (const entry of readdirSync(directory)) {
			if (entry.startsWith(`${name}.`) && join(directory, entry) !== draft) removeIfThere(join(directory, entry));
		}
	}

	return {
		connect: async () => (isTooLong ? {fault: `${path} is too long for a socket.`} : connectTo(path)),

		async claim(onLink, replaces) {
			const fault = prepareDirectory(directory, userId);
			if (fault !== undefined) return {fault};
			removeIfThere(draft);
			const server = createServer(socket => onLink(createLink(socket)));
			const code = (await listening(server, draft)) ?? place(draft, path, replaces);
			server.unref();
			if (code !== undefined) {
				server.close();
				// ENOENT: a window that claimed the name at the same time has removed the draft.
				return code === 'EEXIST' || code === 'ENOENT' ? 'taken' : {fault: `${path} could not be created (${code}).`};
			}

			const inode = inodeAt(path);
			const isHeld = () => inode !== undefined && inodeAt(path) === inode;
			removeDrafts();
			const claim: Claim = {
				isHeld,

				release() {
					if (isHeld()) removeIfThere(path);
					server.close();
				},
			};
			return claim;
		},
	};
}

/** A named pipe of Windows. It ends with its process, so it is never left behind; that of a process that hangs cannot be replaced. */
function createNamedPipe({name}: Options): MeetingPlace {
	const path = `\\\\.\\pipe\\landfall-${name}`;
	return {
		connect: () => connectTo(path),

		async claim(onLink, replaces) {
			if (replaces) return {fault: 'Another window does not respond.'};
			const server = createServer(socket => onLink(createLink(socket)));
			const code = await listening(server, path);
			server.unref();
			if (code === undefined) return {isHeld: () => true, release: () => server.close()};
			return code === 'EADDRINUSE' ? 'taken' : {fault: `${path} could not be created (${code}).`};
		},
	};
}

/** Returns the place where windows with the same name meet. Nothing is created before it is claimed. */
export const createLocalSocket = (options: Options): MeetingPlace =>
	options.platform === 'win32' ? createNamedPipe(options) : createUnixSocket(options);
