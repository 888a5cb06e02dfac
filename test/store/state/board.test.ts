import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Deployment, isConcluded} from '../../../src/api/types.ts';
import {outcomeOf} from '../../../src/status-words.ts';
import type {Position} from '../../../src/store/model/position.ts';
import {type Event, reduce} from '../../../src/store/reducers/reduce.ts';
import {boardRows} from '../../../src/store/state/board.ts';
import {currentScreen, type State} from '../../../src/store/state/state.ts';
import {plain, said} from '../../../src/text.ts';
import {connected, minute, now} from '../../kit/fixtures/moment.ts';
import {bareDeployment} from '../../present/records.ts';

/** A deployment as reported by the service some minutes after the start. */
type Report = {readonly project: string; readonly number: number; readonly word: string; readonly minutes: number};

const conclusions = ['success', 'failure', 'cancelled', 'landed'];

function deploymentOf({project, number, word, minutes}: Report): Deployment {
	const end = conclusions.includes(word) ? {conclusion: said(word), concludedAt: now + minutes * minute} : {};
	const createdAt = now + number * 1000;
	return {...bareDeployment, id: `dep_${number}`, projectId: project, status: said(word), createdAt, ...end};
}

function arrived(report: Report): Event {
	const at = now + report.minutes * minute;
	return {
		type: 'latest-arrived',
		limit: 100,
		need: {connectionId: 0, kind: 'latest', projectId: report.project},
		list: {deployments: [deploymentOf(report)], requestId: undefined, unreadable: 0},
		askedAt: at,
		at,
	};
}

const watched = (projectId: string): Event => ({
	type: 'watch-toggled',
	watch: {projectId, deploymentId: undefined, project: plain`some project`, isMine: false},
	at: now,
});

const reports = fc
	.array(
		fc.record({
			project: fc.constantFrom(...'abcdefghijklmnop'),
			number: fc.integer({min: 0, max: 40}),
			word: fc.constantFrom('queued', 'building', ...conclusions),
			passedMinutes: fc.integer({min: 0, max: 40}),
		}),
		{minLength: 1, maxLength: 60},
	)
	.map(steps => {
		let minutes = 0;
		return steps.map(({passedMinutes, ...report}): Report => {
			minutes += passedMinutes;
			return {...report, minutes};
		});
	});

const events = fc
	.tuple(reports, fc.array(fc.constantFrom(...'abcd'), {maxLength: 4}))
	.map(([seen, projects]) => [...projects.map(watched), ...seen.map(arrived)]);

const openBoard = (rows = 20): State =>
	reduce(connected({interface: {size: {columns: 80, rows}}}), {type: 'watch-opened'});

function positionOf(state: State): Position {
	const screen = currentScreen(state);
	if (screen.name !== 'watch') throw new Error(`the screen is ${screen.name}`);
	return screen.position;
}

/** In progress, failed, anything else. */
function sectionOf(deployment: Deployment | undefined): number {
	if (!deployment) return 2;
	if (!isConcluded(deployment)) return 0;
	return outcomeOf(deployment, new Map()) === 'bad' ? 1 : 2;
}

const sections = (state: State) => boardRows(state).map(({deployment}) => sectionOf(deployment));

describe('the board', () => {
	test('always shows deployments in progress first, then failed ones, then the rest', {
		tags: ['fault-91'],
	}, () => {
		fc.assert(
			fc.property(events, arriving => {
				const state = arriving.reduce(reduce, openBoard());
				expect(sections(state)).toEqual(sections(state).toSorted());
			}),
		);
	});

	test('keeps its top on screen until a row is selected', {tags: ['fault-91']}, () => {
		fc.assert(
			fc.property(events, fc.integer({min: 10, max: 30}), (arriving, rows) => {
				let state = openBoard();
				for (const event of [...arriving, {type: 'resized', size: {columns: 80, rows}} as const, ...arriving]) {
					state = reduce(state, event);
					expect(positionOf(state)).toMatchObject({index: 0, top: 0, newAbove: []});
				}
			}),
		);
	});

	test('keeps the selected row selected, and on its line if enough rows are above it', {
		tags: ['fault-91'],
	}, () => {
		fc.assert(
			fc.property(events, fc.integer({min: -3, max: 40}), events, (before, by, after) => {
				let state = reduce(before.reduce(reduce, openBoard()), {type: 'moved', by});
				for (const event of after) {
					const {id, index, top, isAtStart} = positionOf(state);
					state = reduce(state, event);
					const rows = boardRows(state);
					const at = rows.findIndex(row => row.id === id);
					// An empty board has no row to select, and a removed row is replaced by another.
					if (isAtStart || at < 0) continue;
					const position = positionOf(state);
					expect([position.id, position.index]).toEqual([id, at]);
					expect(position.index - position.top).toBe(Math.min(index - top, at));
				}
			}),
		);
	});

	test('tracks the selected row after a movement key, even if the cursor did not move', () => {
		const running = (number: number, project: string) => arrived({project, number, word: 'building', minutes: number});
		const one = [running(1, 'a'), {type: 'moved', by: -1} as const, running(2, 'b')].reduce<State>(reduce, openBoard());
		expect(positionOf(one)).toMatchObject({index: 1, top: 1, newAbove: [expect.anything()]});
	});
});
