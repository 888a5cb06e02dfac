import type {RequestRecord, SentRequest} from '../../../api/request-record.ts';
import type {WireAnswer} from '../../../api/transport/transport.ts';
import type {LocalTime} from '../../../clock.ts';
import {safe} from '../../../text.ts';
import type {ReadRequest} from '../../model/requests/read-request.ts';
import type {WindowNeeds} from '../other-windows.ts';
import type {PlannedRead} from '../planned-read.ts';

/** A read that was made, with its answer after redaction. */
export type MadeRead = {
	readonly request: ReadRequest;
	/** How many deployments were requested. */
	readonly limit: number;
	readonly attempt: number;
	readonly askedAt: LocalTime;
	readonly at: LocalTime;
	readonly answer: WireAnswer;
};

/**
What windows tell each other. All windows of a group have the same service, and their times are by the same clock.

- `answer`: for all, what a window has read.
- `request`: for all, a request that a window has made, of whatever kind.
- `sent`: for all, that a window is sending a request.
- `budget`: for all, from the reader.
- `needs`: for the reader.
*/
export type SharedMessage =
	| {readonly kind: 'answer'; readonly read: MadeRead}
	| {readonly kind: 'request'; readonly record: RequestRecord}
	| {readonly kind: 'sent'; readonly sent: SentRequest}
	| {readonly kind: 'budget'; readonly perMinute: number}
	| {readonly kind: 'needs'; readonly needs: WindowNeeds};

/** The headers that decide what an answer means. */
const sharedHeaders = ['content-type', 'date', 'retry-after', 'location', 'x-request-id', 'content-encoding'];

/** A read as it is sent. Its request is called `need` there, because windows with an older landfall know it by that name. */
const encodeRead = <Read extends {readonly request: ReadRequest}>({request, ...read}: Read) => ({
	...read,
	need: request,
});

function encodeAnswer(answer: WireAnswer): object {
	if (answer.outcome !== 'answered') return answer;
	return {...answer, headers: [...answer.headers].filter(([name]) => sharedHeaders.includes(name))};
}

/** Returns the body of a message as JSON, which has no maps and sets. */
export function encodeMessage(message: SharedMessage): object {
	if (message.kind === 'answer') {
		const {read} = message;
		return {kind: 'answer', read: {...encodeRead(read), answer: encodeAnswer(read.answer)}};
	}

	if (message.kind !== 'needs') return message;
	const {perMinute, isAway, openList, views, reads} = message.needs;
	const {live, watched, visible} = views;
	return {
		kind: 'needs',
		needs: {
			perMinute,
			isAway,
			openList,
			views: {live: [...live], watched: [...watched], visible: [...visible]},
			reads: reads.filter(({dueAt}) => Number.isFinite(dueAt)).map(encodeRead),
		},
	};
}

class Unreadable extends Error {}

type Fields = {readonly [Field in string]?: unknown};

const fieldsOf = (value: unknown): Fields => {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable('no object');
	return value as Fields;
};

const text = (value: unknown): string => {
	if (typeof value !== 'string') throw new Unreadable('no text');
	return value;
};

const number = (value: unknown): number => {
	if (typeof value !== 'number' || !Number.isFinite(value)) throw new Unreadable('no number');
	return value;
};

const list = (value: unknown): readonly unknown[] => {
	if (!Array.isArray(value)) throw new Unreadable('no list');
	return value;
};

const optional = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
	value === undefined ? undefined : read(value);

const texts = (value: unknown): ReadonlySet<string> => new Set(list(value).map(text));

function requestFrom(value: unknown, connectionId: number): ReadRequest {
	const {kind, cursor, projectId, deploymentId} = fieldsOf(value);
	switch (kind) {
		case 'projects':
			return {connectionId, kind, cursor: optional(cursor, text)};
		case 'project':
		case 'deployments':
		case 'latest':
			return {connectionId, kind, projectId: text(projectId)};
		case 'deployment':
			return {connectionId, kind, projectId: text(projectId), deploymentId: text(deploymentId)};
		default:
			throw new Unreadable('no read');
	}
}

function readFrom(value: unknown, connectionId: number): PlannedRead {
	const {need, priority, dueAt, askedAt} = fieldsOf(value);
	if (priority !== 'fill' && priority !== 'due') throw new Unreadable('no priority');
	return {request: requestFrom(need, connectionId), priority, dueAt: number(dueAt), askedAt: optional(askedAt, number)};
}

