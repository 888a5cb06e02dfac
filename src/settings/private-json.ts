import {readdirSync, rmSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {setAside} from '../base/files.ts';
import {type Json, parseJsonObject} from '../base/json.ts';
import {about, readLinked, readPrivately} from './private-file.ts';

type PrivateJson = {
	/** The path of the file, or of the file that it links to. */
	readonly target: string;
	/** Empty if there is no file, or if it was set aside. Undefined if it must not be overwritten. */
	readonly content?: Json;
	/** Why the file is not used, phrased as the rest of a sentence that begins with its path. */
	readonly why?: string;
};

type Options = {
	/** A secret file is neither read by others nor a link. One that is not may be edited by hand, or be a link, which is followed. */
	readonly isSecret: boolean;
	readonly now: () => number;
};

/** A JSON object in a private file, which other landfall processes may change too. */
export function openPrivateJson(path: string, {isSecret, now}: Options) {
	function parse(): PrivateJson {
		const {target, text} = isSecret ? {target: path, text: readPrivately(path, true)} : readLinked(path);
		if (text.outcome === 'refused') return {target, why: text.why};
		const content = text.outcome === 'none' ? {} : parseJsonObject(text.text);
		return {target, ...(content && {content})};
	}

	/** Reads the file, and sets it aside if it is corrupt. */
	function read(): PrivateJson {
		const parsed = parse();
		const {target, content, why} = parsed;
		if (content || why !== undefined) return parsed;
		const name = setAside(path, now(), target);
		const what = about(path, target, 'cannot be understood.');
		return name === undefined
			? {target, why: `${what} It could not be renamed.`}
			: {target, content: {}, why: `${what} It is now called ${name}.`};
	}

	return {
		read,

		/** Reads the file, which someone may be editing. Undefined if it cannot be used. */
		peek: (): Json | undefined => parse().content,

		/**
		Changes what the file holds by now, under a lock. Returns why that failed, phrased as the rest of a sentence that begins with the path.

		The lock and conf are loaded when something is saved. conf only writes: loading it takes 14 ms, a quarter of the time to the first screen. It also does not check owners, does not lock against other processes, and does not set a broken file aside.
		*/
		async change(edit: (content: Json) => Json): Promise<string | undefined> {
			const {locked} = await import('./lock.ts');
			const {default: Conf} = await import('conf');
			const {target} = parse();
			const [cwd, configName] = [dirname(target), basename(target)];
			// Locks the target's directory, because another landfall may reach the file by another link.
			return locked(cwd, () => {
				const {target: newTarget, content, why} = isSecret ? read() : parse();
				if (!content) return why ?? 'could not be written (it can no longer be read).';
				if (newTarget !== target) return 'was redirected while it was being saved.';
				const text = JSON.stringify(edit(content), undefined, '\t');
				const options = {cwd, configName, fileExtension: '', configFileMode: 0o600};
				try {
					// conf's errors quote what a file holds, and it keeps one name for itself. So it reads nothing, and writes the text as it is.
					new Conf({...options, serialize: () => text, deserialize: () => ({})}).store = {};
				} finally {
					// conf never removes the draft of a process that was killed while writing.
					for (const name of readdirSync(cwd)) {
						if (name.startsWith(`${configName}.tmp-`)) rmSync(join(cwd, name), {force: true});
					}
				}

				return undefined;
			});
		},
	};
}
