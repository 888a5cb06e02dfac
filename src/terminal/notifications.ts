import {type SafeText, safe} from '../base/text.ts';
import {throughMultiplexer} from './output.ts';
import type {RunProgram} from './programs.ts';

/** The content of a notification and the channels it uses. */
export type TerminalNotification = {
	readonly title: SafeText;
	readonly text: SafeText;
	readonly facts: Readonly<Record<string, SafeText>>;
	readonly hasBell: boolean;
	readonly hasTerminalNotification: boolean;
	/** A program and its arguments to run. Empty for none. */
	readonly command: readonly string[];
};

type NotificationOptions = {
	readonly stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly run: RunProgram;
	/** Receives why a command was not run, or that it failed. */
	readonly onFault: (sentence: SafeText) => void;
};

/** Bounds concurrent commands, in case they hang. */
const maxCommands = 8;

/** The prefix keeps a text from being read as one of the numeric subcommands that some terminals support. */
const osc9 = ({title, text}: TerminalNotification) => `\u001B]9;landfall: ${title} · ${text}\u0007`;

const osc777 = ({title, text}: TerminalNotification) =>
	`\u001B]777;notify;${title.replaceAll(';', ',')};${text.replaceAll(';', ',')}\u0007`;

/** Returns a function that notifies outside the screen: the bell, terminal notifications (OSC 9 and OSC 777) and the user's own command. */
export function createNotifications({
	stdout,
	environment,
	run,
	onFault,
}: NotificationOptions): (notification: TerminalNotification) => void {
	let running = 0;

	const runCommand = async ([program, ...args]: readonly string[], facts: TerminalNotification['facts']) => {
		if (program === undefined) return;
		if (running >= maxCommands) return onFault(safe(`${program} was not run: ${maxCommands} are already running`));
		running++;
		const hasSucceeded = await run(program, args, {facts});
		running--;
		if (!hasSucceeded) onFault(safe(`The command ${program} could not be run, or failed`));
	};

	return notification => {
		if (stdout.isTTY) {
			const sequences = notification.hasTerminalNotification
				? throughMultiplexer(osc9(notification), environment) + throughMultiplexer(osc777(notification), environment)
				: '';
			const all = (notification.hasBell ? '\u0007' : '') + sequences;
			if (all !== '') stdout.write(all);
		}

		void runCommand(notification.command, notification.facts);
	};
}
