import {plain, type SafeText, safe} from '../base/text.ts';
import {throughMultiplexer} from './environment.ts';
import type {RunProgram} from './programs.ts';
import type {TerminalOutput} from './terminal-output.ts';

type ClipboardOptions = {
	readonly output: Pick<TerminalOutput, 'write'>;
	readonly environment: NodeJS.ProcessEnv;
	readonly platform: string;
	readonly run: RunProgram;
};

/** Resolves to a note on how the text was sent. Nobody knows whether a terminal accepts it. */
export type Copy = (lines: readonly SafeText[]) => Promise<SafeText>;

const maxSequenceLength = 100_000;

type Tool = {readonly name: string; readonly args?: readonly string[]; readonly encoding?: 'utf16le'};

/** Empty over SSH, because the user's clipboard is on another machine. */
function clipboardTools(environment: NodeJS.ProcessEnv, platform: string): readonly Tool[] {
	const {SSH_CONNECTION, SSH_TTY, WAYLAND_DISPLAY, DISPLAY} = environment;
	if (SSH_CONNECTION || SSH_TTY) return [];
	if (platform === 'darwin') return [{name: 'pbcopy'}];
	// `clip` reads anything but UTF-16 in the old code page of the system.
	if (platform === 'win32') return [{name: 'clip', encoding: 'utf16le'}];
	const x11Tools = [
		{name: 'xclip', args: ['-selection', 'clipboard']},
		{name: 'xsel', args: ['--clipboard', '--input']},
	];
	return [...(WAYLAND_DISPLAY ? [{name: 'wl-copy'}] : []), ...(DISPLAY ? x11Tools : [])];
}

function multiplexerHint({TMUX, STY}: NodeJS.ProcessEnv): SafeText {
	if (TMUX) return plain`. If tmux blocks it, run: tmux set -s set-clipboard on`;
	return STY ? plain`. If screen blocks it, select the text with the mouse` : plain``;
}

/** Uses the terminal (OSC 52, which works over SSH) and a local clipboard tool. */
export function createCopy({output, environment, platform, run}: ClipboardOptions): Copy {
	const sendToTerminal = (text: string): boolean => {
		const sequence = `\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`;
		if (sequence.length > maxSequenceLength) return false;
		// A multiplexer handles the sequence or passes the wrapped one on, depending on its settings.
		const wrapped = throughMultiplexer(sequence, environment);
		output.write(wrapped === sequence ? sequence : sequence + wrapped);
		return true;
	};

	return async lines => {
		const text = lines.join('\n');
		const isSent = sendToTerminal(text);
		for (const {name, args = [], encoding} of clipboardTools(environment, platform)) {
			if (await run(name, args, {input: encoding ? Buffer.from(text, encoding) : text})) {
				return isSent ? safe(`with ${name}, and sent to the terminal`) : safe(`with ${name}`);
			}
		}

		return isSent ? plain`sent to the terminal${multiplexerHint(environment)}` : plain`no clipboard available`;
	};
}
