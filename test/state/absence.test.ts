import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {absenceReport, absenceText, withFocus} from '../../src/state/absence.ts';
import {patch, type State} from '../../src/state/state.ts';
import {learned} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, minute, now} from '../kit/fixtures/moment.ts';
import {listed, page} from '../kit/fixtures/project-pages.ts';
import {deployment} from '../present/records.ts';

function readWith(aheadMs: number, fields: Partial<Deployment> = {}) {
	const away = withFocus(connected(), false, now - 10 * minute);
	const one = deployment({projectId: 'a', concludedAt: now + aheadMs, ...fields});
	return learned(away, listRead('a', [one], now));
}

/** The terminal reports focus twice. */
function concludedWhileAway(state: State, until = now + minute): number {
	const returned = withFocus(withFocus(state, true, until), true, until + minute);
	return absenceReport(returned)?.concluded.length ?? 0;
}

test.each([
	['in the year 2999', Date.UTC(2999, 0, 1) - now, 0],
	['in two days', 48 * 60 * minute, 0],
	['in two hours, as with another time zone', 120 * minute, 1],
	['in a second, as with a clock that is ahead', 1000, 1],
	['a minute ago', -minute, 1],
])('a deployment concluded %s is on the board and in the report of an absence, or in neither', (_, aheadMs, count) => {
	const state = readWith(aheadMs);
	expect(state.deployments.board.size).toBe(count);
	expect(concludedWhileAway(state)).toBe(count);
});

test('a conclusion noticed during an absence is counted whatever its time, and again after a later absence', () => {
	const running = readWith(0, {conclusion: undefined, concludedAt: undefined, createdAt: now - minute});
	const at = now + 2000;
	const ended = deployment({projectId: 'a', createdAt: now - minute, concludedAt: Date.UTC(2999, 0, 1)});
	const after = learned(running, listRead('a', [ended], at));
	expect(concludedWhileAway(after)).toBe(1);
	expect([...after.deployments.board.values()]).toMatchObject([{endedAt: at}]);
	const leftAgain = withFocus(withFocus(after, true, now + minute), false, now + 5 * minute);
	expect(concludedWhileAway(leftAgain, now + 10 * minute)).toBe(1);
});

test.each([
	[10, 'a', 'ab', 'Away 10m: nothing concluded · read 1 of 2 projects so far'],
	[10, 'ab', 'ab', undefined],
	[10, 'ab', 'ab+', 'Away 10m: nothing concluded · read 2 of 2+ projects so far'],
	[9, 'a', 'ab', undefined],
	[1, 'az', 'az', 'Away 1m: 1 concluded, 1 failed · read all 2 projects'],
	[1, 'z', 'z+', 'Away 1m: 1 concluded, 1 failed · read 1 of 1+ projects so far'],
	[0.9, 'z', 'z', undefined],
])('after %d minutes away, with “%s” of the projects “%s” read, the report is %j', (minutes, ids, all, said) => {
	const at = now + minutes * minute;
	const list = listed([undefined, page(all.replace('+', ''), all.endsWith('+') ? 'next' : undefined)]);
	const away = withFocus(withFocus(patch(connected(), 'projects', {list}), false, now), true, at);
	const failure = deployment({projectId: 'z', conclusion: serviceText('failure'), concludedAt: now});
	const read = (state: State, id: string) => learned(state, listRead(id, id === 'z' ? [failure] : [], at));
	const report = absenceReport([...ids].reduce(read, away));
	const short = said?.replace(/read (\d) of (\S+) .*/, '$1/$2 read');
	expect([false, true].map(isShort => report && absenceText(report, isShort))).toEqual([said, short]);
});
