import {expect, test} from 'vitest';
import type {LimitName} from '../../src/store/model/health/limits.ts';
import {afterCheck, afterTrim, nextTrim, notTrimming, type Trimming} from '../../src/store/model/health/trimming.ts';

/** The parts that are dropped at one check after the other. */
function dropped(...checks: ReadonlyArray<readonly [exceeded: readonly LimitName[], megabytes: number]>) {
	let trimming: Trimming = notTrimming;
	return checks.map(([exceeded, megabytes]) => {
		trimming = afterCheck(trimming, exceeded);
		const part = nextTrim(trimming, exceeded, megabytes);
		if (part) trimming = afterTrim(part, megabytes);
		return part;
	});
}

const over: readonly LimitName[] = ['memory'];

test('while a limit is exceeded, each check drops one more part, least needed first', () => {
	expect(dropped([over, 510], [over, 510], [over, 510])).toEqual(['records', 'deployments', 'pages']);
});

test('a limit that is observed again ends the trimming, and the next excess begins with the least needed', () => {
	expect(dropped([over, 510], [over, 510], [[], 400], [over, 510])).toEqual([
		'records',
		'deployments',
		undefined,
		'records',
	]);
});

test('what did not help is not repeated until memory has grown by a tenth', () => {
	const all = [over, 510] as const;
	expect(dropped(all, all, all, [over, 510], [over, 560], [over, 562], [over, 562]).slice(3)).toEqual([
		undefined,
		undefined,
		'records',
		'deployments',
	]);
});

test('failing requests drop nothing: what was read could not be read again', () => {
	expect(dropped([['requests'], 100])).toEqual([undefined]);
});

test.each<LimitName>(['frames', 'event loop'])('if the limit of %s is exceeded, less is kept', name => {
	expect(dropped([[name], 100])).toEqual(['records']);
});