function needsFrom(value: unknown, connectionId: number): WindowNeeds {
	const {perMinute, isAway, openList, views, reads} = fieldsOf(value);
	const {live, watched, visible} = fieldsOf(views);
	return {
		perMinute: number(perMinute),
		isAway: isAway === true,
		openList: optional(openList, text),
		views: {live: texts(live), watched: texts(watched), visible: texts(visible)},
		reads: list(reads).map(read => readFrom(read, connectionId)),
	};
}

const outcomes = ['answered', 'not-sent', 'lost', 'aborted'] as const;

function outcomeFrom(value: unknown): WireAnswer['outcome'] {
	const outcome = outcomes.find(each => each === value);
	if (!outcome) throw new Unreadable('no outcome');
	return outcome;
}

function answerFrom(value: unknown): WireAnswer {
	const fields = fieldsOf(value);
	const outcome = outcomeFrom(fields.outcome);
	if (outcome === 'aborted') return {outcome};
	if (outcome !== 'answered') {
		const failure = {code: text(fields.code), isTimeout: fields.isTimeout === true};
		if (outcome === 'lost') return {outcome, ...failure, ...(fields.hasBegun === true && {hasBegun: true})};
		const proxy = optional(fields.proxy, text);
		return {outcome, ...failure, ...(proxy !== undefined && {proxy})};
	}

	const {status, headers, body, isComplete, flaw} = fields;
	const flaws = ['stalled', 'too-large', 'encoded', 'not-utf8'] as const;
	const known = flaws.find(each => each === flaw);
	return {
		outcome,
		status: number(status),
		headers: new Map(list(headers).map(entry => [text(list(entry)[0]), text(list(entry)[1])])),
		body: text(body),
		isComplete: isComplete === true,
		...(known && {flaw: known}),
	};
}

function madeReadFrom(value: unknown, connectionId: number): MadeRead {
	const {need, limit, attempt, askedAt, at, answer} = fieldsOf(value);
	return {
		request: requestFrom(need, connectionId),
		limit: number(limit),
		attempt: number(attempt),
		askedAt: number(askedAt),
		at: number(at),
		answer: answerFrom(answer),
	};
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** Of the fault, only the code is used; it is shown as it is, so it has to be safe. */
function recordFrom(value: unknown): RequestRecord {
	const {method, path, attempt, outcome, status, fault, requestId, startedAt, tookMs, bytes, retryAt, serverDate} =
		fieldsOf(value);
	const known = methods.find(each => each === method);
	if (!known) throw new Unreadable('no method');
	const isCode = typeof fault === 'string' && /^E_[A-Z_]{1,30}$/.test(fault);
	const shownId = optional(requestId, text);
	const message = optional(fieldsOf(value).message, text);
	return {
		method: known,
		path: safe(text(path)),
		attempt: number(attempt),
		outcome: outcomeFrom(outcome),
		startedAt: number(startedAt),
		tookMs: number(tookMs),
		bytes: number(bytes),
		...(status !== undefined && {status: number(status)}),
		...(retryAt !== undefined && {retryAt: number(retryAt)}),
		...(serverDate !== undefined && {serverDate: number(serverDate)}),
		...(isCode && {fault: fault as RequestRecord['fault'] & string}),
		...(message !== undefined && {message: safe(message, 600)}),
		...(shownId !== undefined && {requestId: safe(shownId, 128)}),
	};
}

/** Returns a message of another window. Undefined if it is none that this version understands. `connectionId`: of this window. */
export function decodeMessage(body: unknown, connectionId: number): SharedMessage | undefined {
	try {
		const {kind, read, record, sent, perMinute, needs} = fieldsOf(body);
		switch (kind) {
			case 'answer':
				return {kind, read: madeReadFrom(read, connectionId)};
			case 'request':
				return {kind, record: recordFrom(record)};
			case 'sent': {
				const {at, isBackground} = fieldsOf(sent);
				return {kind, sent: {at: number(at), isBackground: isBackground === true}};
			}

			case 'budget':
				return {kind, perMinute: number(perMinute)};
			case 'needs':
				return {kind, needs: needsFrom(needs, connectionId)};
			default:
				return undefined;
		}
	} catch (error) {
		if (error instanceof Unreadable) return undefined;
		throw error;
	}
}
