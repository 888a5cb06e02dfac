import fc from 'fast-check';
import {expect, test} from 'vitest';
import {editedLine} from '../../src/state/text-editing.ts';
import {shownCells} from '../kit/app/emulator-screen.ts';
import {expectToFit} from '../kit/app/frames.ts';
import {type OpenApp, type OpenOptions, openList} from '../kit/app/open.ts';
import {leaveStop, openStop, type TourStop, tour, tourProfile, tourStops} from '../kit/app/tour.ts';

const profiles = [tourProfile];

/** The demo has a deployment for the board, the wall and the activity. */
async function tourDemo(options: OpenOptions, look: (app: OpenApp, place: TourStop) => void | Promise<void>) {
	const app = await openList({...options, profiles});
	await app.press('G');
	await app.answer('t', 'y');
	await app.clock.advance(3000);
	await leaveStop(app);
	await tour(app, place => look(app, place));
}

const cellsNow = (app: OpenApp) => shownCells(app.terminal.emulator);

test.each([
	{columns: 80, rows: 24},
	{columns: 40, rows: 12},
	{columns: 20, rows: 6},
	{columns: 160, rows: 40},
])('fits every screen and dialog at $columns × $rows, as without fast rows', {tags: ['fault-86']}, async size => {
	const drawnByInk: Array<readonly string[]> = [];
	await tourDemo({...size, hasFastRows: false}, app => {
		drawnByInk.push(cellsNow(app));
	});
	await tourDemo(size, async (app, {name, shows = [], hint = '', isOverList}) => {
		expectToFit(app.lines(), size);
		expect(cellsNow(app), name).toEqual(drawnByInk.shift());
		// Ink's widgets hold the fields of Connect.
		const isTyping = name === 'connect' || editedLine(app.state()) !== undefined;
		expect(app.beforeCursor() !== undefined, `${name} has a cursor`).toBe(isTyping);
		if (size.columns < 40) return;
		for (const text of shows) expect(app.screen()).toMatch(text);
		expect(app.lines().at(-1)).toContain(hint);
		if (isOverList) expect(app.screen()).toContain('▌✔ waitlist-lumen');
		await app.press('\u001B[24~');
		// The wall has no line for it.
		if (name !== 'wall') expect(app.screen()).toContain('F12 does nothing');
	});
});

test('leaves every place with each of its keys, which change nothing', async () => {
	const app = await openList({profiles});
	for (const place of tourStops) {
		for (const key of place.leaves ?? ['esc']) {
			await openStop(app, place);
			await app.go(key, /of 12/);
			const {interface: shown, projects} = app.state();
			expect([app.screenName(), shown.dialog, projects.filtered], `${place.name} ${key}`).toEqual([
				'projects',
				undefined,
				undefined,
			]);
			// It may have answered a question.
			await app.endWord();
			await app.press('g');
		}
	}

	expect(app.state().preferences).toMatchObject({theme: 'terminal', wordMeanings: new Map()});
	expect(app.state().connection?.name).toBe('demo');
	expect(app.writes()).toEqual([]);
});

const longText = `${'long '.repeat(15)}text`;
const pasted = `\u001B[200~${longText}\u001B[201~`;

/** The label is what stands before the text on a screen that is not tiny. */
const fields = [
	['an empty field', ['a'], [], '▌ name          ', ''],
	['a text that is cut', ['a'], [...longText], '', 'ong text'],
	['wide characters', ['a', 'ctrl+u'], ['漢字の', 'left'], 'name          ', '漢字'],
	['the form of a new project', ['a', 'ctrl+u'], ['shop'], 'name          ', 'shop'],
	['the form of a project', ['e', 'tab', 'ctrl+u'], ['slug'], 'slug          ', 'slug'],
	['the filter', ['/'], ['say'], 'filter: ', 'say'],
	['the palette', [':'], ['wall'], ': ', 'wall'],
	['the filter of the help', ['?', '/'], ['copy'], 'filter: ', 'copy'],
	['the search of a record', ['i', '/'], ['name'], 'search: ', 'name'],
	['the notification command', ['W', 'j', 'j', 'j', 'j', 'enter'], ['say'], '', 'say'],
	['the request body', ['t', 'e', 'ctrl+u'], ['{}'], '', '{}'],
	['the confirmation of a deletion', ['D'], ['wait'], 'confirm       ', 'wait'],
	['the confirmation of a bulk action', [' ', 'j', ' ', 't'], ['345'], 'confirm: ', '345'],
	['the connect form', [',', 'a', 'tab', 'tab'], ['acme'], 'profile name  ', 'acme'],
	['its empty field', [',', 'a'], [], '▌ address       ', ''],
	['its text that is cut', [',', 'a'], [pasted, 'left'], '', 'ong tex'],
	['its cut beginning', [',', 'a'], [pasted, ...Array.from(longText.slice(4), () => 'left')], '', 'long'],
	['its wide characters', [',', 'a', 'tab', 'tab'], ['漢字の', 'left'], '', '漢字'],
	[
		'its correction',
		[',', 'a', 'ctrl+u'],
		[...'ac', 'left', ...'bx', 'backspace', 'right', 'd'],
		'address       ',
		'abcd',
	],
	['its key', [',', 'a', 'tab'], ['abc'], 'team API key  ', '***'],
] as const;

