import {expect, test} from 'vitest';
import {createClient} from '../../../../src/api/client.ts';
import type {Transport, WireAnswer} from '../../../../src/api/transport/transport.ts';
import type {ReadRequest} from '../../../../src/store/model/requests/read-request.ts';
import {readEvent} from '../../../../src/store/polling/read-event.ts';
import {createAnswerReplay} from '../../../../src/store/polling/sharing/answer-replay.ts';
import {eventHere} from '../../../../src/store/polling/sharing/event-here.ts';
import {decodeMessage, encodeMessage, type MadeRead} from '../../../../src/store/polling/sharing/shared-message.ts';
import type {Event} from '../../../../src/store/reducers/reduce.ts';
import {reduce} from '../../../../src/store/reducers/reduce.ts';
import {createTestClock} from '../../../kit/fixtures/clock.ts';
import {now, reading} from '../../../kit/fixtures/moment.ts';
import {project} from '../../../kit/fixtures/project-pages.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../../../kit/fixtures/wire.ts';

const baseUrl = 'https://service.example';
const never = new AbortController().signal;
const projectId = projectOnTheWire.id;
const deploymentId = deploymentOnTheWire.id;

const json = (body: object): WireAnswer => ({
	outcome: 'answered',
	status: 200,
	headers: new Map([['content-type', 'application/json']]),
	body: JSON.stringify(body),
	isComplete: true,
});

const status = (code: number, headers: ReadonlyMap<string, string> = new Map()): WireAnswer => ({
	outcome: 'answered',
	status: code,
	headers,
	body: '{"message": "no"}',
	isComplete: true,
});

/** What a window makes of an answer of its own, and what it shares of it. */
async function readOwn(request: ReadRequest, answer: WireAnswer) {
	const clock = createTestClock();
	const transport: Transport = async () => {
		await clock.advance(40);
		return answer;
	};
	const client = createClient({transport, baseUrl, apiKey: 'the key', clock});
	const askedAt = clock.now();
	const shared: MadeRead[] = [];
	const onAnswer = (received: WireAnswer) =>
		shared.push({request, limit: 30, attempt: 2, askedAt, at: clock.now(), answer: received});
	const event = await readEvent(client, request, {limit: 30, attempt: 2, onAnswer}, clock, never);
	const [made] = shared;
	if (!made) throw new Error('Nothing was shared.');
	return {event, made};
}

/** A read as it arrives in another window. */
function passedOn(read: MadeRead): MadeRead {
	const message = decodeMessage(JSON.parse(JSON.stringify(encodeMessage({kind: 'answer', read}))), 7);
	if (message?.kind !== 'answer') throw new Error('It did not arrive.');
	return message.read;
}

const page: ReadRequest = {connectionId: 7, kind: 'projects', cursor: undefined};
const latest: ReadRequest = {connectionId: 7, kind: 'latest', projectId};

test.each<[string, ReadRequest, WireAnswer]>([
	['a page', page, json({projects: [projectOnTheWire], next_cursor: 'next'})],
	['a project', {connectionId: 7, kind: 'project', projectId}, json(projectOnTheWire)],
	['the newest deployments', latest, json({deployments: [deploymentOnTheWire]})],
	[
		'the deployments of a project',
		{connectionId: 7, kind: 'deployments', projectId},
		json({deployments: [deploymentOnTheWire]}),
	],
	['a deployment', {connectionId: 7, kind: 'deployment', projectId, deploymentId}, json(deploymentOnTheWire)],
	['a missing project', latest, status(404)],
	['a refused key', page, status(401)],
	['an overloaded service', page, status(429, new Map([['retry-after', '30']]))],
	['a redirect', page, status(302, new Map([['location', 'https://elsewhere.example/']]))],
	['a lost answer', page, {outcome: 'lost', code: 'ECONNRESET', isTimeout: false}],
	['an answer that took too long', page, {outcome: 'lost', code: 'TIMEOUT', isTimeout: true}],
	['a service that is away', page, {outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false}],
	['an unusable answer', page, json({})],
])('%s means the same in every window', async (_what, request, answer) => {
	const {event, made} = await readOwn(request, answer);
	const replay = createAnswerReplay(baseUrl, createTestClock().after);
	expect(await replay(passedOn(made))).toEqual(event);
});

test('answers that arrive together are kept apart, in their order', async () => {
	const replay = createAnswerReplay(baseUrl, createTestClock().after);
	const made = [200, 404, 200, 503].map((code, at): MadeRead => {
		const answer = code === 200 ? json({projects: [], next_cursor: null}) : status(code);
		return {request: page, limit: 30, attempt: 1, askedAt: at * 100, at: at * 100 + 40, answer};
	});
	const events = await Promise.all(made.map(replay));
	expect(events.map(event => [event.type, 'at' in event && event.at])).toEqual([
		['projects-arrived', 40],
		['read-failed', 140],
		['projects-arrived', 240],
		['read-failed', 340],
	]);
});

test('the key is in nothing that is shared, even if the service repeats it', async () => {
	const {made} = await readOwn(page, json({projects: [], next_cursor: null, echo: 'the key'}));
	expect(JSON.stringify(encodeMessage({kind: 'answer', read: made}))).not.toContain('the key');
});

const list = {deployments: [], requestId: undefined, unreadable: 0};
const listed = (type: 'latest' | 'deployments', id: string): Event =>
	({
		type: `${type}-arrived`,
		request: {connectionId: 0, kind: type, projectId: id},
		list,
		limit: 30,
		askedAt: 1,
		at: 2,
	}) as never;

test('a list of deployments is for the live view where that is open, and else for a row', () => {
	const elsewhere = reading();
	const opened = reduce(elsewhere, {type: 'project-opened', project: project('a'), at: now});
	for (const type of ['latest', 'deployments'] as const) {
		expect(eventHere(listed(type, 'a'), elsewhere)).toEqual(listed('latest', 'a'));
		expect(eventHere(listed(type, 'a'), opened)).toEqual(listed('deployments', 'a'));
		expect(eventHere(listed(type, 'b'), opened)).toEqual(listed('latest', 'b'));
	}
});

test('a page that is not in the list of this window means nothing to it', () => {
	const request = (cursor: string | undefined) => ({connectionId: 0, kind: 'projects', cursor}) as const;
	const failed = (cursor: string | undefined): Event =>
		({type: 'read-failed', request: request(cursor), error: {}, at: now}) as never;
	expect(eventHere(failed('unknown'), reading())).toBeUndefined();
	expect(eventHere(failed(undefined), reading())).toBeDefined();
});
