import {expect, test} from 'vitest';
import {app, openOnTeam} from '../kit/app/open.ts';
import {minute, second} from '../kit/fixtures/moment.ts';
import type {Answer} from '../kit/services/team.ts';

/** A cache that answers every read with what it has kept for a minute, while it is switched on: what it was at first. */
function createCache() {
	let isOn = false;
	let isKeeping = true;
	const kept = new Map<string, Answer>();
	return {
		switchOn(is = true) {
			isOn = is;
			isKeeping = false;
		},

		readFault(path: string, answered: () => Answer): Answer {
			const old = kept.get(path) ?? answered();
			if (isOn) return {...old, headers: {...old.headers, age: '60'}};
			const answer = answered();
			if (isKeeping) kept.set(path, answer);
			return answer;
		},
	};
}

test('what a cache has kept for a minute is shown as a minute old', {tags: ['fault-240']}, async () => {
	const cache = createCache();
	await openOnTeam(['api', 'web'], {readFault: cache.readFault, columns: 120});
	await app.clock.advance(minute);
	cache.switchOn();
	await app.until(/^ landfall .* within 2m/);
	await app.wait(minute, /^ landfall .* within 2m/);
});

test('r asks a cache once, and not as fast as it can', {tags: ['fault-240']}, async () => {
	const cache = createCache();
	const {team} = await openOnTeam(['api', 'web'], {readFault: cache.readFault, columns: 120});
	await app.clock.advance(minute);
	cache.switchOn();
	await app.press('r');
	const before = team.requests.length;
	await app.clock.advance(10 * second);
	expect(team.requests.length - before).toBeLessThan(14);
});

test('a cache takes back nothing that is known', {tags: ['fault-240']}, async () => {
	const cache = createCache();
	const {team} = await openOnTeam(['api'], {readFault: cache.readFault, columns: 120});
	const id = team.deploy('api', {status: 'building'});
	await app.wait(minute, 'building');
	cache.switchOn(false);
	team.conclude(id, 'success');
	await app.until('success');
	cache.switchOn();
	await app.clock.advance(minute);
	expect(app.screen()).toContain('success');
});

test('nothing is sent while a cache answers the check before it', {tags: ['fault-241']}, async () => {
	const cache = createCache();
	const {team} = await openOnTeam(['api'], {readFault: cache.readFault, columns: 160});
	await app.clock.advance(minute);
	cache.switchOn();
	await app.answer('t', 'y');
	await app.until('A cache answered with data from 1m ago.');
	await app.see('Nothing was sent:', 'landfall checks', 'Tried');
	expect(team.writes()).toEqual([]);
	cache.switchOn(false);
	await app.press('esc');
	await app.answer('t', 'y', 'Deploying api');
});

test.each<[what: string, dateOf: (now: number, since: number) => number]>([
	['stand still', (_now, since) => since - minute],
	['are those of a clock that was set back', now => now - 4 * minute],
])('a change is sent at the third try if the dates of the service %s', {tags: ['fault-241']}, async (_what, dateOf) => {
	let wrongSince: number | undefined;
	const readFault = (_path: string, answered: () => Answer) => {
		if (wrongSince === undefined) return undefined;
		const answer = answered();
		const date = new Date(dateOf(app.clock.now(), wrongSince)).toUTCString();
		return {...answer, headers: {...answer.headers, date}};
	};
	await openOnTeam(['api'], {readFault, columns: 120});
	await app.clock.advance(minute);
	await app.press('P');
	wrongSince = app.clock.now();
	await app.answer('t', 'y');
	await app.until('Deploying api');
});

test('one answer with a wrong date neither stops a change nor what is shown', {
	tags: ['fault-240', 'fault-241'],
}, async () => {
	let isWrong = false;
	const readFault = (_path: string, answered: () => Answer) => {
		if (!isWrong) return undefined;
		isWrong = false;
		const {headers} = answered();
		return {status: 503, headers: {...headers, date: new Date(app.clock.now() + 5 * minute).toUTCString()}, body: '{}'};
	};
	const {team} = await openOnTeam(['api'], {readFault, columns: 120});
	await app.clock.advance(minute);
	isWrong = true;
	await app.clock.advance(20 * second);
	team.deploy('api', {status: 'building'});
	await app.wait(20 * second, 'building');
	await app.answer('t', 'y', 'Deploying api');
});

test('what a cache lacks is no sign that a change was not made', {tags: ['fault-241']}, async () => {
	const cache = createCache();
	const {team} = await openOnTeam(['api'], {readFault: cache.readFault, columns: 120});
	await app.clock.advance(minute);
	team.fail('after');
	await app.answer('t', 'y', 'landfall does not know whether api was deployed');
	cache.switchOn();
	await app.wait(4 * minute, 'A cache answered');
	expect(app.screen()).not.toContain('No sign');
	cache.switchOn(false);
	await app.until('A deployment has started since it was sent. It may be yours');
});
