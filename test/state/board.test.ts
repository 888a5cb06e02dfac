import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Deployment, isConcluded} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {rowReadAt, shownBoard} from '../../src/model/board.ts';
import type {Size} from '../../src/model/layout.ts';
import type {Position} from '../../src/model/position.ts';
import {outcomeOf} from '../../src/model/status-words.ts';
import {boardBounds} from '../../src/state/lists.ts';
import {jumpTo, moveBy, pageBy, resizeTo} from '../../src/state/movement.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import {toggleWatch} from '../../src/state/preferences.ts';
import {currentScreen, type State} from '../../src/state/state.ts';
import {changed, learned} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, minute, now} from '../kit/fixtures/moment.ts';
import {bareDeployment} from '../present/records.ts';

/** A deployment as reported by the service some minutes after the start. */
type Report = {readonly project: string; readonly number: number; readonly word: string; readonly minutes: number};

const conclusions = ['success', 'failure', 'cancelled', 'landed'];

function deploymentOf({project, number, word, minutes}: Report): Deployment {
	const end = conclusions.includes(word) ? {conclusion: serviceText(word), concludedAt: now + minutes * minute} : {};
	const createdAt = now + number * 1000;
	return {...bareDeployment, id: `dep_${number}`, projectId: project, status: serviceText(word), createdAt, ...end};
}

/** What happens to the state, one after the other. */
type Step = (state: State) => State;

const stateAfter = (state: State, steps: readonly Step[]): State => steps.reduce((before, step) => step(before), state);

function arrived(report: Report, more: readonly Deployment[] = []): Step {
	const at = now + report.minutes * minute;
	return state => learned(state, listRead(report.project, [deploymentOf(report), ...more], {askedAt: at, at}));
}

const watched =
	(projectId: string): Step =>
	state =>
		changed(state, before =>
			toggleWatch(before, {projectId, deploymentId: undefined, project: plain`some project`, isMine: false}),
		);

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

const steps = fc
	.tuple(reports, fc.array(fc.constantFrom(...'abcd'), {maxLength: 4}))
	.map(([seen, projects]) => [...projects.map(watched), ...seen.map(report => arrived(report))]);

const openBoard = (rows = 20): State => goToBoard(connected({interface: {size: {columns: 80, rows}}}));

const by =
	(change: Step): Step =>
	state =>
		changed(state, change);

const move = (rows: number) => by(state => moveBy(state, rows));
const resize = (size: Size) => by(state => resizeTo(state, size));
const toFirst = by(state => jumpTo(state, 'first', now));
const toLast = by(state => jumpTo(state, 'last', now));

function positionOf(state: State): Position {
	const screen = currentScreen(state);
	if (screen.name !== 'board') throw new Error(`the screen is ${screen.name}`);
	return screen.position;
}

/** 0 in progress, 1 failed, 2 anything else. */
function sectionOf(deployment: Deployment | undefined): number {
	if (!deployment) return 2;
	if (!isConcluded(deployment)) return 0;
	return outcomeOf(deployment, new Map()) === 'bad' ? 1 : 2;
}

const sections = (state: State) => shownBoard(state).rows.map(({deployment}) => sectionOf(deployment));

