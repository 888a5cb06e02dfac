import {expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/in-process.ts';
import type {LoggedRequest} from '../../src/api/transport.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {never} from '../kit/fixtures/http-client.ts';
import {minute, second} from '../kit/fixtures/moment.ts';

/** A client of a service whose answers have these headers, and how old each was. */
function open(headersAt: (now: number) => Record<string, string>) {
	const clock = createTestClock();
	const records: LoggedRequest[] = [];
	const handle = () => ({status: 200, headers: headersAt(clock.now()), body: '{"projects": [], "request_id": "r"}'});
	const transport = createInProcessTransport(handle, {clock});
	const onRequestEnd = (record: LoggedRequest) => records.push(record);
	const client = createClient({transport, clock, baseUrl: 'http://a', apiKey: 'a-key-for-tests', onRequestEnd});
	const read = async () => {
		await client.listProjects({}, never);
		return records.at(-1);
	};
	return {clock, read};
}

const dateAt = (at: number) => ({date: new Date(at).toUTCString()});

test.each([
	['60', 60 * second],
	['1', second],
	['0', 0],
	['-60', 0],
	['1.5', 0],
	['60, 60', 0],
	['old', 0],
	['', 0],
	['9999999999', 24 * 60 * minute],
	['99999999999', 0],
])('an answer with the age “%s” is %i ms old', {tags: ['fault-240']}, async (age, ageMs) => {
	const {read} = open(now => ({age, ...dateAt(now)}));
	const record = await read();
	expect(record?.ageMs).toBe(ageMs);
	// The date of a cache says nothing about the service's clock.
	expect(record?.serverDate === undefined).toBe(ageMs > 0);
});

test('an answer whose date is far behind an earlier one is as old as that', {tags: ['fault-240']}, async () => {
	const keptFrom = {at: 0};
	const {clock, read} = open(now => dateAt((keptFrom.at || now) + 3 * 60 * minute));
	expect((await read())?.ageMs).toBe(0);
	keptFrom.at = clock.now();
	await clock.advance(5 * second);
	expect((await read())?.ageMs).toBe(0);
	await clock.advance(55 * second);
	expect((await read())?.ageMs).toBeGreaterThanOrEqual(59 * second);
	clock.setBack(-10 * minute);
	keptFrom.at = 0;
	expect((await read())?.ageMs).toBe(0);
});

test('a service that has set its clock back is believed after a quarter of an hour', {
	tags: ['fault-240'],
}, async () => {
	let aheadMs = 2 * minute;
	const {clock, read} = open(now => dateAt(now + aheadMs));
	await read();
	aheadMs = 0;
	expect((await read())?.ageMs).toBeGreaterThan(minute);
	await clock.advance(16 * minute);
	expect((await read())?.ageMs).toBe(0);
});
