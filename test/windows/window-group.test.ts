import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Clock} from '../../src/clock.ts';
import {createGroupIdentity} from '../../src/windows/group-identity.ts';
import {joinWindowGroup, type Role, type WindowGroup} from '../../src/windows/window-group.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTestMachine, type TestProcess} from '../kit/fixtures/meeting-place.ts';

type TestWindow = TestProcess & {
	readonly group: WindowGroup;
	readonly heard: unknown[];
	readonly left: string[];
	readonly roles: Role[];
};

/** A machine and how to open a window on it. */
function openMachine() {
	const clock = createTestClock();
	const machine = createTestMachine(clock);
	let ids = 0;
	const openWindow = (key = 'a key'): TestWindow => {
		const process = machine.start();
		const heard: unknown[] = [];
		const left: string[] = [];
		const roles: Role[] = [];
		const group = joinWindowGroup({
			place: process.place,
			clock: process.clock,
			identity: createGroupIdentity('https://service.example', key),
			newId: () => `id ${ids++}`,
			onRole: role => roles.push(role),
			onMessage: body => heard.push(body),
			onLeave: id => left.push(id),
		});
		return {...process, group, heard, left, roles};
	};

	return {clock, machine, openWindow};
}

const rolesOf = (windows: readonly TestWindow[]) => windows.map(({group}) => group.role());

/** Opens windows one after the other. */
async function openWindows(count: number) {
	const opened = openMachine();
	const windows: TestWindow[] = [];
	for (let at = 0; at < count; at++) {
		windows.push(opened.openWindow());
		await opened.clock.advance(10);
	}

	return {...opened, windows};
}

test('the first window reads, and the others follow it', async () => {
	const {windows} = await openWindows(3);
	expect(rolesOf(windows)).toEqual(['reader', 'follower', 'follower']);
	expect(windows[0]?.group.followerCount()).toBe(2);
});

test('of three windows that open at the same moment one reads', async () => {
	const {clock, openWindow} = openMachine();
	const windows = [openWindow(), openWindow(), openWindow()];
	await clock.advance(1000);
	expect(rolesOf(windows).toSorted()).toEqual(['follower', 'follower', 'reader']);
});

test('what a window shares reaches all others and not itself, in order', async () => {
	const {clock, windows} = await openWindows(3);
	for (const {group} of windows) group.share(`from ${windows.findIndex(each => each.group === group)}`);
	windows[0]?.group.share('again');
	await clock.advance(10);
	expect(windows.map(({heard}) => heard)).toEqual([
		['from 1', 'from 2'],
		['from 0', 'again', 'from 2'],
		['from 0', 'again', 'from 1'],
	]);
});

test('what a window tells the reader reaches nobody else', async () => {
	const {clock, windows} = await openWindows(3);
	windows[1]?.group.tell({rows: [1]});
	await clock.advance(10);
	expect(windows.map(({heard}) => heard)).toEqual([[{rows: [1]}], [], []]);
});

test('if the reader is killed, another window reads at once', async () => {
	const {clock, windows} = await openWindows(3);
	windows[0]?.kill();
	await clock.advance(300);
	expect(rolesOf(windows.slice(1))).toEqual(['reader', 'follower']);
});

test('if the reader stops, another window reads at once', async () => {
	const {clock, windows} = await openWindows(3);
	windows[0]?.group.stop();
	await clock.advance(300);
	expect(rolesOf(windows.slice(1))).toEqual(['reader', 'follower']);
});

test('a reader that hangs is replaced within 2 s, and follows once it goes on', async () => {
	const {clock, windows} = await openWindows(3);
	await clock.advance(3000);
	windows[0]?.hang();
	await clock.advance(2000);
	expect(rolesOf(windows.slice(1))).toEqual(['reader', 'follower']);
	expect(windows[0]?.group.role()).toBe('joining');
	windows[0]?.go();
	await clock.advance(1000);
	expect(rolesOf(windows)).toEqual(['follower', 'reader', 'follower']);
});

test('a reader that was replaced while it hung reads nothing once it goes on', async () => {
	const {clock, windows, openWindow} = await openWindows(1);
	await clock.advance(10_000);
	windows[0]?.hang();
	windows.push(openWindow());
	await clock.advance(1000);
	expect(windows[1]?.group.role()).toBe('reader');
	expect(windows[0]?.group.role()).toBe('joining');
	windows[0]?.go();
	await clock.advance(100);
	expect(rolesOf(windows)).toEqual(['follower', 'reader']);
});

