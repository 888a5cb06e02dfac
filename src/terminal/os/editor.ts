import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type SafeText, safe} from '../../text.ts';
import {type Environment, windowsProgram} from './programs.ts';

/** What became of a text that was given to an editor. A file that is named still holds what was typed. */
export type EditedText =
	| {readonly text: string; readonly forget: () => void; readonly path: SafeText}
	| {readonly fault: SafeText};

type EditorOptions = {
	/** Where the text is while it is edited; it is made if it is not there. */
	readonly directory: string;
	readonly environment: Environment;
	readonly platform: string;
	readonly now: () => number;
	/** Runs a program that has the terminal meanwhile. Gives its exit code, or why it could not be run. */
	readonly runInTerminal: (program: string, args: readonly string[]) => number | string;
};

/** Gives a text to the person's editor, which has the terminal meanwhile. */
export const createEditor =
	({directory, environment, platform, now, runInTerminal}: EditorOptions) =>
	(text: string): EditedText => {
		const usual = platform === 'win32' ? windowsProgram('notepad', environment) : 'vi';
		const chosen = (environment.VISUAL || environment.EDITOR || '').split(/\s+/).filter(word => word !== '');
		const [program = usual, ...args] = chosen;
		const path = join(directory, `edit-${now()}.json`);
		try {
			mkdirSync(directory, {recursive: true, mode: 0o700});
			writeFileSync(path, text, {mode: 0o600, flag: 'wx'});
		} catch (error) {
			return {fault: safe(`${path} could not be written: ${error instanceof Error ? error.message : ''}`, 400)};
		}

		const ended = runInTerminal(program, [...args, path]);
		if (ended !== 0) {
			const why = typeof ended === 'number' ? `ended with ${ended}` : `could not be run: ${ended}`;
			return {fault: safe(`${program} ${why}. Nothing was taken over; the text is in ${path}`, 400)};
		}

		try {
			return {text: readFileSync(path, 'utf8'), path: safe(path, 400), forget: () => rmSync(path, {force: true})};
		} catch (error) {
			return {fault: safe(`${path} could not be read: ${error instanceof Error ? error.message : ''}`, 400)};
		}
	};
