import {curlOf} from '../../api/endpoint.ts';
import type {LoggedRequest} from '../../api/transport.ts';
import {pasteable, plain, type SafeText, safe} from '../../base/text.ts';
import {readKey} from '../../model/read-request.ts';
import {skewText} from '../../model/request-log.ts';
import {rateOf, requestsInMinute} from '../../model/throttle.ts';
import {type Field, flawFields, textField, wrappedFieldLines} from '../../present/fields.ts';
import {age, clockTime, count, dateTime} from '../../present/format.ts';
import {type Line, quietLine, type SafeSpan, type Tone, wrappedLines} from '../../present/line.ts';
import {type Column, headLine, layout, type RowContext, rowLine} from '../../present/table.ts';
import {dialogOf, openDialog} from '../../state/dialogs.ts';
import {movedBelow} from '../../state/documents.ts';
import {problemFor} from '../../state/freshness.ts';
import {refresh} from '../../state/requests.ts';
import type {State} from '../../state/state.ts';
import {documentDialog} from '../components/document.tsx';
import type {AppContext, Binding} from '../contexts.ts';
import {changing} from '../keys/binding.ts';
import {closing} from '../keys/common-keys.ts';
import {problemLines} from '../lines/service.ts';

function selectedRequest({interface: {dialog}, polling: {requests}}: State): LoggedRequest | undefined {
	if (dialog?.name === 'request') return dialog.record;
	if (dialog?.name !== 'request log') return undefined;
	const {latest} = requests;
	return latest[Math.max(0, latest.length - 1 - (dialog.cursor ?? 0))];
}

/** Acts on the request that the user saw as selected, even if a newer one has arrived since. */
const onRequest = (
	act: (request: LoggedRequest, app: AppContext, state: State) => void,
	reasonFor: (request: LoggedRequest) => string | undefined = () => undefined,
): Pick<Binding, 'unavailable' | 'run'> => ({
	unavailable(state) {
		const request = selectedRequest(state);
		return request ? reasonFor(request) : 'No request has been made yet';
	},
	run(app, state) {
		const painted = app.paintedState();
		const isSeen = painted.interface.dialog?.name === state.interface.dialog?.name;
		const request = selectedRequest(isSeen ? painted : state);
		if (request) act(request, app, state);
	},
});

function copyId({requestId}: LoggedRequest, {copy}: AppContext) {
	if (requestId !== undefined) copy([pasteable(requestId)], requestId);
}

const noIdReason = ({requestId}: LoggedRequest) => (requestId ? undefined : 'It has no request id');

function copyCurl({path}: LoggedRequest, {copy}: AppContext, {connection}: State) {
	if (connection) copy([pasteable(curlOf(connection.baseUrl + path))], plain`curl`);
}

/** Why a request cannot be repeated with curl: the log lacks its body or cursor, or it was a trial at another address. */
const noCurlReason = ({method, path, isTrial}: LoggedRequest) =>
	method === 'GET' && !path.includes('cursor=') && !isTrial
		? undefined
		: 'Only a read of this service without a cursor can be copied as curl';

const requestBindings: readonly Binding[] = [
	{id: 'request.copy-id', isHinted: true, ...onRequest(copyId, noIdReason)},
	{id: 'request.copy-curl', isHinted: true, ...onRequest(copyCurl, noCurlReason)},
	{
		id: 'request.export-for-support',
		isHinted: true,
		run: ({exportForSupport}, state) => exportForSupport(supportReport(state)),
	},
];

/** Keeps the selected row for the return, even if the log followed the newest request. */
function openRequest(record: LoggedRequest, {store}: AppContext, state: State) {
	const dialog = dialogOf(state, 'request log');
	if (!dialog) return;
	const {name: _name, ...view} = dialog;
	const log = {...view, cursor: dialog.cursor ?? 0};
	const {made} = state.polling.requests;
	store.change(current => openDialog(current, {name: 'request', record, log, made, top: 0}));
}