test('a reader without followers hardly wakes its process up', async () => {
	const {clock, machine} = openMachine();
	const {place} = machine.start();
	let wakeUps = 0;
	const counting: Clock = {
		now: clock.now,
		after: (delayMs, then) =>
			clock.after(delayMs, () => {
				wakeUps++;
				then();
			}),
	};
	const identity = createGroupIdentity('https://service.example', 'a key');
	const listener = {onRole() {}, onMessage() {}, onLeave() {}};
	const group = joinWindowGroup({...listener, place, clock: counting, identity, newId: () => 'id'});
	await clock.advance(10_000);
	expect(group.role()).toBe('reader');
	wakeUps = 0;
	await clock.advance(60_000);
	expect(wakeUps).toBeLessThanOrEqual(12);
});

test('if the reader and the next window hang, the third one reads', async () => {
	const {clock, windows} = await openWindows(3);
	windows[0]?.hang();
	windows[1]?.hang();
	await clock.advance(2600);
	expect(windows[2]?.group.role()).toBe('reader');
});

test('a follower that hangs is forgotten after 5 s, and joins again once it goes on', async () => {
	const {clock, windows} = await openWindows(2);
	windows[1]?.hang();
	await clock.advance(6000);
	expect(windows[0]?.left).toHaveLength(1);
	expect(windows[0]?.group.followerCount()).toBe(0);
	windows[1]?.go();
	await clock.advance(1000);
	expect(rolesOf(windows)).toEqual(['reader', 'follower']);
	expect(windows[0]?.group.followerCount()).toBe(1);
});

test('a follower that hung for a while does not replace a reader that is alive', async () => {
	const {clock, windows} = await openWindows(2);
	windows[1]?.hang();
	await clock.advance(3000);
	windows[1]?.go();
	await clock.advance(3000);
	expect(windows[0]?.roles).not.toContain('follower');
	expect(rolesOf(windows)).toEqual(['reader', 'follower']);
});

test('after the computer has slept, one window reads', async () => {
	const {clock, windows} = await openWindows(3);
	await clock.sleep(3_600_000);
	await clock.advance(3000);
	expect(rolesOf(windows).toSorted()).toEqual(['follower', 'follower', 'reader']);
});

test('a reader that rests lets another one read, and reads again if that ends', async () => {
	const {clock, windows} = await openWindows(2);
	windows[0]?.group.rest(true);
	await clock.advance(1000);
	expect(rolesOf(windows)).toEqual(['follower', 'reader']);
	windows[0]?.group.rest(false);
	windows[1]?.kill();
	await clock.advance(300);
	expect(windows[0]?.group.role()).toBe('reader');
});

test('a window that rests without others is alone, and leaves the name to a new one', async () => {
	const {clock, windows, openWindow} = await openWindows(1);
	windows[0]?.group.rest(true);
	await clock.advance(500);
	expect(rolesOf(windows)).toEqual(['alone']);
	const next = openWindow();
	await clock.advance(6000);
	expect(rolesOf([...windows, next])).toEqual(['follower', 'reader']);
});

test('a window whose name was taken over by chance follows the other one', async () => {
	const {clock, machine, windows, openWindow} = await openWindows(2);
	const thief = machine.start();
	await thief.place.claim(link => link.close(), true);
	thief.kill();
	await clock.advance(5000);
	expect(rolesOf([...windows, openWindow()]).filter(role => role === 'reader')).toHaveLength(1);
});

test('a window that does not know the key learns nothing and disturbs nobody', async () => {
	const {clock, windows, openWindow} = await openWindows(2);
	const stranger = openWindow('another key');
	await clock.advance(10_000);
	windows[0]?.group.share('a secret');
	stranger.group.tell('a lie');
	await clock.advance(10);
	expect(stranger.heard).toEqual([]);
	expect(windows[0]?.heard).toEqual([]);
	expect(windows[0]?.group.followerCount()).toBe(1);
	expect(stranger.group.role()).toBe('joining');
});

test('a window of another version is politely left alone', async () => {
	const {clock, machine, openWindow} = openMachine();
	const other = machine.start();
	await other.place.claim(link => {
		link.listen({onLine() {}, onClose() {}});
		link.send(JSON.stringify({kind: 'landfall', version: 99, somethingNew: true}));
	}, false);
	const window = openWindow();
	await clock.advance(10);
	expect(window.group.role()).toBe('alone');
	expect(window.group.hasOtherVersion()).toBe(true);
});

