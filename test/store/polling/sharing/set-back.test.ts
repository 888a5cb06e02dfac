import {expect, test} from 'vitest';
import type {ReadRequest} from '../../../../src/store/model/requests/read-request.ts';
import {createMessageHandler, createReadEnds} from '../../../../src/store/polling/sharing/message-handler.ts';
import {encodeMessage, type SharedMessage} from '../../../../src/store/polling/sharing/shared-message.ts';
import {createStore} from '../../../../src/store/store.ts';
import {plain} from '../../../../src/text.ts';
import {createTestClock, settled} from '../../../kit/fixtures/clock.ts';
import {connected} from '../../../kit/fixtures/moment.ts';
import {projectOnTheWire} from '../../../kit/fixtures/wire.ts';

const hourMs = 3_600_000;

/** A window that hears another one. */
function openWindow() {
	const clock = createTestClock();
	const store = createStore(connected());
	const connection = {id: 0, baseUrl: 'https://service.example'};
	const options = {ends: createReadEnds(clock), isLeft: () => false, onNeeds() {}};
	const handle = createMessageHandler({store, clock, connection}, options);
	const hear = async (message: SharedMessage) => {
		handle(JSON.parse(JSON.stringify(encodeMessage(message))), 'other');
		await settled();
	};
	return {clock, store, hear};
}

const request: ReadRequest = {connectionId: 0, kind: 'projects', cursor: undefined};

const answer = (name: string, askedAt: number, at: number): SharedMessage => {
	const body = JSON.stringify({projects: [{...projectOnTheWire, name}], request_id: 'r'});
	const headers = new Map([['content-type', 'application/json']]);
	const answered = {outcome: 'answered', status: 200, headers, body, isComplete: true} as const;
	return {kind: 'answer', read: {request, limit: 30, attempt: 1, askedAt, at, answer: answered}};
};

test('an answer that another window requested before the clock was set back does not outlast later ones', async () => {
	const {clock, store, hear} = openWindow();
	const askedAt = clock.now();
	clock.setBack(3 * hourMs);
	await hear(answer('earlier', askedAt, clock.now()));
	await clock.advance(10_000);
	await hear(answer('later', clock.now() - 40, clock.now()));
	const [project] = store.get().projects.list.pages[0]?.rows ?? [];
	expect(project?.name?.exact).toBe('later');
});

test('a pause that another window was told to make before the clock was set back lasts no longer', async () => {
	const {clock, store, hear} = openWindow();
	const startedAt = clock.now();
	const ended = {method: 'GET', path: plain`/v1/projects`, attempt: 1, outcome: 'answered', status: 429} as const;
	clock.setBack(3 * hourMs);
	await hear({
		kind: 'request',
		record: {...ended, startedAt, tookMs: 40, bytes: 0, retryAt: startedAt + 60_040},
	});
	const {quietUntil} = store.get().polling.throttle;
	expect(quietUntil - clock.now()).toBeGreaterThan(0);
	expect(quietUntil - clock.now()).toBeLessThan(70_000);
});
