import type {Clock} from '../base/clock.ts';
import {encodeFailure, type Failure} from '../base/failure.ts';
import {parseAsWritten} from '../base/parse-json.ts';
import {cells, cut, pasteable, type SafeText, safe, visibleJson, wordLines} from '../base/text.ts';
import type {Line} from '../present/line.ts';
import {type Column, fittedColumns, headLine, layout, type RowContext, rowLine} from '../present/table.ts';

export type Listing<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	readonly encode: (row: Row) => object;
};

export type Output = ReturnType<typeof createOutput>;

/** CI systems obey these commands anywhere in a line: `##[group]`, `##vso[…]`, `##teamcity[…]`. */
const commandAnywhere = /##(?=\[|vso\[|teamcity\[)/gi;

/** CI systems skip blanks, colours and links before a command. A blank must not match a line break: that would take quadratic time. */
const mayPrecede = String.raw`(?:[^\S\n\r\u2028\u2029]|\u001b\[[\d;:]*[A-Za-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\))*`;

/** Commands at the start of a line: `::set-output` of GitHub, folds of Travis and GitLab, groups of Buildkite. */
const commandAtStart = new RegExp(
	String.raw`^(${mayPrecede})(?::(?=:)|t(?=ravis_(?:fold|time))|s(?=ection_(?:start|end):)|[-+~](?=([-+~])\2)|\^(?=\^\^))`,
	'gim',
);

/** Text from the service must not become a command of the CI system. */
const inertLine = (line: string): string =>
	line.replace(commandAnywhere, '#\ufffd').replace(commandAtStart, '$1\ufffd');

/** Escapes CI commands and invisible characters without changing the meaning of the JSON. */
const inertJson = (document: unknown, indent?: number): string =>
	visibleJson(JSON.stringify(document, undefined, indent)).replace(commandAnywhere, '\\u0023#');

/** Keeps the meaning of JSON, and keeps every byte of a body without a command. */
function inertBody(body: string): string {
	const inert = inertLine(body);
	const isOther = inert === body || parseAsWritten(body) === undefined;
	return isOther ? inert : body.replace(commandAnywhere, '\\u0023#');
}

/** Wraps between words, but never inside a suggested command, which must stay copyable. */
function sentenceLines(sentence: SafeText, width: number): readonly string[] {
	const at = sentence.search(/(?<=: |\brun )landfall [a-z]+ /);
	if (at < 0) return wordLines(sentence, width);
	const lines = wordLines(safe(sentence.slice(0, at - 1), Number.POSITIVE_INFINITY), width);
	const command = sentence.slice(at);
	const together = `${lines.at(-1)} ${command}`;
	return cells(together) <= width ? [...lines.slice(0, -1), together] : [...lines, command];
}

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

type OutputOptions = {
	readonly stdout: Stream;
	readonly stderr: Stream;
	readonly isJson: boolean;
	readonly isQuiet: boolean;
	/** Whether the terminal understands escape sequences, which replace a line. Default: true. */
	readonly canRewrite?: boolean;
	readonly paint: (line: Line) => string;
	readonly clock: Pick<Clock, 'elapsed'>;
	readonly signal: AbortSignal;
};

/** CI systems consider a job hung if its log stays silent for longer. */
const maxSilenceMs = 60_000;

const defaultWidth = 80;

const maxRawLineGraphemes = 10_000;

const linesPerBatch = 500;

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
	let lastPrintedAt = clock.elapsed();

	const clearProgress = () => {
		if (hasProgress) stderr.write(`${lineStart}${clearLine}`);
		hasProgress = false;
	};

	const print = (line: string) => {
		lastPrintedAt = clock.elapsed();
		clearProgress();
		stdout.write(`${line}\n`);
	};

	const broken = (sentence: SafeText): string =>
		stderr.isTTY ? sentenceLines(sentence, stderr.columns || defaultWidth).join('\n') : sentence;

	const say = (sentence: SafeText) => {
		lastPrintedAt = clock.elapsed();
		clearProgress();
		stderr.write(`${inertLine(broken(sentence))}\n`);
	};

	const fields = (values: readonly unknown[]) =>
		// `cut` can move any field to the start of a line.
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

		document: (document: unknown, isOneOfMany = false) =>
			print(inertJson(document, stdout.isTTY && !isOneOfMany ? 2 : undefined)),

		/** Replaces only text that a terminal or a CI system would obey. */
		async raw(text: string) {
			clearProgress();
			if (!stdout.isTTY) {
				stdout.write(inertBody(text));
				return;
			}

			const lines = text === '' ? [] : text.trimEnd().split('\n');
			for (let at = 0; at < lines.length && (at === 0 || !signal.aborted); at += linesPerBatch) {
				const shown = lines.slice(at, at + linesPerBatch).map(line => inertLine(safe(line, maxRawLineGraphemes)));
				print(shown.join('\n'));
				if (at + linesPerBatch < lines.length) await new Promise(resolve => setImmediate(resolve));
			}
		},

		note(sentence: SafeText) {
			if (!isQuiet) say(sentence);
		},

		showsProgress,

		/** Shows the progress of the command in one line that is replaced. If the terminal cannot do that, prints `inLog` after a silent minute. */
		progress(text: SafeText | undefined, inLog?: SafeText) {
			const isDue = inLog !== undefined && !isQuiet && clock.elapsed() - lastPrintedAt >= maxSilenceMs;
			if (!showsProgress && isDue) say(inLog);
			if (!showsProgress) return;
			clearProgress();
			if (text === undefined) return;
			// Leaves room for the ^C that a terminal echoes: on the next line, it would keep this one from being cleared.
			const shown = inertLine(cut(text, (stderr.columns || defaultWidth) - 3));
			stderr.write(`${lineStart}${shown}${clearLine}`);
			hasProgress = true;
		},

		canAsk: stderr.isTTY === true,

		ask(question: SafeText) {
			clearProgress();
			stderr.write(`${inertLine(broken(question))} `);
		},

		fail(failure: Failure & {readonly message: SafeText}, more: readonly SafeText[] = []) {
			if (isJson) {
				clearProgress();
				stderr.write(`${inertJson(encodeFailure(failure))}\n`);
			} else for (const line of [failure.message, ...more]) say(line);
		},

		/** Prints to standard error, even with --quiet. */
		complain: say,
	};
}
