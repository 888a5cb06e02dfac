import {cut, type SafeText, safe} from '../base/text.ts';
import {type Environment, throughMultiplexer} from './environment.ts';
import type {TerminalOutput} from './output.ts';
import {isFixed, notFixedText, type RunProgram} from './programs.ts';

type Notification = {
	readonly title: SafeText;
	readonly text: SafeText;
	readonly facts: Readonly<Record<string, SafeText>>;
};

type Channels = {
	readonly hasBell: boolean;
	readonly hasTerminalNotification: boolean;
	/** A program and its arguments to run. Empty for none. */
	readonly command: readonly string[];
};

type NotificationOptions = {
	readonly output: Pick<TerminalOutput, 'write'>;
	readonly environment: Environment;
	readonly run: RunProgram;
	readonly onProblem: (sentence: SafeText) => void;
};

/** Bounds concurrent commands, in case they hang. */
const maxCommands = 8;

/** The prefix keeps a text from being read as one of the numeric subcommands that some terminals support. */
const osc9 = ({title, text}: Notification) => `\u001B]9;landfall: ${title} · ${text}\u0007`;

const osc777 = ({title, text}: Notification) =>
	`\u001B]777;notify;${title.replaceAll(';', ',')};${text.replaceAll(';', ',')}\u0007`;

/** Returns a function that notifies outside the screen: the bell, terminal notifications (OSC 9 and OSC 777) and the user's own command. */
export function createNotifications({output, environment, run, onProblem}: NotificationOptions) {
	let running = 0;

	async function runCommand([program, ...args]: readonly string[], facts: Notification['facts']) {
		if (program === undefined) return;
		if (!isFixed(program, process.platform)) return onProblem(safe(`${program} was not run: it is ${notFixedText}`));
		if (running >= maxCommands) return onProblem(safe(`${program} was not run: ${maxCommands} are already running`));
		running++;
		const hasSucceeded = await run(program, args, {facts});
		running--;
		if (!hasSucceeded) onProblem(safe(`The command ${program} could not be run, or failed`));
	}

	return (notification: Notification, {hasBell, hasTerminalNotification, command}: Channels): void => {
		const sequences = hasTerminalNotification ? [osc9(notification), osc777(notification)] : [];
		const wrapped = sequences.map(sequence => throughMultiplexer(sequence, environment));
		const all = [...(hasBell ? ['\u0007'] : []), ...wrapped].join('');
		if (all !== '') output.write(all);
		void runCommand(command, notification.facts);
	};
}

const maxTitleWidth = 120;

/** Returns a handle for the window title. The original title is kept on the terminal's own title stack. */
export function createTitle(output: Pick<TerminalOutput, 'write'>) {
	let shown: SafeText | undefined;

	return {
		set(text: SafeText) {
			if (text === shown) return;
			const push = shown === undefined ? '\u001B[22;0t' : '';
			shown = text;
			output.write(`${push}\u001B]2;${cut(text, maxTitleWidth)}\u0007`);
		},

		restore() {
			if (shown === undefined) return;
			shown = undefined;
			output.write('\u001B[23;0t');
		},
	};
}
