import type {Clock} from '../base/clock.ts';
import {encodeFailure, type Failure} from '../base/failure.ts';
import {parseAsWritten} from '../base/parse-json.ts';
import {cells, cut, pasteable, type SafeText, safe, visibleJson, wordLines} from '../base/text.ts';
import type {Line} from '../present/line.ts';
import {type Column, fittedColumns, headLine, layout, type RowContext, rowLine} from '../present/table.ts';

/** How rows are shown: as a table on a terminal, otherwise as lines of fields separated by tabs. */
export type Listing<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	/** Returns the fields with the interface's names, in the order of the fields of a line. */
	readonly encode: (row: Row) => object;
};

/** What a command prints. Results go to standard output, and everything else to standard error. */
export type Output = ReturnType<typeof createOutput>;

/** What CI systems take for a command anywhere in a line: `##[group]`, `##vso[…]`, `##teamcity[…]`. */
const commandAnywhere = /##(?=\[|vso\[|teamcity\[)/gi;

/** A line may begin with blanks, colours and links, which CI systems skip. Each line is looked at by itself: blanks that went on in the next one would take quadratic time. */
const mayPrecede = String.raw`(?:[^\S\n\r\u2028\u2029]|\u001b\[[\d;:]*[A-Za-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\))*`;

/** What they take for one at the start of a line: `::set-output` of GitHub, the folds of Travis and GitLab, and the groups of Buildkite. */
const commandAtStart = new RegExp(
	String.raw`^(${mayPrecede})(?::(?=:)|t(?=ravis_(?:fold|time))|s(?=ection_(?:start|end):)|[-+~](?=([-+~])\2)|\^(?=\^\^))`,
	'gim',
);

/** Makes lines harmless in the log of a CI system: text from the service must not become a workflow command. */
const inertLine = (line: string): string =>
	line.replace(commandAnywhere, '#\ufffd').replace(commandAtStart, '$1\ufffd');

/** Returns a document as JSON, in one line or indented. Invisible characters and CI commands are escaped, which does not change its meaning. */
const inertJson = (document: unknown, indent?: number): string =>
	visibleJson(JSON.stringify(document, undefined, indent)).replace(commandAnywhere, '\\u0023#');

/** Makes the body of an answer harmless: JSON keeps its meaning and, unless it contains a command, every byte. */
function inertBody(body: string): string {
	const inert = inertLine(body);
	const isOther = inert === body || parseAsWritten(body) === undefined;
	return isOther ? inert : body.replace(commandAnywhere, '\\u0023#');
}

/** Breaks a sentence between words, as a terminal would not. A command that it names stays in one line, so that it can be copied. */
function sentenceLines(sentence: SafeText, width: number): readonly string[] {
	const at = sentence.search(/(?<=: |\brun )landfall [a-z]+ /);
	if (at < 0) return wordLines(sentence, width);
	const lines = wordLines(safe(sentence.slice(0, at - 1), Number.POSITIVE_INFINITY), width);
	const command = sentence.slice(at);
	const together = `${lines.at(-1)} ${command}`;
	return cells(together) <= width ? [...lines.slice(0, -1), together] : [...lines, command];
}

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

export type OutputOptions = {
	readonly stdout: Stream;
	readonly stderr: Stream;
	readonly isJson: boolean;
	readonly isQuiet: boolean;
	/** Whether a terminal can rewrite a line in place. Default: true. */
	readonly canRewrite?: boolean;
	readonly paint: (line: Line) => string;
	readonly clock: Pick<Clock, 'elapsed'>;
	/** Ends the output of a long text. */
	readonly signal: AbortSignal;
};

/** CI systems take a job for hung if its log is silent for longer. */
const maxSilenceMs = 60_000;

const defaultWidth = 80;

/** The maximum length of a line of raw text on a terminal, in graphemes. */
const maxLineLength = 10_000;

/** How many lines of raw text are written to a terminal before a signal is listened to. */
const linesAtOnce = 500;

const [clearLine, lineStart] = ['\u001B[K', '\r'];

