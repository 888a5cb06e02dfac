import {mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {isSystemError, mapOf, objectOf, parseObject} from './json-file.ts';
import {readPrivately} from './private-file.ts';

/** The maximum number of places that are kept. */
const maxPlaces = 50;

type PlaceFileOptions = {
	readonly path: string;
	/** The required owner of the file. Undefined on systems without user ids. */
	readonly userId?: number | undefined;
};

/**
Reads and writes where users were, by any key. A file that is damaged, or that someone else can have written, counts as empty.

Losing it does no harm, so it is neither locked nor flushed to the disk, and a fault is not reported.
*/
export function createPlaceFile({path, userId = process.getuid?.()}: PlaceFileOptions) {
	const readAll = () => {
		const read = readPrivately(path, {userId, isSecret: false});
		return mapOf(read.outcome === 'read' ? parseObject(read.text) : undefined);
	};

	function change(edit: (places: Map<string, unknown>) => void) {
		const places = readAll();
		edit(places);
		const draft = `${path}.${process.pid}.tmp`;
		try {
			mkdirSync(dirname(path), {recursive: true, mode: 0o700});
			writeFileSync(draft, JSON.stringify(objectOf(new Map([...places].slice(-maxPlaces)))), {mode: 0o600});
			renameSync(draft, path);
		} catch (error) {
			if (!isSystemError(error)) throw error;
		}
	}

	return {
		read: (key: string): unknown => readAll().get(key),

		/** Keeps a value as the newest. */
		keep: (key: string, value: unknown) =>
			change(places => {
				places.delete(key);
				places.set(key, value);
			}),

		/** Moves a value to another key, or deletes it if there is none. */
		rename: (key: string, newKey: string | undefined) =>
			change(places => {
				const value = places.get(key);
				places.delete(key);
				if (newKey !== undefined && value !== undefined) places.set(newKey, value);
			}),
	};
}
