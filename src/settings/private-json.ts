import {existsSync} from 'node:fs';
import {basename, dirname} from 'node:path';
import {type Json, parseJsonObject} from '../base/json.ts';
import {FileProblem, findTarget, isMountPoint, readPrivately} from './private-file.ts';

export type PrivateJson =
	| {readonly content: Json; readonly text: string; readonly why?: undefined}
	/** The reason why the file cannot be used and must not be overwritten, as the rest of a sentence that begins with its path. */
	| {readonly content?: undefined; readonly text?: undefined; readonly why: string};

type PrivateJsonOptions = {
	/** A secret file must be neither a link nor readable by others, and no message quotes it. Users may edit any other file, or replace it by a link. */
	readonly isSecret: boolean;
	readonly problemOf?: (content: Json) => string | undefined;
};

function fileProblemIn(error: unknown): string {
	if (error instanceof FileProblem) return error.message;
	throw error;
}

export const emptyObject = '{}';

export function openPrivateJson(path: string, {isSecret, problemOf = () => undefined}: PrivateJsonOptions) {
	function parse(text: string): Json {
		const parsed = parseJsonObject(text);
		if (!('object' in parsed)) {
			const {line, column, problem} = parsed;
			const where = `cannot be understood in line ${line}, column ${column}`;
			throw new FileProblem(isSecret ? `${where}.` : `${where}: ${problem}.`);
		}

		const why = problemOf(parsed.object);
		if (why !== undefined) throw new FileProblem(`${why}.`);
		return parsed.object;
	}

	/** Throws `FileProblem` unless only its owner can have written the file. */
	function find(): {readonly target: string; readonly content: Json; readonly text: string} {
		const target = isSecret ? path : findTarget(path);
		try {
			const text = readPrivately(target, isSecret) ?? emptyObject;
			return {target, content: parse(text), text};
		} catch (error) {
			const why = fileProblemIn(error);
			throw new FileProblem(target === path ? why : `leads to ${target}, which ${why}`);
		}
	}

	let last: Promise<unknown> = Promise.resolve();
	return {
		read(): PrivateJson {
			try {
				return find();
			} catch (error) {
				return {why: fileProblemIn(error)};
			}
		},

		/** Applies `edit` to the current content, after earlier changes. Resolves to a reason like `why`, or undefined on success. */
		change(edit: (content: Json) => Json): Promise<string | undefined> {
			const changed = last.then(async () => {
				try {
					const {target, content} = find();
					if (JSON.stringify(edit(content)) === JSON.stringify(content)) return undefined;
					// Loading conf takes 14 ms, a quarter of the time to the first screen. conf neither checks owners nor locks.
					const {locked} = await import('./lock.ts');
					const {default: Conf} = await import('conf');
					const [cwd, configName] = [dirname(target), basename(target)];
					// Locks the target's directory, because another landfall may reach the file through another link.
					await locked(cwd, () => {
						if (find().target !== target) throw new FileProblem('was redirected while it was being saved.');
						// conf would retry replacing it for a second.
						if (isMountPoint(target))
							throw new FileProblem('is mounted as a single file, so it cannot be replaced. Mount its folder instead.');
						// A file keeps its mode if conf gets none.
						const mode = isSecret || !existsSync(target) ? {configFileMode: 0o600} : {};
						const conf = new Conf<Json>({cwd, configName, fileExtension: '', ...mode, deserialize: parse});
						conf.store = edit(conf.store);
					});
					return undefined;
				} catch (error) {
					return fileProblemIn(error);
				}
			});
			last = changed.catch(() => {});
			return changed;
		},

		settled: () => last,
	};
}
