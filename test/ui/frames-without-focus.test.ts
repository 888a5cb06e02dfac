import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {withFocus} from '../../src/state/absence.ts';
import type {ReadFact} from '../../src/state/facts.ts';
import {type State, withNotice} from '../../src/state/state.ts';
import {createStore, learn} from '../../src/sync/store.ts';
import {isReadAgain, startFrameScheduler} from '../../src/ui/frame/frame-scheduler.ts';
import {learned} from '../kit/fixtures/changed.ts';
import {createTestClock, settled} from '../kit/fixtures/clock.ts';
import {now, reading, second} from '../kit/fixtures/moment.ts';
import {deployment} from '../present/records.ts';

const building = {conclusion: undefined, concludedAt: undefined, status: serviceText('building')};
const one = deployment({id: 'a_1', projectId: 'a', ...building});
const other = deployment({id: 'a_2', projectId: 'a', createdAt: now - 7_200_000});

/** The newest deployments of the project `a` arrive, as new objects. */
const read = (at: number, deployments: readonly Deployment[] = [one, other]): ReadFact => ({
	type: 'list-read',
	request: {connectionId: 0, kind: 'deployments', projectId: 'a'},
	answer: {deployments: deployments.map(each => ({...each})), requestId: serviceText(`req_${at}`), unreadable: 0},
	askedAt: now + at,
	at: now + at + 1,
});

const answered = (status: number, at: number): ReadFact => ({
	type: 'request-ended',
	record: {
		method: 'GET',
		path: plain`/v1/projects/a/deployments`,
		attempt: 1,
		outcome: 'answered',
		status,
		startedAt: now + at,
		tookMs: 1,
		bytes: 100,
	},
});

const withCopied = (state: State): State => withNotice(state, plain`Copied`, 'quiet', now);
const known = (): State => withFocus(learned(reading(), read(10)), false, now);

test.each<readonly [what: string, happening: ReadFact | typeof withCopied, isNothingNew: boolean]>([
	['an answer that says the same', read(20), true],
	['a request that was served', answered(200, 20), true],
	['another state of a deployment', read(20, [{...one, status: serviceText('uploading')}, other]), false],
	['another address of a deployment', read(20, [{...one, url: serviceText('https://43.example.com')}, other]), false],
	['one more deployment', read(20, [one, other, {...other, id: 'a_3'}]), false],
	['one deployment less', read(20, [one]), false],
	['a request that the service throttles', answered(429, 20), false],
	['a request that fails', answered(500, 20), false],
	['a notice', withCopied, false],
])('%s is distinguished from an answer without news', (_, happening, isNothingNew) => {
	const before = known();
	const after = typeof happening === 'function' ? happening(before) : learned(before, happening);
	expect(after).not.toBe(before);
	expect(isReadAgain(before, after)).toBe(isNothingNew);
});

test('without focus, answers without news share a frame every ten seconds, and news is shown at once', async () => {
	const clock = createTestClock(now);
	const store = createStore(known(), clock.now);
	let frames = 0;
	const ticker = {now: clock.now, subscribe: () => () => {}, stop() {}};
	const {stop} = startFrameScheduler({store, clock, ticker, paint: () => frames++});
	const after = async (...facts: readonly ReadFact[]) => {
		for (const fact of facts) learn(store, fact);
		await settled();
		return frames;
	};
	expect(await after(answered(200, 20), read(20))).toBe(0);
	await clock.advance(5 * second);
	expect(await after(answered(200, 5020), read(5020))).toBe(0);
	await clock.advance(5 * second);
	expect(frames).toBe(1);
	expect(await after(read(10_020))).toBe(1);
	const changed = [{...one, status: serviceText('uploading')}, other];
	expect(await after(read(10_030, changed))).toBe(2);
	store.change((state, now) => withNotice(state, plain`Copied`, 'quiet', now));
	expect(await after()).toBe(3);
	expect(await after(read(10_040, changed))).toBe(3);
	store.change(state => withFocus(state, true, now + 10_050));
	expect(await after()).toBe(4);
	expect(await after(read(10_060, changed))).toBe(5);
	await clock.advance(20 * second);
	expect(frames).toBe(5);
	stop();
});
