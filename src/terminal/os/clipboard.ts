import {plain, type SafeText, safe} from '../../text.ts';
import {throughMultiplexer} from './multiplexer.ts';
import {type Environment, windowsProgram} from './programs.ts';
import type {Run} from './run.ts';

type ClipboardOptions = {
	readonly stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
	readonly environment: Environment;
	readonly platform: string;
	readonly run: Run;
};

/** Copies a text, a line each. Gives what was done, for the note: nobody can tell what a terminal made of it. */
export type Copy = (lines: readonly SafeText[]) => Promise<SafeText>;

/** Terminals drop more than this. */
const maxSequenceLength = 100_000;

type Tool = {readonly name: string; readonly program?: string; readonly args?: readonly string[]};

/** The tools of this machine that take a text into its clipboard, the likeliest first. None over SSH: the person's clipboard is elsewhere. */
function toolsOf(environment: Environment, platform: string): readonly Tool[] {
	const {SSH_CONNECTION, SSH_TTY, WAYLAND_DISPLAY, DISPLAY} = environment;
	if (SSH_CONNECTION || SSH_TTY) return [];
	if (platform === 'darwin') return [{name: 'pbcopy'}];
	if (platform === 'win32') return [{name: 'clip', program: windowsProgram('clip', environment)}];
	const ofX11 = [
		{name: 'xclip', args: ['-selection', 'clipboard']},
		{name: 'xsel', args: ['--clipboard', '--input']},
	];
	return [...(WAYLAND_DISPLAY ? [{name: 'wl-copy'}] : []), ...(DISPLAY ? ofX11 : [])];
}

/** Copies by the terminal (OSC 52), which also works from afar, and by a tool of this machine. */
export function createCopy({stdout, environment, platform, run}: ClipboardOptions): Copy {
	const byTerminal = (text: string): boolean => {
		const sequence = `\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`;
		if (!stdout.isTTY || sequence.length > maxSequenceLength) return false;
		// A multiplexer may take it for itself or hand it on: which of both depends on its settings.
		const handed = throughMultiplexer(sequence, environment);
		stdout.write(handed === sequence ? sequence : sequence + handed);
		return true;
	};

	return async lines => {
		const text = lines.join('\n');
		const isSent = byTerminal(text);
		for (const {name, program = name, args = []} of toolsOf(environment, platform)) {
			if (await run(program, args, {input: text})) {
				return isSent ? safe(`with ${name}, and sent to the terminal`) : safe(`with ${name}`);
			}
		}

		return isSent ? plain`sent to the terminal` : plain`nothing here could take it`;
	};
}
