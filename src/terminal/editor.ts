import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {makeOwnDirectory} from '../base/files.ts';
import {type SafeText, safe} from '../base/text.ts';
import {notUtf8, utf8Text} from '../base/utf8.ts';
import type {Environment} from './environment.ts';

export type EditedText =
	| {readonly text: string; readonly forget: () => void; readonly path: SafeText}
	| {readonly fault: SafeText};

type EditorOptions = {
	readonly directory: string;
	readonly environment: Environment;
	readonly platform: string;
	readonly now: () => number;
	readonly runInTerminal: (program: string, args: readonly string[]) => number | string;
};

/** Splits a command at spaces, except within quotes, as shells do: the path of a program may contain some. */
export const wordsOf = (command: string): readonly string[] =>
	(command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map(word => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));

export const createEditor =
	({directory, environment, platform, now, runInTerminal}: EditorOptions) =>
	(text: string): EditedText => {
		const fallback = platform === 'win32' ? 'notepad' : 'vi';
		const [program = fallback, ...args] = wordsOf(environment.VISUAL || environment.EDITOR || '');
		const path = join(directory, `edit-${now()}.json`);
		try {
			makeOwnDirectory(directory);
			writeFileSync(path, text, {mode: 0o600, flag: 'wx'});
		} catch (error) {
			return {fault: safe(`${path} could not be written: ${error instanceof Error ? error.message : ''}`, 400)};
		}

		const exit = runInTerminal(program, [...args, path]);
		if (exit !== 0) {
			const why = typeof exit === 'number' ? `exited with ${exit}` : `could not be run: ${exit}`;
			return {fault: safe(`${program} ${why}. The changes were not used; the text is in ${path}`, 400)};
		}

		try {
			const edited = utf8Text(readFileSync(path));
			if (edited === undefined) return {fault: safe(notUtf8(path), 400)};
			return {text: edited, path: safe(path, 400), forget: () => rmSync(path, {force: true})};
		} catch (error) {
			return {fault: safe(`${path} could not be read: ${error instanceof Error ? error.message : ''}`, 400)};
		}
	};
