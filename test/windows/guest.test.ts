import {expect, test} from 'vitest';
import {createGroupIdentity} from '../../src/windows/group-identity.ts';
import {visitWindows} from '../../src/windows/guest.ts';
import {joinWindowGroup} from '../../src/windows/window-group.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTestMachine} from '../kit/fixtures/meeting-place.ts';

/** A machine with so many windows of a group, and how to visit them. */
async function openWindows(count: number) {
	const clock = createTestClock();
	const machine = createTestMachine(clock);
	let ids = 0;
	const newId = () => `id ${ids++}`;
	const windows = [];
	for (let at = 0; at < count; at++) {
		const process = machine.start();
		const heard: unknown[] = [];
		const group = joinWindowGroup({
			place: process.place,
			clock: process.clock,
			identity: createGroupIdentity('https://service.example', 'a key'),
			newId,
			onRole() {},
			onMessage: body => heard.push(body),
			onLeave() {},
		});
		windows.push({...process, group, heard});
		await clock.advance(10);
	}

	const visit = (apiKey = 'a key') => {
		const process = machine.start();
		const identity = createGroupIdentity('https://service.example', apiKey);
		return visitWindows({place: process.place, clock: process.clock, identity, newId});
	};
	return {clock, windows, visit};
}

test('every window hears what a guest shares, in order, also what it shared before it was let in', async () => {
	const {clock, windows, visit} = await openWindows(2);
	const guest = visit();
	guest.share('first');
	await clock.advance(10);
	guest.share('second');
	await guest.leave();
	await clock.advance(10);
	expect(windows.map(({heard}) => heard)).toEqual([
		['first', 'second'],
		['first', 'second'],
	]);
	expect(windows[0]?.group.followerCount()).toBe(1);
});

test('a guest that leaves at once still says what it came for', async () => {
	const {clock, windows, visit} = await openWindows(1);
	const guest = visit();
	guest.share('request');
	const left = guest.leave();
	await clock.advance(10);
	await left;
	expect(windows[0]?.heard).toEqual(['request']);
});

test('a guest never becomes the reader: without windows it leaves at once, and nobody takes its place', async () => {
	const {clock, visit} = await openWindows(0);
	const guest = visit();
	guest.share('request');
	await guest.leave();
	expect(clock.pending()).toBe(0);
});

test('a guest does not wait for long for a window that hangs', async () => {
	const {clock, windows, visit} = await openWindows(1);
	windows[0]?.hang();
	const guest = visit();
	guest.share('request');
	let hasLeft = false;
	void guest.leave().then(() => {
		hasLeft = true;
	});
	await clock.advance(90);
	expect(hasLeft).toBe(false);
	await clock.advance(20);
	expect(hasLeft).toBe(true);
});

test('windows with another key do not let a guest in', async () => {
	const {clock, windows, visit} = await openWindows(1);
	const guest = visit('another key');
	guest.share('request');
	await clock.advance(10);
	await guest.leave();
	expect(windows[0]?.heard).toEqual([]);
});
