import type {LoggedRequest} from '../api/transport.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {type Field, textField} from './fields.ts';
import {clockTime, count, dateTime} from './format.ts';
import type {SafeSpan, Tone} from './line.ts';
import type {Column, RowContext} from './table.ts';

/** The status of the response and what was wrong with it, or why there is no response. */
function resultText({outcome, status, fault}: LoggedRequest): SafeText {
	if (outcome === 'aborted') return plain`aborted`;
	const parts = [status, fault].filter(part => part !== undefined);
	return safe(parts.length === 0 ? outcome : parts.join(' '));
}

function resultTone({outcome, fault}: LoggedRequest): Tone {
	if (outcome === 'aborted') return 'quiet';
	return fault === undefined ? 'good' : 'bad';
}

const quiet = (text: SafeText): readonly SafeSpan[] => [{text, tone: 'quiet'}];

export const requestColumns: ReadonlyArray<Column<LoggedRequest>> = [
	{title: 'AT', width: [8, 10], keep: 7, cell: ({startedAt}, context) => quiet(clockTime(startedAt, context))},
	{title: 'METHOD', width: 6, keep: 8, cell: ({method}) => [{text: safe(method), tone: 'plain'}]},
	{
		title: 'RESULT',
		width: [6, 26],
		keep: 9,
		isEssential: true,
		cell: record => [{text: resultText(record), tone: resultTone(record)}],
	},
	{title: 'TOOK', width: 8, keep: 5, align: 'right', cell: ({tookMs}) => quiet(plain`${count(tookMs)} ms`)},
	{title: 'BYTES', width: 9, keep: 2, align: 'right', cell: ({bytes}) => quiet(count(bytes))},
	{title: 'TRY', width: 3, keep: 4, align: 'right', cell: ({attempt}) => quiet(plain`${attempt}`)},
	{title: 'PATH', width: [16, 60], keep: 6, isEssential: true, cell: ({path}) => [{text: path, tone: 'plain'}]},
	{
		title: 'REQUEST',
		width: [12, 40],
		keep: 3,
		cell: ({requestId}, {isAscii}: RowContext) => quiet(requestId ?? (isAscii ? plain`-` : plain`–`)),
	},
];

export const requestFields = (record: LoggedRequest, context: RowContext): readonly Field[] => [
	textField('request', plain`${safe(record.method)} ${record.path}`, context),
	{label: 'result', value: {text: resultText(record), tone: resultTone(record)}},
	textField('request id', record.requestId, context),
	textField('at', dateTime(record.startedAt, context), context),
	textField('took', plain`${count(record.tookMs)} ms`, context),
	textField('bytes', count(record.bytes), context),
	textField('attempt', plain`${record.attempt}`, context),
	...(record.retryAt === undefined ? [] : [textField('retry at', clockTime(record.retryAt, context), context)]),
];

/** Returns a request as a line for a bug report, with its fields in the order of `requestHead`. Never contains the API key. */
export const requestLine = (record: LoggedRequest): SafeText => {
	const {startedAt, method, path, tookMs, bytes, attempt, requestId} = record;
	const fields = [
		dateTime(startedAt),
		method,
		path,
		`${record.outcome} ${resultText(record)}`,
		`${tookMs} ms`,
		`${bytes} B`,
		`${attempt}`,
	];
	return safe(
		[...fields, requestId ?? '-', ...(record.message === undefined ? [] : [record.message])].join(' | '),
		1600,
	);
};

export const requestHead = plain`at | method | path | result | took | bytes | try | request | error`;
