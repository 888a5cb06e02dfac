import {
	closeSync,
	constants,
	fstatSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	type Stats,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {type SafeText, safe} from '../text.ts';
import {isPlainObject, isSystemError, type PlainObject, parseObject, setAside} from './json-file.ts';

/** What the file says about a profile: its key, or why there is none to give, or nothing at all. */
type StoredKey =
	| {readonly outcome: 'found'; readonly apiKey: string}
	| {readonly outcome: 'none'}
	| {readonly outcome: 'refused'; readonly reason: SafeText};

export type Credentials = {
	/** Gives a profile's key only for the origin (scheme, host and port) it was saved for. */
	readonly read: (profile: string, origin: string) => StoredKey;
	/** Keeps a key for a profile and an origin, in place of any it had. Gives the reason when it could not be kept. */
	readonly save: (profile: string, key: {readonly origin: string; readonly apiKey: string}) => SafeText | undefined;
	/** Removes a profile's key. Gives the reason when it could not be removed. */
	readonly forget: (profile: string) => SafeText | undefined;
};

/** The file's entries; or why it is refused. A corrupt file has no entries and a notice of where it went. */
type Contents =
	| {readonly isRefused: false; readonly entries: PlainObject; readonly notice?: SafeText}
	| {readonly isRefused: true; readonly reason: SafeText};

/**
The keys of the profiles, in `credentials.json` next to the settings.

The file is read at each call. It is refused when another person of this machine could have read or written it. Nothing that is said about it holds a byte of a key.
*/
export function openCredentials(options: {
	readonly directory: string;
	readonly now: () => number;
	/** Who must own the file; `undefined` where the system knows no such thing. */
	readonly userId?: number | undefined;
}): Credentials {
	const {directory, now, userId = process.getuid?.()} = options;
	const path = join(directory, 'credentials.json');

	function change(edit: (entries: PlainObject) => PlainObject): SafeText | undefined {
		const contents = readContents(path, userId, now());
		// Writing over a file that is refused would lose the keys in it.
		if (contents.isRefused) return contents.reason;
		try {
			writePrivately(directory, path, `${JSON.stringify(edit(contents.entries), undefined, '\t')}\n`, now());
			return undefined;
		} catch (error) {
			if (!isSystemError(error)) throw error;
			return safe(`The keys could not be kept: ${path} could not be written (${error.code}).`, 500);
		}
	}

	return {
		read(profile, origin) {
			const contents = readContents(path, userId, now());
			if (contents.isRefused) return {outcome: 'refused', reason: contents.reason};
			if (contents.notice) return {outcome: 'refused', reason: contents.notice};
			const entry = Object.hasOwn(contents.entries, profile) ? contents.entries[profile] : undefined;
			if (entry === undefined) return {outcome: 'none'};
			if (!isEntry(entry)) {
				return {outcome: 'refused', reason: safe(`The key stored for ${profile} makes no sense. Save it again.`, 500)};
			}

			if (entry.origin !== origin) {
				const reason = `The key stored for ${profile} was saved for ${entry.origin} and is not sent to ${origin}. Give a key for that address.`;
				return {outcome: 'refused', reason: safe(reason, 500)};
			}

			return {outcome: 'found', apiKey: entry.apiKey};
		},

		save: (profile, {origin, apiKey}) => change(entries => ({...entries, [profile]: {origin, apiKey}})),

		forget: profile =>
			change(entries => Object.fromEntries(Object.entries(entries).filter(([name]) => name !== profile))),
	};
}

function readContents(path: string, userId: number | undefined, now: number): Contents {
	try {
		// O_NONBLOCK, because opening a pipe would otherwise wait for somebody to write to it.
		const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
		try {
			const fault = findFault(fstatSync(file), userId, path);
			if (fault) return refused(path, fault);
			const entries = parseObject(readFileSync(file, 'utf8'));
			if (entries) return {isRefused: false, entries};
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if (!isSystemError(error)) throw error;
		if (error.code === 'ENOENT') return {isRefused: false, entries: {}};
		if (error.code === 'ELOOP') return refused(path, 'is a symbolic link. Put the file itself there.');
		return refused(path, `could not be read (${error.code}).`);
	}

	const name = setAside(path, now);
	if (!name) return refused(path, 'cannot be understood, and could not be renamed.');
	const notice = safe(`The stored keys were not used: ${path} cannot be understood. It is now called ${name}.`, 500);
	return {isRefused: false, entries: {}, notice};
}

const refused = (path: string, why: string): Contents => ({
	isRefused: true,
	reason: safe(`The stored keys were not used: ${path} ${why}`, 500),
});

/** What makes a file unfit to hold keys. Where there are no user ids, Windows, its mode says nothing either. */
function findFault({mode, uid}: Stats, userId: number | undefined, path: string): string | undefined {
	if ((mode & constants.S_IFMT) !== constants.S_IFREG) return 'is not a file.';
	if (userId === undefined) return undefined;
	if (uid !== userId) return 'belongs to somebody else.';
	return (mode & 0o077) === 0 ? undefined : `can be read by others. Run: chmod 600 '${path}'`;
}

/** Writes beside the file and renames, so that at every moment there is either the old file or the whole new one. */
function writePrivately(directory: string, path: string, text: string, now: number): void {
	mkdirSync(directory, {recursive: true, mode: 0o700});
	const draft = `${path}.${process.pid}-${now}.tmp`;
	const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
	const file = openSync(draft, flags, 0o600);
	try {
		try {
			writeFileSync(file, text);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}

		renameSync(draft, path);
	} catch (error) {
		unlinkSync(draft);
		throw error;
	}

	syncDirectory(directory);
}

/** Without this, a power cut could undo the rename. Some file systems cannot do it; the key is in place all the same. */
function syncDirectory(directory: string): void {
	try {
		const handle = openSync(directory, constants.O_RDONLY);
		try {
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
	} catch (error) {
		if (!isSystemError(error)) throw error;
	}
}

const isEntry = (value: unknown): value is {readonly origin: string; readonly apiKey: string} =>
	isPlainObject(value) && typeof value.origin === 'string' && typeof value.apiKey === 'string';
