import {readdirSync, rmSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {type Json, type JsonProblem, parseJsonObject} from '../base/json.ts';
import {about, readLinked, readPrivately} from './private-file.ts';

type PrivateJson =
	/** Empty if there is no file. */
	| {readonly content: Json}
	/** Why the file cannot be used, and must not be overwritten, phrased as the rest of a sentence that begins with its path. */
	| {readonly content?: undefined; readonly why: string};

type Options = {
	/** A secret file is neither read by others nor a link, and no message quotes it. One that is not may be edited by hand, or be a link, which is followed. */
	readonly isSecret: boolean;
	/** Returns why an object cannot be used, phrased like the other reasons, but for the full stop. */
	readonly refuse?: (content: Json) => string | undefined;
};

/** A JSON object in a private file, which other landfall processes and the user may change too. Reading it changes nothing. */
export function openPrivateJson(path: string, {isSecret, refuse = () => undefined}: Options) {
	const refusalOf = ({line, column, problem}: JsonProblem) =>
		`cannot be understood in line ${line}, column ${column}${isSecret ? '' : `: ${problem}`}`;

	/** `target`: the path of the file, or of the file that it links to. */
	function readTarget(): PrivateJson & {readonly target: string} {
		const {target, text} = isSecret ? {target: path, text: readPrivately(path, true)} : readLinked(path);
		if (text.outcome === 'refused') return {target, why: text.why};
		if (text.outcome === 'none') return {target, content: {}};
		const parsed = parseJsonObject(text.text);
		const why = 'object' in parsed ? refuse(parsed.object) : refusalOf(parsed);
		if ('object' in parsed && why === undefined) return {target, content: parsed.object};
		return {target, why: about(path, target, `${why}.`)};
	}

	return {
		read: (): PrivateJson => readTarget(),

		/**
		Changes what the file holds by now, under a lock. Returns why that failed, phrased as the rest of a sentence that begins with the path.

		The lock and conf are loaded when something is saved. conf only writes: loading it takes 14 ms, a quarter of the time to the first screen. It also does not check owners, does not lock against other processes, and replaces a broken file.
		*/
		async change(edit: (content: Json) => Json): Promise<string | undefined> {
			const {locked} = await import('./lock.ts');
			const {default: Conf} = await import('conf');
			const {target, ...before} = readTarget();
			if (!before.content) return before.why;
			const [cwd, configName] = [dirname(target), basename(target)];
			// Locks the target's directory, because another landfall may reach the file by another link.
			return locked(cwd, () => {
				const found = readTarget();
				const {content} = found;
				if (!content) return found.why;
				if (found.target !== target) return 'was redirected while it was being saved.';
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
