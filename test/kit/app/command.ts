import {Readable} from 'node:stream';
import {text as textOf} from 'node:stream/consumers';
import {createCommandContext} from '../../../src/app/run-command.ts';
import {safe} from '../../../src/base/text.ts';
import {parseOptions} from '../../../src/cli/command-line.ts';
import type {PreparedCommand} from '../../../src/cli/command-table.ts';
import {CommandError, exitCodeOf} from '../../../src/commands/command-error.ts';
import {nextCommand} from '../../../src/commands/context.ts';
import {createOutput} from '../../../src/commands/output.ts';
import {openJournal} from '../../../src/journal/journal.ts';
import type {JournalOwner} from '../../../src/journal/journal-schema.ts';
import {noWordMeanings, type WordMeanings} from '../../../src/model/status-words.ts';
import {createTestClock, type TestClock} from '../fixtures/clock.ts';
import {createTestService, type ServiceOptions} from './session.ts';

export type CommandOptions = ServiceOptions & {
	readonly input?: string;
	/** The command may wait for more input. */
	readonly isInputOpen?: boolean;
	readonly files?: Readonly<Record<string, string>>;
	readonly isTerminal?: boolean;
	readonly columns?: number;
	readonly wordMeanings?: WordMeanings;
	readonly journalPath?: string;
	readonly owner?: JournalOwner;
	readonly clock?: TestClock;
	readonly onOutput?: (text: string) => void;
};

function parse(argv: readonly string[]): PreparedCommand {
	const parsed = parseOptions(argv, {});
	if (!parsed.ok) throw new Error(parsed.sentence);
	if (parsed.options.command === 'headless') return parsed.options;
	throw new Error('The arguments do not run a command without a screen.');
}

export type RunningCommand = Awaited<ReturnType<typeof startCommand>>;

/** Starts a command on its own sandbox and test clock. Pass arguments that contain spaces as a list. */
export async function startCommand(
	line: string | readonly string[],
	{
		input = '',
		isInputOpen = false,
		files = {},
		isTerminal = false,
		columns = 80,
		wordMeanings = noWordMeanings,
		clock = createTestClock(),
		journalPath,
		owner,
		onOutput = () => {},
		...serviceOptions
	}: CommandOptions = {},
) {
	const {name, options: parsed, run} = parse(typeof line === 'string' ? line.split(' ') : line);
	const written = {out: '', err: ''};
	const stream = (name: keyof typeof written) => ({
		isTTY: isTerminal,
		columns,
		write(text: string) {
			if (name === 'out') onOutput(text);
			written[name] += text;
			return true;
		},
	});
	const stdin = new Readable({read() {}});
	if (input !== '') stdin.push(input);
	if (!isInputOpen) stdin.push(null);
	const ended = new AbortController();
	const {open, sandbox, requests} = createTestService(clock, {
		isReadOnly: parsed.isReadOnly,
		isWithoutJournal: parsed.isWithoutJournal,
		...serviceOptions,
	});
	const {context, stop} = createCommandContext({
		clock,
		output: createOutput({
			clock,
			signal: ended.signal,
			stdout: stream('out') as never,
			stderr: stream('err') as never,
			isJson: parsed.isJson,
			isQuiet: parsed.isQuiet,
			paint: spans => spans.map(({text}) => text).join(''),
		}),
		helpFor: async exitCode => nextCommand(name, parsed, exitCode),
		input: Object.assign(stdin, {isTTY: isTerminal}),
		signal: ended.signal,
		open,
		openJournal: async service =>
			openJournal({
				path: service?.isWithoutJournal ? undefined : journalPath,
				now: clock.now,
				...(owner && {owner}),
			}),
		rpm: parsed.rpm,
		isAscii: parsed.isAscii,
		async readText(path) {
			const text = path === '-' ? await textOf(stdin) : files[path];
			if (text === undefined) throw new CommandError(2, safe(`${path} could not be read (ENOENT).`));
			return text;
		},
		wordMeanings,
	});
	const result = exitCodeOf(run(context), context).finally(stop);
	let isOver = false;
	void result
		.catch(() => {})
		.finally(() => {
			isOver = true;
		});
	const interrupt = (exitCode: number) => ended.abort(exitCode);

	async function end() {
		while (!isOver) {
			// It may end now.
			await clock.advance(0);
			if (!isOver) await clock.advanceToTimer();
		}

		return result;
	}

	return {
		out: () => written.out,
		err: () => written.err,
		requests,
		clock,
		sandbox,
		type: (text: string) => stdin.push(text),
		interrupt,
		end,
		endBy(exitCode: number) {
			interrupt(exitCode);
			return end();
		},
	};
}

export const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);

export const idsIn = (text: string): readonly string[] => linesOf(text).map(line => line.split('\t')[0] ?? '');

export async function runCommandLine(line: string | readonly string[], options?: CommandOptions) {
	const command = await startCommand(line, options);
	const code = await command.end();
	return {code, out: command.out(), err: command.err(), requests: command.requests, sandbox: command.sandbox};
}
