import {statSync} from 'node:fs';
import {basename, dirname} from 'node:path';
import {setAside} from '../base/files.ts';
import {type SafeText, safe} from '../base/text.ts';
import {type PlainObject, parseObject} from './json-file.ts';
import {locked} from './lock.ts';
import {about, readLinked, removeDrafts} from './private-file.ts';

/**
Reads `config.json`, or the file that it links to, and writes it with conf.

conf only writes: loading it takes 14 ms, a quarter of the time to the first screen. It also does not check owners, reads a non-object as empty, does not lock against other processes, and does not set a broken file aside.
*/
export function createSettingsFile(path: string, userId: number | undefined, now: () => number) {
	let readVersion: string | undefined;

	function setAsideText(target: string): string {
		const name = setAside(path, now(), target);
		const result = name === undefined ? 'It could not be renamed' : `It is now called ${name}`;
		return `${about(path, target, 'cannot be understood.')} ${result}.`;
	}

	return {
		/** Returns its content, and a notice if anything is wrong with it. A corrupt file is set aside. */
		read(): {readonly content: PlainObject; readonly notice?: SafeText} {
			readVersion = versionOf(path);
			const {target, text} = readLinked(path, userId);
			if (text.outcome === 'none') return {content: {}};
			const content = text.outcome === 'read' ? parseObject(text.text) : undefined;
			if (content) return {content};
			const why = text.outcome === 'refused' ? text.why : setAsideText(target);
			return {content: {}, notice: safe(`The settings were not used: ${path} ${why}`, 500)};
		},

		/** Returns its content if it was written since the last time. Undefined if not, or if it cannot be read: someone may be editing it. */
		readChanged(): PlainObject | undefined {
			const version = versionOf(path);
			if (version === readVersion) return undefined;
			readVersion = version;
			const {text} = readLinked(path, userId);
			return text.outcome === 'read' ? parseObject(text.text) : undefined;
		},

		/** Merges fields into the file's current content under a lock, so that changes by other landfall processes are kept. Returns why it failed, phrased as the rest of a sentence that begins with the path. */
		async change(fieldsOf: (stored: PlainObject) => PlainObject): Promise<string | undefined> {
			const {default: Conf} = await import('conf');
			const {target} = readLinked(path, userId);
			const [cwd, configName] = [dirname(target), basename(target)];
			const write = () => {
				const {target: newTarget, text} = readLinked(path, userId);
				if (text.outcome === 'refused') return text.why;
				if (newTarget !== target) return 'was redirected while it was being saved.';
				const stored = text.outcome === 'none' ? {} : parseObject(text.text);
				if (!stored) return 'could not be written (it can no longer be read).';
				const format = {fileExtension: '', configFileMode: 0o600, accessPropertiesByDotNotation: false};
				try {
					// `conf.set` rejects `undefined`, which removes a field.
					new Conf<PlainObject>({cwd, configName, ...format}).store = {...stored, ...fieldsOf(stored)};
				} finally {
					// conf never removes the draft of a process that was killed while writing.
					removeDrafts(cwd, file => file.startsWith(`${configName}.tmp-`));
				}

				return undefined;
			};
			// Locks the target's directory, because another landfall may reach the file by another link.
			return locked(cwd, write, why => why);
		},
	};
}

/** Returns what changes whenever the file is written. Undefined if there is none. */
function versionOf(path: string): string | undefined {
	try {
		const {ino, size, mtimeMs} = statSync(path);
		return `${ino} ${size} ${mtimeMs}`;
	} catch {
		return undefined;
	}
}