/** Undefined without focus, because nothing is counted in that time. */
function requestRate(
	{polling: {throttle}, presence: {isFocused}, connection}: State,
	{localNow}: RowContext,
): SafeText | undefined {
	if (!connection || !isFocused) return undefined;
	const {all, asked} = requestsInMinute(throttle, localNow);
	const max = Math.round(rateOf(throttle, localNow));
	const made = plain`${count(all)} in the last minute`;
	if (throttle.rpm === 0) return made;
	if (max < throttle.rpm) return plain`${made}, at most ${count(max)} while the service is too busy`;
	if (all <= max || asked === 0) return plain`${made}, at most ${count(max)}`;
	return plain`${made}: ${count(all - asked)} in the background, ${count(asked)} yours`;
}

export const requestLogDialog = documentDialog({
	title: plain`Request log`,
	isLarge: true,
	hasCursor: true,
	read({state, context}, width) {
		const {made, latest} = state.polling.requests;
		if (made === 0) return {rows: [[{text: plain`No request has been made yet.`, tone: 'quiet'}]], rowIds: []};
		const table = layout(requestColumns, width, context);
		const shown = made === latest.length ? plain`${count(made)}` : plain`the last ${latest.length} of ${count(made)}`;
		const rate = requestRate(state, context);
		const order = plain`${shown}, newest first`;
		const counts = rate === undefined ? order : plain`${order} · ${rate}`;
		return {
			head: [...wrappedLines(context.isStill ? plain`newest first` : counts, width, 'quiet'), headLine(table)],
			rows: latest.toReversed().map(request => rowLine(table, request, context)),
		};
	},
	keys: [
		closing('request-log.close'),
		{id: 'request-log.details', isHinted: true, ...onRequest(openRequest)},
		...requestBindings,
	],
});

export const requestDialog = documentDialog({
	title: plain`Request`,
	read({state, context}, width) {
		const record = dialogOf(state, 'request')?.record;
		if (!record) return {rows: []};
		const error = record.message === undefined ? [] : [...wrappedLines(record.message, width, 'bad'), []];
		return {rows: [...error, ...wrappedFieldLines(requestFields(record, context), width)]};
	},
	keys: [
		{
			...closing('request.back'),
			run: changing(state => {
				const dialog = dialogOf(state, 'request');
				if (!dialog) return state;
				const log = movedBelow(dialog.log, state.polling.requests.made - dialog.made);
				return openDialog(state, {name: 'request log', ...log});
			}),
		},
		...requestBindings,
	],
});

export const rawRecordDialog = documentDialog({
	title: plain`Raw record`,
	isLarge: true,
	read(drawing, width) {
		const {state, context} = drawing;
		const resource = dialogOf(state, 'raw record')?.resource;
		if (!resource) return {rows: []};
		const {rawRecord} = state.interface;
		if (rawRecord) {
			const {raw, readAt, at} = rawRecord;
			const request = raw.requestId === undefined ? '' : ` · request ${raw.requestId}`;
			const when = `${clockTime(at)}, ${age(at, context.localNow)}`;
			const about = safe(`As received: status ${raw.status} after ${Math.round(at - readAt)} ms, ${when}${request}`);
			const rows = raw.lines.map((text): Line => [{text, tone: 'plain'}]);
			return {head: [...wrappedLines(about, width, 'quiet'), []], rows};
		}

		const problem = problemFor(state, state.polling.failures.get(readKey({kind: 'raw', resource})));
		if (problem) {
			const spans = problemLines(problem, drawing).flat();
			return {rows: spans.flatMap(({text, tone}) => wrappedLines(text, width, tone))};
		}

		const sign: SafeSpan = {text: plain`◌ `, tone: 'accent'};
		const isPage = resource.kind === 'projects' || resource.kind === 'deployments';
		const what = isPage ? plain`Reading the page` : plain`Reading the record`;
		return {rows: [[sign, {text: what, tone: 'quiet'}]]};
	},
	keys: [closing('raw-record.close'), {id: 'raw-record.refresh', isHinted: true, run: changing(refresh)}],
});

