import {describe, expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {type BoardEntry, rowOfEntry, shownBoard} from '../../src/model/board.ts';
import {moveBy} from '../../src/state/movement.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import {toggleWatch} from '../../src/state/preferences.ts';
import type {State} from '../../src/state/state.ts';
import {changed, learned} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, minute, now} from '../kit/fixtures/moment.ts';
import {deployment} from '../present/records.ts';

const hour = 60 * minute;

/** Returns a successful deployment that took a minute, some hours ago. */
const success = (hours: number, fields: Partial<Deployment> = {}): Deployment => {
	const createdAt = now - hours * hour;
	const concludedAt = createdAt + minute;
	return deployment({id: `dep_${hours}`, projectId: 'web', createdAt, concludedAt, ...fields});
};

const running = (fields: Partial<Deployment> = {}): Deployment =>
	deployment({
		id: 'dep_running',
		projectId: 'web',
		status: serviceText('building'),
		conclusion: undefined,
		concludedAt: undefined,
		createdAt: now,
		...fields,
	});

/** Five successes, enough for a usual duration of a minute. */
const history = [1, 2, 3, 4, 5].map(hours => success(hours));

/** Returns the state after the deployments of a project are read. */
const read = (state: State, deployments: readonly Deployment[], at: number): State =>
	learned(state, listRead(deployments[0]?.projectId ?? '', deployments, {askedAt: at, at}));

const watched = (state: State, projectId: string): State =>
	toggleWatch(state, {projectId, deploymentId: undefined, project: plain`some project`, isMine: false});

const open = (): State => goToBoard(connected({interface: {size: {columns: 80, rows: 24}}}));
const sectionsOf = (state: State) => shownBoard(state).rows.map(({id, section}) => [id.split(' ').at(-1), section]);

describe('a running deployment', () => {
	test.each([
		['is in progress until three times its usual duration', running(), 2 * minute, 'running'],
		['is stuck after three times its usual duration', running(), 3 * minute, 'stuck'],
		['is never stuck without a usual duration', running({projectId: 'api'}), hour, 'running'],
		[
			'is compared with its project if its environment has no usual duration',
			running({environmentId: serviceText('new')}),
			3 * minute,
			'stuck',
		],
		['with a start in the future is not stuck', running({createdAt: now + 9 * hour}), hour, 'running'],
		['without a start is not stuck before a change is observed', running({createdAt: undefined}), hour, 'running'],
	])('%s', (_rule, deployed, afterMs, section) => {
		const known = read(open(), history, now);
		const own = deployed.projectId === 'web' ? [deployed, ...history] : [deployed];
		const state = read(known, own, now + afterMs);
		expect(sectionsOf(state)).toEqual([['dep_running', section]]);
	});

	test('without a start is stuck if nothing has changed for three times its usual duration', () => {
		const queued = running({createdAt: undefined, status: serviceText('queued')});
		const building = running({createdAt: undefined});
		const states = [
			[queued, 0],
			[building, minute],
			[building, 3 * minute],
			[building, 4 * minute],
		] as const;
		const sections = states.reduce<{state: State; found: unknown[]}>(
			({state, found}, [deployed, afterMs]) => {
				const next = read(state, [deployed, ...history], now + afterMs);
				return {state: next, found: [...found, sectionsOf(next)[0]?.[1]]};
			},
			{state: open(), found: []},
		).found;
		expect(sections).toEqual(['running', 'running', 'running', 'stuck']);
	});
});

test('no row of the board moves to another section without a read', () => {
	const state = read(open(), [running(), ...history], now);
	const later = changed(state, current => moveBy(current, 1));
	expect(shownBoard(later)).toBe(shownBoard(state));
});

test('a row of the board follows what an answer says besides the status', () => {
	const state = read(open(), [running({projectId: 'api'})], now);
	expect(shownBoard(state).rows).toHaveLength(1);
	const moved = read(state, [running({projectId: 'api', url: serviceText('https://new.example')})], now + minute);
	expect(shownBoard(moved).rows[0]?.deployment?.url?.exact).toBe('https://new.example');
});

test('a row of the board follows what is usual', () => {
	const state = read(open(), [running(), ...history], now);
	const [before] = shownBoard(state).rows;
	const older = history.map(deployment => ({
		...deployment,
		id: `${deployment.id}_older`,
		createdAt: (deployment.createdAt ?? 0) - 10 * hour,
		concludedAt: (deployment.concludedAt ?? 0) - 9 * hour,
	}));
	const [after] = shownBoard(read(state, [running(), ...history, ...older], now + minute)).rows;
	expect(after?.section).toBe(before?.section);
	expect(after?.usual?.medianMs).toBeGreaterThan(before?.usual?.medianMs ?? 0);
});

test('the sections of the board have headings with row counts, the most urgent first', () => {
	const conclude = (id: string, word: string) =>
		running({id, conclusion: serviceText(word), concludedAt: now + minute, status: serviceText('completed')});
	const begun = ['a', 'b', 'c', 'd', 'e'].map(id => running({id}));
	const ended = [
		conclude('a', 'failure'),
		conclude('b', 'success'),
		conclude('c', 'cancelled'),
		conclude('d', 'landed'),
	];
	const board = read(read(watched(open(), 'docs'), begun, now), [...ended, running({id: 'e'})], now + minute);
	const textOf = (entry: BoardEntry) =>
		'heading' in entry ? `${entry.heading} ${entry.count}` : rowOfEntry(entry)?.id.split(' ').at(-1);
	expect(shownBoard(board).entries.map(textOf)).toEqual([
		'running 1',
		'e',
		'failed 1',
		'a',
		'watched 1',
		'docs',
		'succeeded 1',
		'b',
		'other 2',
		'c',
		'd',
	]);
});

test('a watched project whose newest deployment failed days ago is not among the recent failures', () => {
	const failed = success(72, {conclusion: serviceText('failure')});
	const board = read(watched(open(), 'web'), [failed], now);
	const latest = learned(board, listRead('web', [failed], {askedAt: now, at: now}));
	expect(sectionsOf(latest)).toEqual([['web', 'watched']]);
});
