import {cut, type SafeText, safe} from '../base/text.ts';
import {notificationSequence} from './environment.ts';
import {isFixedProgram, notFixedText, type RunProgram} from './programs.ts';
import type {TerminalOutput} from './terminal-output.ts';

type EventFacts = Readonly<Record<string, SafeText>>;

type ShownNotification = {
	readonly title: SafeText;
	readonly text: SafeText;
	readonly events: readonly EventFacts[];
};

type Channels = {
	readonly bell: boolean;
	readonly notifications: boolean;
	readonly command: readonly string[];
};

type NotificationOptions = {
	readonly output: Pick<TerminalOutput, 'write'>;
	readonly environment: NodeJS.ProcessEnv;
	readonly run: RunProgram;
	readonly onProblem: (sentence: SafeText) => void;
};

const notificationSequences = {
	/** Without the prefix, some terminals would take a number for a subcommand. */
	'OSC 9': ({title, text}: ShownNotification) => `\u001B]9;landfall: ${title} · ${text}\u0007`,
	'OSC 777': ({title, text}: ShownNotification) =>
		`\u001B]777;notify;${title.replaceAll(';', ',')};${text.replaceAll(';', ',')}\u0007`,
};

export function createNotifications({output, environment, run, onProblem}: NotificationOptions) {
	const sequence = notificationSequence(environment);
	/** Commands run one at a time, because there may be many. */
	let commands = Promise.resolve();

	async function runCommand([program = '', ...args]: readonly string[], facts: EventFacts): Promise<void> {
		if (!isFixedProgram(program, process.platform)) onProblem(safe(`${program} was not run: it is ${notFixedText}`));
		else if (!(await run(program, args, {facts})))
			onProblem(safe(`The command ${program} could not be run, or failed`));
	}

	return (notification: ShownNotification, {bell, notifications, command}: Channels): void => {
		if (notifications && sequence) output.write(notificationSequences[sequence](notification));
		else if (bell) output.write('\u0007');
		if (command.length === 0) return;
		for (const facts of notification.events) commands = commands.then(() => runCommand(command, facts));
	};
}

const maxTitleWidth = 120;

/** The original title is kept on the terminal's title stack. */
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