/** Never contains the API key, a request body or a cursor. */
function supportReport({connection, polling, interface: {size}}: State): readonly SafeText[] {
	const {requests, failures, throttle, skewMs} = polling;
	return [
		plain`terminal: ${size.columns}×${size.rows}`,
		plain`service: ${connection ? safe(connection.baseUrl, 200) : plain`none`}`,
		plain`clock: ${skewText(skewMs)}`,
		plain`requests: ${requests.made}, at most ${throttle.rpm} a minute in the background`,
		plain``,
		plain`failing: ${failures.size}`,
		...[...failures.values()].map(
			({error, count, since}) =>
				plain`${count === 1 ? plain`once` : plain`${count} times`} since ${dateTime(since)}: ${safe(error.code)} ${error.message}`,
		),
		plain``,
		requestHead,
		...requests.latest.toReversed().map(requestLine),
	];
}

function resultText({outcome, status, errorCode}: LoggedRequest): SafeText {
	if (outcome === 'aborted') return plain`aborted`;
	const parts = [status, errorCode].filter(part => part !== undefined);
	return safe(parts.length === 0 ? outcome : parts.join(' '));
}

function resultTone({outcome, errorCode}: LoggedRequest): Tone {
	if (outcome === 'aborted') return 'quiet';
	return errorCode === undefined ? 'good' : 'bad';
}

const requestColumns: ReadonlyArray<Column<LoggedRequest>> = [
	{name: 'at', width: 8, keep: 7, cell: ({startedAt}) => quietLine(clockTime(startedAt))},
	{name: 'method', width: 6, keep: 6, cell: ({method}) => [{text: safe(method), tone: 'plain'}]},
	{
		name: 'result',
		width: [17, 26],
		keep: 8,
		cell: record => [{text: resultText(record), tone: resultTone(record)}],
	},
	{name: 'took', width: 10, keep: 5, align: 'right', cell: ({tookMs}) => quietLine(plain`${count(tookMs)} ms`)},
	{name: 'bytes', width: 9, keep: 2, align: 'right', cell: ({bytes}) => quietLine(count(bytes))},
	{name: 'try', width: 3, keep: 4, align: 'right', cell: ({attempt}) => quietLine(plain`${attempt}`)},
	{name: 'path', width: [29, 54], keep: 9, cell: ({path}) => [{text: path, tone: 'plain'}]},
	{
		name: 'request',
		width: [15, 40],
		keep: 3,
		cell: ({requestId}, {isAscii}: RowContext) => quietLine(requestId ?? (isAscii ? plain`-` : plain`–`)),
	},
];

const requestFields = (record: LoggedRequest, context: RowContext): readonly Field[] => [
	textField('request', plain`${safe(record.method)} ${record.path}`, context),
	{label: 'result', value: {text: resultText(record), tone: resultTone(record)}},
	textField('request id', record.requestId, context),
	textField('at', dateTime(record.startedAt), context),
	textField('took', plain`${count(record.tookMs)} ms`, context),
	textField('bytes', count(record.bytes), context),
	textField('attempt', plain`${record.attempt}`, context),
	...(record.retryAt === undefined ? [] : [textField('retry at', clockTime(record.retryAt), context)]),
	...flawFields(record.flaws ?? []),
];

const requestLine = (record: LoggedRequest): SafeText => {
	const {startedAt, method, path, tookMs, bytes, attempt, requestId} = record;
	const fields = [
		dateTime(startedAt),
		method,
		path,
		[...new Set([record.outcome, resultText(record)])].join(' '),
		`${tookMs} ms`,
		`${bytes} B`,
		`${attempt}`,
	];
	return safe(
		[...fields, requestId ?? '-', ...(record.message === undefined ? [] : [record.message])].join(' | '),
		1600,
	);
};

const requestHead = plain`at | method | path | result | took | bytes | try | request | error`;
