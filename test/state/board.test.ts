import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {type BoardEntry, rowOfEntry, shownBoard} from '../../src/model/board.ts';
import {keyOfDeployment} from '../../src/model/deployment-changes.ts';
import {withoutBoardRow} from '../../src/state/deployments.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import type {State} from '../../src/state/state.ts';
import {type Step, stateAfter, watching} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, hour, minute, now} from '../kit/fixtures/moment.ts';
import {running as runningFor, took} from '../present/records.ts';

/** The deployments of a project are read so many minutes later. */
const reading = (minutes: number, ...deployments: readonly Deployment[]) =>
	listRead(deployments[0]?.projectId ?? '', deployments, now + minutes * minute);

const openBoard = (): State => goToBoard(connected());

const running = (fields: Partial<Deployment> = {}): Deployment =>
	runningFor(0, 'building', {id: 'dep_running', projectId: 'web', ...fields});

/** Five successes, enough for a usual duration of a minute. */
const history = [1, 2, 3, 4, 5].map(hours => took(60, {id: `dep_${hours}`, projectId: 'web'}, hours * 3600));

const sectionsOf = (state: State) => shownBoard(state).rows.map(({id, section}) => [id.split(' ').at(-1), section]);

/** What the service may say of a deployment in progress. */
const said: Readonly<Record<string, Deployment>> = {
	running: running(),
	api: running({projectId: 'api'}),
	new: running({environmentId: serviceText('new')}),
	future: running({createdAt: now + 9 * hour}),
	queued: running({createdAt: undefined, status: serviceText('queued')}),
	undated: running({createdAt: undefined}),
};

test.each<[rule: string, reads: string, section: string]>([
	['is in progress until three times its usual duration', 'running 2', 'running'],
	['is stuck after three times its usual duration', 'running 3', 'stuck'],
	['is stuck then although the service says the same', 'running 2, running 3', 'stuck'],
	['is never stuck without a usual duration', 'api 60', 'running'],
	['is never stuck without a usual duration in its environment', 'new 60', 'running'],
	['with a start in the future is not stuck', 'future 60', 'running'],
	['without a start is not stuck before a change is observed', 'undated 60', 'running'],
	['without a start is not stuck soon after it changed', 'queued 0, undated 1, undated 3', 'running'],
	['without a start is stuck if nothing changes for as long', 'queued 0, undated 1, undated 4', 'stuck'],
])('a running deployment %s', (_rule, reads, section) => {
	let state = stateAfter(openBoard(), reading(0, ...history));
	for (const [word = '', minutes] of reads.split(', ').map(each => each.split(' '))) {
		const deployed = said[word] ?? running();
		const others = deployed.projectId === 'web' ? history : [];
		state = stateAfter(state, reading(Number(minutes), deployed, ...others));
	}

	expect(sectionsOf(state)).toEqual([['dep_running', section]]);
});

const ended = (word: string, fields: Partial<Deployment> = {}) =>
	running({conclusion: serviceText(word), concludedAt: now, status: serviceText('completed'), ...fields});

/** Another project, whose answers let time pass. */
const other = (minutes: number): Step => reading(minutes, running({id: 'dep_other', projectId: 'z'}));

const removing: Step = state => withoutBoardRow(state, {id: keyOfDeployment(running()), folded: []});

const [started, succeeded, failed] = [
	reading(0, running()),
	reading(1, ended('success')),
	reading(1, ended('failure')),
];
const landed = reading(20, ended('landed'));
const undatedFailure = reading(
	1,
	ended('success', {id: 'other'}),
	ended('failure', {concludedAt: undefined, createdAt: undefined}),
);

test.each<[rule: string, steps: readonly Step[], isThere: boolean]>([
	['is there while it is in progress', [started, other(10_000)], true],
	['stays for half an hour after it succeeded', [started, succeeded, other(31)], true],
	['leaves half an hour after it succeeded', [started, succeeded, other(32)], false],
	['stays for a day after it failed', [started, failed, other(24 * 60 + 1)], true],
	['leaves a day after it failed', [started, failed, other(24 * 60 + 2)], false],
	['leaves when that is half an hour ago', [reading(30, ended('success')), other(31)], false],
	['keeps its row beside a success if nothing says when it failed', [started, undatedFailure], true],
	['is removed after it concluded', [started, failed, removing], false],
	['stays removed while the service says the same', [started, failed, removing, reading(2, ended('failure'))], false],
	['comes back when the service says something else', [started, failed, removing, reading(2, ended('success'))], true],
	['keeps its time when the service says something else', [started, succeeded, landed, other(32)], false],
	['is there again when it is in progress again', [started, failed, removing, reading(2, running())], true],
])('a deployment on the board %s', (_rule, taken, isThere) => {
	const {rows} = shownBoard(stateAfter(openBoard(), ...taken));
	expect(rows.some(({id}) => id === keyOfDeployment(running()))).toBe(isThere);
});

test.each([
	[23, 'failed'],
	[25, 'watched'],
])('a watched project whose last deployment failed %i hours ago is in the section of what is %s', (hours, section) => {
	const at = now - hours * hour;
	const failure = ended('failure', {createdAt: at, concludedAt: at});
	const state = stateAfter(openBoard(), watching('web'), reading(0, failure));
	expect(shownBoard(state).rows.map(row => row.section)).toEqual([section]);
});

test('of more than 500 deployments, those that concluded first leave the board', () => {
	const many = (word: string, count: number, from: number) =>
		Array.from({length: count}, (_, at) => ended(word, {id: `${word}_${at}`, concludedAt: now + from + at}));
	const state = stateAfter(
		openBoard(),
		reading(5, ...many('landed', 400, 0)),
		reading(5, ...many('cancelled', 99, 1000).map(each => ({...each, projectId: 'api'}))),
		reading(5, ...[1, 2, 3].map(number => running({id: `running_${number}`, projectId: 'docs'}))),
	);
	const ids = shownBoard(state).rows.map(({deployment}) => deployment?.id);
	expect(ids).toHaveLength(500);
	expect(ids).toEqual(expect.arrayContaining(['running_1', 'running_3', 'cancelled_0', 'landed_2']));
	expect(ids).not.toContain('landed_1');
});

test('the sections of the board have headings with row counts, the most urgent first', () => {
	const outcomes = {a: 'failure', b: 'success', c: 'cancelled', d: 'landed'};
	const begun = [...'abcde'].map(id => running({id}));
	const concluded = Object.entries(outcomes).map(([id, word]) => ended(word, {id, concludedAt: now + minute}));
	const said = [reading(0, ...begun), reading(1, ...concluded, running({id: 'e'}))];
	const board = stateAfter(openBoard(), watching('docs'), ...said);
	const textOf = (entry: BoardEntry) =>
		'heading' in entry ? `${entry.heading} ${entry.count}:` : rowOfEntry(entry)?.id.split(' ').at(-1);
	expect(shownBoard(board).entries.map(textOf).join(' ')).toBe(
		'running 1: e failed 1: a watched 1: docs succeeded 1: b other 2: c d',
	);
});
