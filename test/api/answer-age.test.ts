import {expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/in-process.ts';
import type {LoggedRequest} from '../../src/api/transport.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {never} from '../kit/fixtures/http-client.ts';
import {minute, second} from '../kit/fixtures/moment.ts';

function open(headersAt: (now: number) => Record<string, string>, statusAt = () => 200) {
	const clock = createTestClock();
	const records: LoggedRequest[] = [];
	const body = '{"projects": [], "request_id": "r"}';
	const handle = () => ({status: statusAt(), headers: headersAt(clock.now()), body});
	const transport = createInProcessTransport(handle);
	const onRequestEnd = (record: LoggedRequest) => records.push(record);
	const client = createClient({transport, clock, baseUrl: 'http://a', apiKey: 'a-key-for-tests', onRequestEnd});
	const read = async () => {
		await client.listProjects({}, never).catch(() => {});
		return records.at(-1);
	};
	return {clock, read};
}

const dateAt = (at: number) => ({date: new Date(at).toUTCString()});

test.each([
	['60', 60 * second],
	['1', second],
	['0', 0],
	['60.5', 60 * second],
	['60, 60', 60 * second],
	['0, 60', 0],
	// Too old to decide about a write.
	['-60', 3 * second],
	['old', 3 * second],
	['', 3 * second],
	['9999999999', 24 * 60 * minute],
	['99999999999', 24 * 60 * minute],
])('an answer with the age “%s” is %i ms old', {tags: ['fault-240']}, async (age, ageMs) => {
	const {read} = open(now => ({age, ...dateAt(now)}));
	const record = await read();
	expect(record?.ageMs).toBe(ageMs);
	// The date of a cached answer says nothing about the service's clock.
	expect(record?.serverDate === undefined).toBe(ageMs > 0);
});

test.each<[what: string, minutesBehind: readonly number[]]>([
	['one cached list among current answers', [0, 0, 1, 0, 1, 0, 1]],
	['two cached lists after current answers', [0, 0, 1, 1]],
	['a cache that keeps sending the same list', [0, 0, 1, 2]],
])('dates %s by two of the last three answers', {tags: ['fault-240']}, async (_what, behind) => {
	let minutesBehind = 0;
	const {clock, read} = open(now => dateAt(now + 3 * 60 * minute - minutesBehind * minute));
	for (minutesBehind of behind) {
		const age = (await read())?.ageMs ?? 0;
		expect(Math.round(age / minute)).toBe(minutesBehind);
		await clock.advance(5 * second);
	}
});

test.each<[what: string, minutesAhead: readonly number[], status: number]>([
	['one answer', [0, 5, 0, 0], 200],
	['the first answer', [5, 0, 0, 0], 200],
	['answers that are errors', [0, 5, 5, 5, 0, 0], 503],
])('the wrong date of %s makes no other answer old', {tags: ['fault-240']}, async (_what, ahead, status) => {
	let minutesAhead = 0;
	const {clock, read} = open(
		now => dateAt(now + minutesAhead * minute),
		() => (minutesAhead > 0 ? status : 200),
	);
	for (minutesAhead of ahead) {
		expect((await read())?.ageMs).toBe(0);
		await clock.advance(5 * second);
	}
});

test('trusts a service that set its clock back from its third answer on', {tags: ['fault-240']}, async () => {
	let aheadMs = 2 * minute;
	const {read} = open(now => dateAt(now + aheadMs));
	for (const _ of [1, 2, 3]) await read();
	aheadMs = 0;
	const ages = [await read(), await read(), await read()].map(record => Number(record?.ageMs) > minute);
	expect(ages).toEqual([true, true, false]);
});

test('trusts a service whose dates stand still', {tags: ['fault-240']}, async () => {
	const {clock, read} = open(() => dateAt(0));
	for (const _ of [1, 2, 3, 4, 5]) {
		expect((await read())?.ageMs).toBe(0);
		await clock.advance(10 * second);
	}
});
