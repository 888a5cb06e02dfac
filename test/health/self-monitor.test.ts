import {expect, test} from 'vitest';
import {type ReportHealth, startSelfMonitor} from '../../src/store/effects/self-monitor.ts';
import type {Event} from '../../src/store/reducers/reduce.ts';
import {createStore} from '../../src/store/store.ts';
import {createTestGauges} from '../kit/app/gauges.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {connected} from '../kit/fixtures/moment.ts';

const second = 1000;

function start() {
	const clock = createTestClock();
	const store = createStore(connected());
	const gauges = createTestGauges();
	const events: Array<Event['type']> = [];
	const reports: Array<Parameters<ReportHealth>[0]> = [];
	store.subscribe(({type}) => events.push(type));
	const stop = startSelfMonitor({store, clock, gauges, report: summary => reports.push(summary)});
	return {clock, store, gauges, events, reports, stop};
}

test('landfall measures itself at once and then every half minute, and wakes an idle computer no more often', async () => {
	const {clock, events} = start();
	await clock.advance(95 * second);
	expect(events).toEqual(Array.from({length: 4}, () => 'health-measured'));
});

test('each measurement is reported in one line', async () => {
	const {clock, reports, gauges} = start();
	gauges.resident = 600e6;
	await clock.advance(30 * second);
	expect(reports.map(report => [report?.isBad, report?.says.split(';')[0]])).toEqual([
		[false, 'memory 80 MB (limit 500 MB)'],
		[true, 'memory 600 MB (limit 500 MB)'],
	]);
});

test('a limit that is exceeded for a moment drops one part only', async () => {
	const {clock, store, gauges} = start();
	gauges.blockMs = 900;
	await clock.advance(90 * second);
	expect([...store.get().health.trims.keys()]).toEqual(['records']);
});

test('a clock that is set back does not end the measuring', async () => {
	const {clock, events} = start();
	clock.setBack(3_600_000);
	await clock.advance(61 * second);
	expect(events.length).toBe(3);
});

test('nothing is measured after the end', async () => {
	const {clock, events, stop} = start();
	stop();
	expect(clock.pending()).toBe(0);
	await clock.advance(60 * second);
	expect(events).toEqual(['health-measured']);
});

test('the event loop is watched while the terminal has focus', () => {
	const {store, gauges, stop} = start();
	expect(gauges.isWatching).toBe(true);
	store.dispatch({type: 'focus-changed', isFocused: false, at: 0});
	expect(gauges.isWatching).toBe(false);
	store.dispatch({type: 'focus-changed', isFocused: true, at: 0});
	expect(gauges.isWatching).toBe(true);
	stop();
});
