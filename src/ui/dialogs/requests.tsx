import {curlForRequest} from '../../api/curl.ts';
import type {LoggedRequest} from '../../api/transport.ts';
import {pasteable, plain, type SafeText, safe} from '../../base/text.ts';
import {readKey} from '../../model/read-request.ts';
import {wrappedFieldLines} from '../../present/fields.ts';
import {age, clockTime, count, dateTime} from '../../present/format.ts';
import {type Line, wrappedLines} from '../../present/line.ts';
import {requestColumns, requestFields, requestHead, requestLine} from '../../present/request.ts';
import {contentWidth, headLine, layout, rowLine} from '../../present/table.ts';
import {openDialog} from '../../state/dialogs.ts';
import {withRowsAbove} from '../../state/documents.ts';
import {keyOf} from '../../state/key-names.ts';
import {refresh} from '../../state/requests.ts';
import type {State} from '../../state/state.ts';
import {problemFor} from '../../sync/freshness.ts';
import {type DocumentStyle, documentScope, textDocument} from '../components/document.ts';
import {documentDialog} from '../components/document-dialog.tsx';
import type {Binding} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {problemSpans} from '../lines/service.ts';

/** The request that the open dialog selects or shows. */
function selectedRequest({interface: {dialog}, polling: {requests}}: State): LoggedRequest | undefined {
	if (dialog?.name === 'request') return dialog.record;
	if (dialog?.name !== 'request log') return undefined;
	const {latest} = requests;
	return latest[Math.max(0, latest.length - 1 - (dialog.cursor ?? 0))];
}

const withoutRequest = (state: State): string | undefined =>
	selectedRequest(state) ? undefined : 'No request has been made yet';

/** The request that the user saw as selected, even if a newer one has arrived since. */
const seenRequest = (painted: State, state: State): LoggedRequest | undefined =>
	painted.interface.dialog?.name === state.interface.dialog?.name ? selectedRequest(painted) : selectedRequest(state);

/** The keys that act on one request, and export all of them. */
const requestActions: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'copy id',
		isHinted: true,
		blocked: state => withoutRequest(state) ?? (selectedRequest(state)?.requestId ? undefined : 'It has no request id'),
		run({copy, painted}, state) {
			const {requestId} = seenRequest(painted(), state) ?? {};
			if (requestId !== undefined) copy([pasteable(requestId)], requestId);
		},
	},
	{
		keys: ['c'],
		label: 'copy curl',
		isHinted: true,
		blocked: state =>
			withoutRequest(state) ??
			(selectedRequest(state)?.isTrial ? 'It went to an address that is not in use' : undefined),
		run({copy, painted}, state) {
			const request = seenRequest(painted(), state);
			if (request && state.connection)
				copy([pasteable(curlForRequest(state.connection.baseUrl, request))], plain`curl`);
		},
	},
	{
		keys: ['e'],
		label: 'export for support',
		isHinted: true,
		run: ({exportForSupport}, state) => exportForSupport(supportReport(state)),
	},
];

/** The latest requests, newest first. */
const requestLogDocument: DocumentStyle = {
	isLarge: true,
	hasCursor: true,
	read({state, context}, width) {
		const {made, latest} = state.polling.requests;
		if (made === 0) return textDocument([[{text: plain`No request has been made yet.`, tone: 'quiet'}]]);
		const table = layout(requestColumns, width, index => contentWidth(requestColumns, index, latest, context));
		const shown = made === latest.length ? plain`${count(made)}` : plain`the last ${latest.length} of ${count(made)}`;
		return {
			head: [[{text: plain`${shown}, newest first`, tone: 'quiet'}], headLine(table)],
			rowCount: latest.length,
			canSelect: () => true,
			row(index) {
				const request = latest[latest.length - 1 - index];
				return request ? rowLine(table, request, context) : [];
			},
		};
	},
};

const requestLogKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', '!', 'q']},
	{
		keys: ['enter', 'l', 'right'],
		label: 'details',
		isHinted: true,
		blocked: withoutRequest,
		run({store, painted}, state) {
			const {dialog} = state.interface;
			const record = seenRequest(painted(), state);
			if (dialog?.name !== 'request log' || !record) return;
			const {name: _name, ...view} = dialog;
			// The log returns to this request, although it may follow the newest one now.
			const log = {...view, cursor: dialog.cursor ?? 0};
			const {made} = state.polling.requests;
			store.change(state => openDialog(state, {name: 'request', record, log, made, top: 0}));
		},
	},
	...requestActions,
	{
		keys: ['Y'],
		label: 'copy all',
		blocked: withoutRequest,
		run({copy}, {polling}) {
			const {latest} = polling.requests;
			copy([requestHead, ...latest.map(requestLine)], plain`${latest.length} requests`);
		},
	},
];

export const requestLogDialog = {
	...documentScope('Request log', requestLogDocument, requestLogKeys),
	component: documentDialog(plain`Request log`, requestLogDocument),
};

/** One request of the request log, with its whole error. */
const requestDocument: DocumentStyle = {
	read({state, context}, width) {
		const {dialog} = state.interface;
		if (dialog?.name !== 'request') return textDocument([]);
		const {record} = dialog;
		const error = record.message === undefined ? [] : [...wrappedLines(record.message, width, 'bad'), []];
		return textDocument([...error, ...wrappedFieldLines(requestFields(record, context), width)]);
	},
};

const requestKeys: readonly Binding[] = [
	{
		...closeDialog,
		keys: ['esc', 'q', 'enter', 'h', 'left'],
		label: 'back',
		run({store}, {interface: {dialog}, polling}) {
			if (dialog?.name !== 'request') return;
			const log = withRowsAbove(dialog.log, polling.requests.made - dialog.made);
			store.change(state => openDialog(state, {name: 'request log', ...log}));
		},
	},
	...requestActions,
];

export const requestDialog = {
	...documentScope('Request', requestDocument, requestKeys),
	component: documentDialog(plain`Request`, requestDocument),
};

/** A record or a page exactly as the service sent it, with the status, time and id of its request. */
const rawRecordDocument: DocumentStyle = {
	isLarge: true,
	read({state, context}, width) {
		const {dialog, rawRecord} = state.interface;
		if (dialog?.name !== 'raw record') return textDocument([]);
		const {localNow} = context;
		if (rawRecord) {
			const {raw, askedAt, at} = rawRecord;
			const request = raw.requestId === undefined ? '' : ` · request ${raw.requestId}`;
			const when = `${clockTime(at, context)}, ${age(at, localNow)}`;
			const about = safe(`As received: status ${raw.status} after ${Math.round(at - askedAt)} ms, ${when}${request}`);
			const head = wrappedLines(about, width, 'quiet');
			const lines = raw.lines.map((text): Line => [{text, tone: 'plain'}]);
			return textDocument(lines, [...head, []]);
		}

		const {source} = dialog;
		const problem = problemFor(state, state.polling.failures.get(readKey({kind: 'raw', source})));
		if (problem) {
			const texts = problemSpans(problem.error, problem.nextAt - localNow, (id, key) => keyOf(state, id, key), context);
			return textDocument(texts.flatMap(({text, tone}) => wrappedLines(text, width, tone)));
		}

		return textDocument([
			[
				{text: context.isSpoken ? plain`` : context.isAscii ? plain`. ` : plain`◌ `, tone: 'accent'},
				{text: source.of === 'record' ? plain`Reading the record` : plain`Reading the page`, tone: 'quiet'},
			],
		]);
	},
};

const rawRecordKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', 'i', 'q', 'enter']},
	{
		keys: ['r'],
		label: 'refresh',
		isHinted: true,
		run: ({store}) => store.change((state, now) => refresh(state, now)),
	},
];

export const rawRecordDialog = {
	...documentScope('Raw record', rawRecordDocument, rawRecordKeys),
	component: documentDialog(plain`Raw record`, rawRecordDocument),
};

/** A support report: the service, what fails, and the latest requests, newest first. Never contains the API key, a request body or a cursor. */
function supportReport({connection, polling, interface: {size}}: State): readonly SafeText[] {
	const {requests, failures, throttle, skewMs} = polling;
	return [
		plain`terminal: ${size.columns}×${size.rows}`,
		plain`service: ${connection ? safe(connection.baseUrl, 200) : plain`none`}`,
		plain`clock: ${Math.round(skewMs)} ms behind the service`,
		plain`requests: ${requests.made}, at most ${throttle.perMinute} a minute in the background`,
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