export function createOutput({
	stdout,
	stderr,
	isJson,
	isQuiet,
	canRewrite = true,
	paint,
	clock,
	signal,
}: OutputOptions) {
	const isTable = stdout.isTTY === true && !isJson;
	const width = stdout.columns || defaultWidth;
	const showsProgress = stderr.isTTY === true && !isQuiet && canRewrite;
	let hasProgress = false;
	let saidAt = clock.elapsed();

	const clearProgress = () => {
		if (hasProgress) stderr.write(`${lineStart}${clearLine}`);
		hasProgress = false;
	};

	const print = (line: string) => {
		saidAt = clock.elapsed();
		clearProgress();
		stdout.write(`${line}\n`);
	};

	const broken = (sentence: SafeText): string =>
		stderr.isTTY ? sentenceLines(sentence, stderr.columns || defaultWidth).join('\n') : sentence;

	const say = (sentence: SafeText) => {
		saidAt = clock.elapsed();
		clearProgress();
		stderr.write(`${inertLine(broken(sentence))}\n`);
	};

	/** Prints one line of fields separated by tabs. A missing one is empty. */
	const fields = (values: readonly unknown[]) =>
		// Each by itself, because `cut` puts any of them at the start of a line.
		print(values.map(value => inertLine(pasteable(String(value ?? '')))).join('\t'));

	return {
		isTable,
		isJson,
		width,

		print: (line: SafeText) => print(inertLine(line)),

		paint: (line: Line) => print(inertLine(paint(line))),

		fields,

		list<Row>({columns, encode}: Listing<Row>, rows: readonly Row[], context: RowContext) {
			if (!isTable) {
				for (const row of rows) fields(Object.values(encode(row)));
				return;
			}

			if (rows.length === 0) return;
			const placed = layout(fittedColumns(columns, rows, context), width, context);
			print(paint(headLine(placed, context)));
			for (const row of rows) print(inertLine(paint(rowLine(placed, row, context))));
		},

		/** Prints one JSON document: indented on a terminal, otherwise in one line. One of many is always in one line. */
		document: (document: unknown, isOneOfMany = false) =>
			print(inertJson(document, stdout.isTTY && !isOneOfMany ? 2 : undefined)),

		/** Prints a text unchanged, except for what a terminal or a CI system would obey. */
		async raw(text: string) {
			clearProgress();
			if (!stdout.isTTY) {
				stdout.write(inertBody(text));
				return;
			}

			const lines = text === '' ? [] : text.trimEnd().split('\n');
			for (let at = 0; at < lines.length && (at === 0 || !signal.aborted); at += linesAtOnce) {
				const shown = lines.slice(at, at + linesAtOnce).map(line => inertLine(safe(line, maxLineLength)));
				print(shown.join('\n'));
				if (at + linesAtOnce < lines.length) await new Promise(resolve => setImmediate(resolve));
			}
		},

		/** Tells the user something besides the result, unless --quiet was given. */
		note(sentence: SafeText) {
			if (!isQuiet) say(sentence);
		},

		showsProgress,

		/** Shows what the command is doing in one line of the terminal that is rewritten in place. `inLog`: what a log says after a silent minute. */
		progress(text: SafeText | undefined, inLog?: SafeText) {
			const isDue = inLog !== undefined && !isQuiet && clock.elapsed() - saidAt >= maxSilenceMs;
			if (!showsProgress && isDue) say(inLog);
			if (!showsProgress) return;
			clearProgress();
			if (text === undefined) return;
			// Where ctrl+c is echoed as ^C in a line of its own, this one could not be cleared.
			const shown = inertLine(cut(text, (stderr.columns || defaultWidth) - 3));
			stderr.write(`${lineStart}${shown}${clearLine}`);
			hasProgress = true;
		},

		canAsk: stderr.isTTY === true,

		ask(question: SafeText) {
			clearProgress();
			stderr.write(`${inertLine(broken(question))} `);
		},

		/** Explains a failure: as one JSON object with `--json`, otherwise as a sentence and further lines. */
		fail(failure: Failure & {readonly message: SafeText}, more: readonly SafeText[] = []) {
			if (isJson) {
				clearProgress();
				stderr.write(`${inertJson(encodeFailure(failure))}\n`);
			} else for (const line of [failure.message, ...more]) say(line);
		},

		/** Prints a line to standard error, even with --quiet. */
		complain: say,
	};
}