test.each(['', 'no JSON', 'null', '{}', '{"kind":"landfall"}', '{"kind":"welcome","proof":"x"}', '[{"kind":"beat"}]'])(
	'a window that hears %j from a stranger is alone',
	async line => {
		const {clock, machine, openWindow} = openMachine();
		const stranger = machine.start();
		await stranger.place.claim(link => {
			link.listen({onLine() {}, onClose() {}});
			link.send(line);
		}, false);
		const window = openWindow();
		await clock.advance(10);
		expect(window.group.role()).toBe('alone');
		expect(window.group.hasOtherVersion()).toBe(false);
	},
);

test('whatever happens to the windows, one of those that are left reads 6 s later and all others follow it', async () => {
	const step = fc.record({
		window: fc.nat(3),
		what: fc.constantFrom('hang', 'go', 'kill', 'stop', 'open', 'wait'),
		forMs: fc.nat(2500),
	});
	/** A window that waits for its turn hangs, and is stopped after its timer was due. */
	const stoppedLate = [
		{window: 0, what: 'open', forMs: 500},
		{window: 0, what: 'kill', forMs: 50},
		{window: 2, what: 'hang', forMs: 500},
		{window: 2, what: 'stop', forMs: 10},
	] as const;
	await fc.assert(
		fc.asyncProperty(fc.array(step, {maxLength: 12}), async steps => {
			const {clock, windows, openWindow} = await openWindows(2);
			const ended = new Set<TestWindow>();
			for (const {window, what, forMs} of steps) {
				const chosen = windows[window % windows.length];
				if (what === 'open' && windows.length < 5) windows.push(openWindow());
				if (what === 'hang') chosen?.hang();
				if (what === 'go') chosen?.go();
				if (chosen && what === 'kill') ended.add(chosen).has(chosen) && chosen.kill();
				if (chosen && what === 'stop' && !ended.has(chosen)) {
					ended.add(chosen);
					chosen.group.stop();
				}

				await clock.advance(forMs);
			}

			for (const window of windows) window.go();
			await clock.advance(6000);
			const left = windows.filter(window => !ended.has(window));
			if (left.length === 0) return;
			expect(rolesOf(left).filter(role => role === 'reader')).toHaveLength(1);
			expect(rolesOf(left).filter(role => role === 'follower')).toHaveLength(left.length - 1);
			const reader = left.find(({group}) => group.role() === 'reader');
			expect(reader?.group.followerCount()).toBe(left.length - 1);
		}),
		{numRuns: 60, examples: [[[...stoppedLate]]]},
	);
});

test('a window that begins to rest while it claims the name does not become the reader', async () => {
	const {clock, machine, openWindow} = openMachine();
	const {place, clock: own} = machine.start();
	const claimed = Promise.withResolvers<void>();
	const resting = joinWindowGroup({
		place: {...place, claim: (...args) => claimed.promise.then(() => place.claim(...args))},
		clock: own,
		identity: createGroupIdentity('https://service.example', 'a key'),
		newId: () => 'id of the resting window',
		onRole() {},
		onMessage() {},
		onLeave() {},
	});
	await clock.advance(10);
	resting.rest(true);
	claimed.resolve();
	await clock.advance(100);
	expect(resting.role()).toBe('alone');
	const other = openWindow();
	await clock.advance(100);
	expect(other.group.role()).toBe('reader');
	await clock.advance(6000);
	expect(resting.role()).toBe('follower');
});

test('a window that leaves while it claims the name lets those go that have reached it', async () => {
	const {clock, machine, openWindow} = openMachine();
	const {place, clock: own} = machine.start();
	const returned = Promise.withResolvers<void>();
	const leaving = joinWindowGroup({
		place: {
			...place,
			async claim(...args) {
				const claim = await place.claim(...args);
				await returned.promise;
				return claim;
			},
		},
		clock: own,
		identity: createGroupIdentity('https://service.example', 'a key'),
		newId: () => 'id of the leaving window',
		onRole() {},
		onMessage() {},
		onLeave() {},
	});
	await clock.advance(10);
	const other = openWindow();
	await clock.advance(10);
	expect(other.group.role()).toBe('follower');
	leaving.stop();
	returned.resolve();
	await clock.advance(50);
	expect(other.group.role()).toBe('reader');
});
