import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {WireAnswer} from '../../../../src/api/transport/transport.ts';
import type {WindowNeeds} from '../../../../src/store/polling/other-windows.ts';
import {
	decodeMessage,
	encodeMessage,
	type SharedMessage,
} from '../../../../src/store/polling/sharing/shared-message.ts';
import {safe} from '../../../../src/text.ts';

/** A message as it arrives in a window whose connection has the id 7. */
const sent = (message: SharedMessage): SharedMessage | undefined =>
	decodeMessage(JSON.parse(JSON.stringify(encodeMessage(message))), 7);

const request = {connectionId: 7, kind: 'latest', projectId: 'a'} as const;
const made = {request, limit: 30, attempt: 1, askedAt: 1000, at: 1040};

test.each<[string, WireAnswer]>([
	[
		'an answer',
		{
			outcome: 'answered',
			status: 200,
			headers: new Map([['date', 'Mon, 01 Jun 2026 12:00:00 GMT']]),
			body: '{"a":"“\\n”"}',
			isComplete: true,
		},
	],
	[
		'an error',
		{outcome: 'answered', status: 503, headers: new Map([['retry-after', '3']]), body: '', isComplete: true},
	],
	[
		'half an answer',
		{outcome: 'answered', status: 200, headers: new Map(), body: '{', isComplete: false, flaw: 'stalled'},
	],
	['a lost answer', {outcome: 'lost', code: 'ECONNRESET', isTimeout: false, hasBegun: true}],
	['a refused connection', {outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false}],
	['an unreachable proxy', {outcome: 'not-sent', code: 'PROXY', isTimeout: false, proxy: 'proxy:8080'}],
])('%s arrives as it was', (_what, answer) => {
	const message: SharedMessage = {kind: 'answer', read: {...made, answer}};
	expect(sent(message)).toEqual(message);
});

test('only the headers that matter are passed on', () => {
	const headers = new Map([
		['content-type', 'application/json'],
		['set-cookie', 'secret'],
	]);
	const answer: WireAnswer = {outcome: 'answered', status: 200, headers, body: '', isComplete: true};
	expect(JSON.stringify(encodeMessage({kind: 'answer', read: {...made, answer}}))).not.toContain('secret');
});

test('a request arrives without its unsafe characters', () => {
	const record = {
		method: 'GET',
		path: safe('/v1/projects'),
		attempt: 2,
		outcome: 'answered',
		status: 429,
		fault: 'E_RATE',
		startedAt: 1000,
		tookMs: 40,
		bytes: 12,
		retryAt: 3000,
		serverDate: 2000,
		requestId: safe('id'),
	} as const;
	expect(sent({kind: 'request', record})).toEqual({kind: 'request', record});
	const hostile = {...record, path: '\u001b[2J', requestId: 'a\u202eb', fault: '\u001b[2J'};
	const {fault: _, ...rest} = record;
	expect(decodeMessage({kind: 'request', record: hostile}, 7)).toEqual({
		kind: 'request',
		record: {...rest, path: safe('\u001b[2J'), requestId: safe('a\u202eb', 128)},
	});
});

test('what a window needs arrives as it was, except what never falls due', () => {
	const needs: WindowNeeds = {
		perMinute: 30,
		isAway: true,
		openList: 'a',
		views: {live: new Set(['a']), watched: new Set(['b', 'c']), visible: new Set()},
		reads: [
			{request, priority: 'due', dueAt: 2000, askedAt: 1000},
			{request: {connectionId: 7, kind: 'projects', cursor: undefined}, priority: 'due', dueAt: 0, askedAt: undefined},
			{
				request: {connectionId: 7, kind: 'deployment', projectId: 'a', deploymentId: 'd'},
				priority: 'fill',
				dueAt: 0,
				askedAt: undefined,
			},
		],
	};
	const never = {request, priority: 'due', dueAt: Number.POSITIVE_INFINITY, askedAt: 1000} as const;
	expect(sent({kind: 'needs', needs: {...needs, reads: [...needs.reads, never]}})).toEqual({kind: 'needs', needs});
});

test('windows with an older landfall find the request of a read under the name they know', () => {
	const answer: WireAnswer = {outcome: 'lost', code: 'X', isTimeout: true};
	expect(encodeMessage({kind: 'answer', read: {...made, answer}})).toMatchObject({read: {need: request, answer}});
	const reads = [{request, priority: 'due', dueAt: 2000, askedAt: 1000}] as const;
	const views = {live: new Set<string>(), watched: new Set<string>(), visible: new Set<string>()};
	const needs: WindowNeeds = {perMinute: 30, isAway: false, openList: undefined, views, reads};
	expect(encodeMessage({kind: 'needs', needs})).toMatchObject({needs: {reads: [{need: request, dueAt: 2000}]}});
});

test('reads of another window get the connection of this one', () => {
	const answer: WireAnswer = {outcome: 'lost', code: 'X', isTimeout: true};
	const body = encodeMessage({kind: 'answer', read: {...made, request: {...request, connectionId: 1}, answer}});
	expect(decodeMessage(JSON.parse(JSON.stringify(body)), 7)).toEqual({kind: 'answer', read: {...made, answer}});
});

test('whatever arrives, it is a message or ignored', () => {
	const kinds = fc.constantFrom('answer', 'request', 'budget', 'needs', 'other');
	const body = fc.record({
		kind: kinds,
		read: fc.object(),
		record: fc.object(),
		needs: fc.object(),
		perMinute: fc.jsonValue(),
	});
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), body), value => {
			const message = decodeMessage(value, 7);
			if (message) expect(message.kind).toBe('budget');
		}),
	);
});
