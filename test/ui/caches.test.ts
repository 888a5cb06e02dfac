import {expect, test} from 'vitest';
import {openOnTeam} from '../kit/app/open.ts';
import {minute, second} from '../kit/fixtures/moment.ts';
import type {Answer} from '../kit/services/team.ts';

/** While it is on, it answers with what it first read, a minute old. */
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

/** A minute passes before the test begins. */
async function openBehindCache(projects: readonly string[], columns = 120) {
	const cache = createCache();
	const {app, team} = await openOnTeam(projects, {readFault: cache.readFault, columns});
	await app.clock.advance(minute);
	return {app, cache, team};
}

test('shows an answer that a cache kept for a minute as a minute old', {tags: ['fault-240']}, async () => {
	const {app, cache} = await openBehindCache(['api', 'web']);
	cache.switchOn();
	await app.until(/^ landfall .* within 2m/);
	await app.wait(minute, /^ landfall .* within 2m/);
});

test('asks a cache once after r, not as fast as it can', {tags: ['fault-240']}, async () => {
	const {app, cache, team} = await openBehindCache(['api', 'web']);
	cache.switchOn();
	await app.press('r');
	const before = team.requests.length;
	await app.clock.advance(10 * second);
	expect(team.requests.length - before).toBeLessThan(14);
});

test('forgets nothing because of an old answer from a cache', {tags: ['fault-240']}, async () => {
	const cache = createCache();
	const {app, team} = await openOnTeam(['api'], {readFault: cache.readFault, columns: 120});
	const id = team.deploy('api', {status: 'building'});
	await app.wait(minute, 'building');
	cache.switchOn(false);
	team.conclude(id, 'success');
	await app.until('success');
	cache.switchOn();
	await app.clock.advance(minute);
	expect(app.screen()).toContain('success');
});

test('sends nothing while a cache answers the check before it', {tags: ['fault-241']}, async () => {
	const {app, cache, team} = await openBehindCache(['api'], 160);
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
])('sends a change at the third try if the dates of the service %s', {tags: ['fault-241']}, async (_what, dateOf) => {
	let wrongSince: number | undefined;
	const readFault = (_path: string, answered: () => Answer) => {
		if (wrongSince === undefined) return undefined;
		const answer = answered();
		const date = new Date(dateOf(app.clock.now(), wrongSince)).toUTCString();
		return {...answer, headers: {...answer.headers, date}};
	};
	const {app} = await openOnTeam(['api'], {readFault, columns: 120});
	await app.clock.advance(minute);
	await app.press('P');
	wrongSince = app.clock.now();
	await app.answer('t', 'y');
	await app.until('Deploying api');
});

test('neither stops a change nor an update for one wrong date', {tags: ['fault-240', 'fault-241']}, async () => {
	let isWrong = false;
	const readFault = (_path: string, answered: () => Answer) => {
		if (!isWrong) return undefined;
		isWrong = false;
		const {headers} = answered();
		return {status: 503, headers: {...headers, date: new Date(app.clock.now() + 5 * minute).toUTCString()}, body: '{}'};
	};
	const {app, team} = await openOnTeam(['api'], {readFault, columns: 120});
	await app.clock.advance(minute);
	isWrong = true;
	await app.clock.advance(20 * second);
	team.deploy('api', {status: 'building'});
	await app.wait(20 * second, 'building');
	await app.answer('t', 'y', 'Deploying api');
});

test('takes nothing that a cache lacks for a change that was not made', {tags: ['fault-241']}, async () => {
	const {app, cache, team} = await openBehindCache(['api']);
	team.fail('after');
	await app.answer('t', 'y', 'landfall does not know whether api was deployed');
	cache.switchOn();
	await app.wait(4 * minute, 'A cache answered');
	expect(app.screen()).not.toContain('No sign');
	cache.switchOn(false);
	await app.until('A deployment has started since it was sent. It may be yours');
});