describe('the board', () => {
	test('always shows deployments in progress first, then failed ones, then the rest', {
		tags: ['fault-91'],
	}, () => {
		fc.assert(
			fc.property(steps, arriving => {
				const state = stateAfter(openBoard(), arriving);
				expect(sections(state)).toEqual(sections(state).toSorted());
			}),
		);
	});

	test('is the same whether it follows each answer or is made at once', () => {
		fc.assert(
			fc.property(steps, arriving => {
				let state = openBoard();
				for (const step of arriving) {
					state = step(state);
					const followed = shownBoard(state);
					const {deployments} = state;
					expect(followed).toEqual(
						shownBoard({...state, deployments: {...deployments, board: new Map(deployments.board)}}),
					);
				}
			}),
		);
	});

	test('is not sorted again after an answer without news, nor are its rows placed again', () => {
		const running = (number: number, minutes: number) => arrived({project: 'a', number, word: 'building', minutes});
		const state = stateAfter(openBoard(), [running(1, 1), running(2, 1)]);
		const next = running(2, 2)(state);
		const board = shownBoard(next);
		expect(board).toBe(shownBoard(state));
		expect(board.rows.map(row => rowReadAt(next.deployments.table, row))).toEqual([now + 2 * minute, now + minute]);
		expect(next.interface).toBe(state.interface);
		expect(next.presence).toBe(state.presence);
	});

	test('moves a deployment that turns out to be stuck, although the service says the same', () => {
		const concluded = Array.from({length: 6}, (_, index): Deployment => {
			const createdAt = now - (index + 2) * 60 * minute;
			return {
				...deploymentOf({project: 'a', number: index, word: 'success', minutes: 0}),
				createdAt,
				concludedAt: createdAt + minute,
			};
		});
		const read = (minutes: number) => arrived({project: 'a', number: 10, word: 'building', minutes}, concluded);
		const sectionAfter = (...reads: readonly Step[]) =>
			shownBoard(stateAfter(openBoard(), reads)).entries.map(entry => 'heading' in entry && entry.heading)[0];
		expect(sectionAfter(read(1), read(2))).toBe('running');
		expect(sectionAfter(read(1), read(2), read(5))).toBe('stuck');
	});

	test('keeps its top on screen until a row is selected', {tags: ['fault-91']}, () => {
		fc.assert(
			fc.property(steps, fc.integer({min: 10, max: 30}), (arriving, rows) => {
				let state = openBoard();
				for (const step of [...arriving, resize({columns: 80, rows}), ...arriving]) {
					state = step(state);
					const [first] = shownBoard(state).rows;
					expect(positionOf(state)).toMatchObject({id: first?.id, top: 0, newAbove: []});
				}
			}),
		);
	});

	test('keeps the selected row selected, and on its line if enough rows are above it', {
		tags: ['fault-91'],
	}, () => {
		fc.assert(
			fc.property(steps, fc.integer({min: -3, max: 40}), steps, (before, by, later) => {
				let state = stateAfter(openBoard(), [...before, move(by)]);
				for (const step of later) {
					const {id, index, top, isAtStart} = positionOf(state);
					state = step(state);
					const at = shownBoard(state).indexes.get(id ?? '');
					// An empty board has no row to select, and a removed row is replaced by another.
					if (isAtStart || at === undefined) continue;
					const position = positionOf(state);
					expect([position.id, position.index]).toEqual([id, at]);
					expect(position.index - position.top).toBe(Math.min(index - top, at));
				}
			}),
		);
	});

	test('tracks the selected row after a movement key, even if the cursor did not move', () => {
		const running = (number: number, project: string) => arrived({project, number, word: 'building', minutes: number});
		const one = stateAfter(openBoard(), [running(1, 'a'), move(-1), running(2, 'b')]);
		// The new row replaces the heading in the viewport.
		expect(positionOf(one)).toMatchObject({index: 2, top: 1, newAbove: []});
		const two = running(3, 'c')(one);
		expect(positionOf(two)).toMatchObject({index: 3, top: 2, newAbove: [expect.anything()]});
	});

	test('never selects a heading, and shows the first heading again when moving up', () => {
		const moves = fc.array(
			fc.oneof(
				fc.integer({min: -4, max: 4}).map(move),
				fc.constantFrom(-1, -0.5, 0.5, 1).map(screens => by(state => pageBy(state, screens))),
				fc.constantFrom(toFirst, toLast),
				fc.integer({min: 10, max: 30}).map(rows => resize({columns: 80, rows})),
				fc.integer({min: 40, max: 80}).map(columns => resize({columns, rows: 24})),
			),
		);
		fc.assert(
			fc.property(steps, moves, steps, (before, moving, later) => {
				let state = stateAfter(openBoard(), before);
				for (const next of [...moving, ...later, ...moving]) {
					state = next(state);
					const {rows, entries} = shownBoard(state);
					const {id, index, top} = positionOf(state);
					if (rows.length === 0) continue;
					expect(entries[index]).toMatchObject({id});
					const {height} = boardBounds(state);
					expect(index - top).toBeGreaterThanOrEqual(0);
					expect(index - top).toBeLessThan(height);
					if (next === toFirst && height > 1) expect(top).toBe(0);
				}
			}),
		);
	});

	test('keeps the selected row when a small screen drops the headings', () => {
		const seen = [1, 2, 3].map(number =>
			arrived({project: 'abc'[number] ?? 'd', number, word: 'building', minutes: 1}),
		);
		const failed = arrived({project: 'a', number: 9, word: 'failure', minutes: 2});
		const all = [arrived({project: 'a', number: 9, word: 'queued', minutes: 1}), ...seen, failed];
		const selected = stateAfter(openBoard(), [...all, toLast]);
		const small = resize({columns: 80, rows: 12})(selected);
		expect([positionOf(selected).index, positionOf(small).index]).toEqual([5, 3]);
		expect(positionOf(small).id).toBe(positionOf(selected).id);
	});
});
