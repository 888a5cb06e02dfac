import {type SafeText, safe} from '../../text.ts';
import {throughMultiplexer} from './multiplexer.ts';
import type {Run} from './run.ts';

/** What is told, and by which means. */
export type TerminalNotification = {
	readonly title: SafeText;
	readonly text: SafeText;
	readonly facts: Readonly<Record<string, SafeText>>;
	readonly hasBell: boolean;
	readonly hasNotices: boolean;
	/** A program and its arguments. Empty for none. */
	readonly command: readonly string[];
};

type NoticeOptions = {
	readonly stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly run: Run;
	/** Hears why a command was not run, or that it failed. */
	readonly onFault: (sentence: SafeText) => void;
};

/** A command that hangs must not fill the machine with its like. */
const maxCommands = 8;

/** The name in front keeps a text from being taken for one of the numbers that some terminals know here. */
const osc9 = ({title, text}: TerminalNotification) => `\u001B]9;landfall: ${title} · ${text}\u0007`;

const osc777 = ({title, text}: TerminalNotification) =>
	`\u001B]777;notify;${title.replaceAll(';', ',')};${text.replaceAll(';', ',')}\u0007`;

/** Tells outside of the screen: the bell, notices of the terminal by OSC 9 and OSC 777, and a command of the person's own. */
export function createNotifications({
	stdout,
	environment,
	run,
	onFault,
}: NoticeOptions): (telling: TerminalNotification) => void {
	let running = 0;

	const runCommand = async ([program, ...args]: readonly string[], facts: TerminalNotification['facts']) => {
		if (program === undefined) return;
		if (running >= maxCommands) return onFault(safe(`${program} was not run: it already runs ${maxCommands} times`));
		running++;
		const isDone = await run(program, args, {facts});
		running--;
		if (!isDone) onFault(safe(`The command ${program} could not be run, or failed`));
	};

	return telling => {
		if (stdout.isTTY) {
			const notice = telling.hasNotices
				? throughMultiplexer(osc9(telling), environment) + throughMultiplexer(osc777(telling), environment)
				: '';
			const all = (telling.hasBell ? '\u0007' : '') + notice;
			if (all !== '') stdout.write(all);
		}

		void runCommand(telling.command, telling.facts);
	};
}
