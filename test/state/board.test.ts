import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {type BoardListItem, boardRowOf} from '../../src/model/board.ts';
import {keyOfDeployment} from '../../src/model/deployment-changes.ts';
import {shownBoard} from '../../src/state/board-rows.ts';
import {withoutBoardRow} from '../../src/state/deployments.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import {type Step, stateAfter, watching} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, hour, minute, now} from '../kit/fixtures/moment.ts';
import {running as runningFor, took} from '../present/records.ts';

/** A read `minutes` later. */
const reading = (minutes: number, ...deployments: readonly Deployment[]) =>
	listRead(deployments[0]?.projectId ?? '', deployments, now + minutes * minute);

const boardOf = (...steps: readonly Step[]) => shownBoard(stateAfter(goToBoard(connected()), ...steps));

const running = (fields: Partial<Deployment> = {}): Deployment =>
	runningFor(0, 'building', {id: 'dep_running', projectId: 'web', ...fields});

/** A list that is read `minutes` later, with five successes that took `usual` seconds each. */
const at = (minutes: number, fields: Partial<Deployment> = {}, usual = 60) => {
	const history = [1, 2, 3, 4, 5].map(hours => took(usual, {id: `dep_${hours}`, projectId: 'web'}, hours * 3600));
	return reading(minutes, running(fields), ...(fields.projectId === undefined ? history : []));
};

const undated = {createdAt: undefined};
const future = {createdAt: now + 9 * hour};
const elsewhere = {environmentId: serviceText('new')};

/** Lists with a change between the first two, the last `minutes` after the first. */
const observed = (minutes: number, fields: Partial<Deployment>) => [
	at(0, {...fields, status: serviceText('queued')}),
	at(1, fields),
	at(minutes, fields),
];

const ended = (word: string, fields: Partial<Deployment> = {}) =>
	running({conclusion: serviceText(word), concludedAt: now, status: serviceText('completed'), ...fields});

const endedBefore = (hours: number, word: string, minutes = 0) =>
	reading(minutes, ended(word, {createdAt: now - hours * hour, concludedAt: now - hours * hour}));

const other = (minutes: number): Step => reading(minutes, running({id: 'dep_other', projectId: 'z'}));

const removing: Step = state => withoutBoardRow(state, {id: keyOfDeployment(running()), folded: []});

const started = reading(0, running());
const succeeded = reading(1, ended('success'));
const failed = reading(1, ended('failure'));
const readLate = reading(90, ended('success', {concludedAt: now + 10 * minute}));
const twoEnded = reading(1, ended('success'), ended('success', {id: 'older', createdAt: now - minute}));
const failedInstead = [endedBefore(72, 'success'), endedBefore(72, 'failure', 1)];
const watched = watching('web');
const undatedEnd = ended('failure', {...undated, concludedAt: undefined});
const undatedFailure = reading(1, ended('success', {id: 'other'}), undatedEnd);

test.each<[rule: string, steps: readonly Step[], sections: string]>([
	['is in progress until three times its usual duration', [at(2)], 'running'],
	['is stuck after three times its usual duration', [at(3)], 'stuck'],
	['becomes stuck even if the record has not changed', [at(2), at(3)], 'stuck'],
	['is never stuck without a usual duration', [at(60, {projectId: 'api'})], 'running'],
	['is never stuck if it usually takes no time', [at(60, {}, 0)], 'running'],
	['is never stuck in an environment without a usual duration', [at(60, elsewhere)], 'running'],
	['is not stuck if it starts in the future', [at(60, future)], 'running'],
	['becomes stuck after a start in the future, three usual durations after a change', observed(4, future), 'stuck'],
	['without a start is not stuck before an observed change', [at(60, undated)], 'running'],
	['without a start is not stuck soon after an observed change', observed(3, undated), 'running'],
	['without a start becomes stuck three usual durations after an observed change', observed(4, undated), 'stuck'],
	['stays while it is in progress', [started, other(10_000)], 'running'],
	['stays for half an hour after it succeeded', [started, succeeded, other(30)], 'succeeded'],
	['leaves half an hour after it succeeded', [started, succeeded, other(31)], ''],
	['leaves if it was read long after it succeeded', [started, readLate], ''],
	['stays for a day after it failed', [started, failed, other(24 * 60)], 'failed'],
	['leaves a day after it failed', [started, failed, other(24 * 60 + 1)], ''],
	[
		'leaves half an hour after its success, even if never seen in progress',
		[reading(30, ended('success')), other(31)],
		'',
	],
	['leaves if its success turns into a failure of three days ago', failedInstead, ''],
	['keeps its row beside a success if its failure has no time', [started, undatedFailure], 'failed succeeded'],
	['can be removed after it concluded', [started, failed, removing], ''],
	['stays removed if its record stays the same', [started, failed, removing, reading(2, ended('failure'))], ''],
	['comes back if its record changes', [started, failed, removing, reading(2, ended('success'))], 'succeeded'],
	['keeps its time if its record changes', [started, succeeded, reading(20, ended('landed')), other(32)], ''],
	['comes back when it is in progress again', [started, failed, removing, reading(2, running())], 'running'],
	['of a watched project is among the watched', [watched, started, succeeded], 'watched'],
	['of a watched project is among the failures for a day', [watched, endedBefore(23, 'failure')], 'failed'],
	['of a watched project is among the watched a day after it failed', [watched, endedBefore(25, 'failure')], 'watched'],
	['stands for a watched project only if it is the newest', [watched, twoEnded], 'watched succeeded'],
])('a deployment on the board %s', (_rule, steps, sections) => {
	const {rows} = boardOf(...steps);
	expect(rows.flatMap(({projectId, section}) => (projectId === 'z' ? [] : section)).join(' ')).toBe(sections);
});

test('the board keeps 500 deployments and drops those that concluded first', () => {
	const many = (word: string, count: number, from: number) =>
		Array.from({length: count}, (_, at) => ended(word, {id: `${word}_${at}`, concludedAt: now + from + at}));
	const {rows} = boardOf(
		reading(5, ...many('landed', 400, 0)),
		reading(5, ...many('cancelled', 99, 1000).map(each => ({...each, projectId: 'api'}))),
		reading(5, ...[1, 2, 3].map(number => running({id: `running_${number}`, projectId: 'docs'}))),
	);
	const ids = rows.map(({deployment}) => deployment?.id);
	expect(ids).toHaveLength(500);
	expect(ids).toEqual(expect.arrayContaining(['running_1', 'running_3', 'cancelled_0', 'landed_2']));
	expect(ids).not.toContain('landed_1');
});

test('the sections of the board have headings with row counts, the most urgent first', () => {
	const outcomes = {a: 'failure', b: 'success', c: 'cancelled', d: 'landed'};
	const begun = [...'abcde'].map(id => running({id}));
	const concluded = Object.entries(outcomes).map(([id, word]) => ended(word, {id, concludedAt: now + minute}));
	const said = [reading(0, ...begun), reading(1, ...concluded, running({id: 'e'}))];
	const {entries} = boardOf(watching('docs'), ...said);
	const textOf = (entry: BoardListItem) =>
		'heading' in entry ? `${entry.heading} ${entry.count}:` : boardRowOf(entry)?.id.split(' ').at(-1);
	expect(entries.map(textOf).join(' ')).toBe('running 1: e failed 1: a watched 1: docs succeeded 1: b other 2: c d');
});