test.each([
	{columns: 80, rows: 24},
	{columns: 40, rows: 12},
	{columns: 20, rows: 6},
])('shows typed text with the cursor behind it, at $columns × $rows', {tags: ['fault-169']}, async size => {
	const app = await openList({...size, profiles});
	for (const [what, keys, typed, label, text] of fields) {
		await app.press(...keys.flatMap(key => [key, 'half a second']), ...typed);
		expectToFit(app.lines(), size);
		const expected = size.rows < 12 ? text : label + text;
		expect(app.beforeCursor()?.endsWith(expected), `${what}: ${app.beforeCursor()}|`).toBe(true);
		await leaveStop(app);
		expect(app.beforeCursor(), what).toBeUndefined();
	}
});

type Step =
	| {readonly press: string}
	| {readonly burst: string}
	| {readonly resize: readonly [columns: number, rows: number]}
	| {readonly rename: readonly [index: number, name: string]}
	| {readonly wait: number};

const named = ['pageDown', 'pageUp', 'enter', 'esc', 'tab', 'backspace', 'down', 'up'];
const keys = [...'jjkgGeatyD?2341zrx,sWY', ...named];
const names = ['漢字の名前', 'docs', 'A name that is much longer than the column has room for', '', 'ñandú'];

const steps: fc.Arbitrary<Step> = fc.oneof(
	{weight: 12, arbitrary: fc.record({press: fc.constantFrom(...keys)})},
	{weight: 3, arbitrary: fc.record({burst: fc.constantFrom('jjj', 'jkj', 'abc', 'sjj', 'Wjk', 'Yj')})},
	{weight: 2, arbitrary: fc.record({resize: fc.tuple(fc.integer({min: 20, max: 150}), fc.integer({min: 6, max: 50}))})},
	{weight: 3, arbitrary: fc.record({rename: fc.tuple(fc.nat(11), fc.constantFrom(...names))})},
	{weight: 2, arbitrary: fc.record({wait: fc.constantFrom(1000, 10_000)})},
);

async function take(app: OpenApp, step: Step): Promise<void> {
	if ('press' in step) await app.press(step.press);
	else if ('resize' in step) await app.resize(...step.resize);
	else if ('wait' in step) await app.clock.advance(step.wait);
	else if ('burst' in step) app.burst(step.burst);
	else {
		const [index, name] = step.rename;
		const project = app.state().projects.list.rows[index];
		if (project) app.requestAsTeammate('PATCH', `/v1/projects/${project.id}`, {name});
	}

	await app.clock.advance(1000);
}

test('paints the same without fast rows after any keys, resizes and reads', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(steps, {minLength: 25, maxLength: 25}), async run => {
			const drawnByInk: Array<readonly string[]> = [];
			const app = await openList({profiles, hasLinks: true, hasFastRows: false});
			for (const step of run) {
				await take(app, step);
				drawnByInk.push([...cellsNow(app), app.beforeCursor() ?? '']);
			}

			const other = await openList({profiles, hasLinks: true});
			for (const step of run) {
				await take(other, step);
				expect([...cellsNow(other), other.beforeCursor() ?? ''], JSON.stringify(step)).toEqual(drawnByInk.shift());
			}
		}),
		{numRuns: 3, endOnFailure: true},
	);
});
