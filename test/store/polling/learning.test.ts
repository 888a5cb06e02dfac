import {describe, expect, test} from 'vitest';
import {
	initialDurations,
	meanDuration,
	meanStateDuration,
	noDurations,
	withDurations,
	withReading,
} from '../../../src/store/polling/reading-plan/deployment-durations.ts';
import {
	followUpFactor,
	initialFollowUps,
	withFollowUps,
} from '../../../src/store/polling/reading-plan/follow-up-rates.ts';
import {
	initialHintQuality,
	qualityAfterBegin,
	qualityAfterMove,
	shareOf,
} from '../../../src/store/polling/reading-plan/hint-quality.ts';
import {deploymentRate, evidenceOf} from '../../../src/store/polling/reading-plan/project-rates.ts';
import {createRandom} from '../../reading/random.ts';

const now = Date.UTC(2026, 5, 8);
const hour = 3_600_000;
const day = 24 * hour;

describe('how often a project deploys', () => {
	test('is the team’s rate for a project without evidence', () => {
		expect(deploymentRate({begun: 0, seconds: 0}, 0.001)).toBeCloseTo(0.001, 10);
	});

	test('is its own rate for a project with a long list', () => {
		const createdAt = Array.from({length: 100}, (_, index) => now - index * hour);
		const evidence = evidenceOf({createdAt, completeSince: now - 100 * hour}, now);
		expect(deploymentRate(evidence, 1e-4) * 3600).toBeCloseTo(1, 1);
	});

	test('follows its recent activity', () => {
		const createdAt = Array.from({length: 24}, (_, index) => now - 6 * day - index * hour);
		const before = deploymentRate(evidenceOf({createdAt, completeSince: now - 7 * day}, now - 6 * day), 1e-5);
		const after = deploymentRate(evidenceOf({createdAt, completeSince: now - 7 * day}, now), 1e-5);
		expect(after).toBeLessThan(before / 10);
	});
});

describe('how long deployments last', () => {
	test('is the team’s average for a project without a history, and its own for one with a long one', () => {
		const known = withDurations(initialDurations, {count: 200, sum: 200 * 30});
		expect(meanDuration(known, noDurations)).toBeCloseTo(30, 0);
		expect(meanDuration(known, {count: 100, sum: 100 * 300})).toBeGreaterThan(280);
	});

	test('is learned per state from occasional reads of rows', () => {
		const random = createRandom(1);
		let known = initialDurations;
		for (let row = 0; row < 2000; row++) {
			const changesAfter = random.exponential(20);
			for (let at = 0; at < changesAfter; at += 15) {
				known = withReading(known, {state: 'uploading', since: 15, duration: 60, hasChanged: at + 15 >= changesAfter});
			}
		}

		expect(meanStateDuration(known, 'uploading', 60)).toBeGreaterThan(18);
		expect(meanStateDuration(known, 'uploading', 60)).toBeLessThan(22);
		expect(meanStateDuration(known, 'uploading', 120)).toBeGreaterThan(36);
	});

	test('is kept for a limited number of states', () => {
		let known = initialDurations;
		for (let word = 0; word < 1000; word++) {
			known = withReading(known, {state: `${word}`, since: 5, duration: 60, hasChanged: true});
		}

		expect(known.changes.size).toBe(50);
	});
});

describe('what hints are worth', () => {
	const judged = (cases: number, isHit: (index: number) => boolean) => {
		let quality = initialHintQuality;
		for (let index = 0; index < cases; index++) {
			quality = qualityAfterBegin(quality, isHit(index));
			quality = qualityAfterMove(quality, {wasBusy: false, hasBegun: isHit(index)});
		}

		return {recall: shareOf(quality.recall), precision: shareOf(quality.precision.idle), busy: quality.precision.busy};
	};

	test.each([
		['always right', () => true, 1],
		['right half the time', (index: number) => index % 2 === 0, 0.5],
		['never right', () => false, 0],
	])('is learned when they are %s', (_, isHit, share) => {
		const {recall, precision} = judged(1000, isHit);
		expect(recall).toBeCloseTo(share, 1);
		expect(precision).toBeCloseTo(share, 1);
	});

	test('is learned separately for projects with a deployment in progress, whose end may change the hint', () => {
		expect(judged(1000, () => true).busy).toEqual(initialHintQuality.precision.busy);
	});

	test('adapts when the service changes', () => {
		expect(judged(2000, index => index < 1000).recall).toBeLessThan(0.1);
	});
});

describe('how deployments follow each other', () => {
	const learned = (gapMs: (index: number) => number) => {
		let known = initialFollowUps;
		for (let project = 0; project < 50; project++) {
			const begunAt = [now - 2 * day];
			for (let at = now - 2 * day + gapMs(0), index = 1; at < now; at += gapMs(index++)) begunAt.push(at);
			const rate = (begunAt.length - 1) / (2 * 24 * 3600);
			known = withFollowUps(known, {begunAt, until: now, rate});
		}

		return known;
	};

	test('has no effect if they are independent', () => {
		const random = createRandom(3);
		const known = learned(() => random.exponential(hour));
		for (const age of [2, 10, 60]) expect(followUpFactor(known, age * 60_000)).toBeCloseTo(1, 0);
	});

	test('raises the rate just after a deployment if deployments come in bursts', () => {
		const known = learned(index => (index % 5 === 0 ? 8 * hour : 4 * 60_000));
		expect(followUpFactor(known, 3 * 60_000)).toBeGreaterThan(5);
		expect(followUpFactor(known, 2 * hour)).toBeLessThan(0.5);
	});
});
