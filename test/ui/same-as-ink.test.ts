import fc from 'fast-check';
import {expect, test} from 'vitest';
import {scopes} from '../../src/ui/app.tsx';
import {createTheme} from '../../src/ui/themes.ts';
import {shownCells} from '../kit/app/emulator-screen.ts';
import {app, type OpenOptions, openList} from '../kit/app/open.ts';
import {mountPlainInk} from '../kit/app/plain-ink.tsx';
import {settled} from '../kit/fixtures/clock.ts';

/** Opens the demo, and the same app drawn by Ink alone. Returns a function that compares all cells of both. */
async function openBoth(size: OpenOptions = {}) {
	await openList(size);
	const {session, clock, terminal} = app;
	const keyContext = {store: session.store, clock, scopes: () => scopes};
	const plain = mountPlainInk(keyContext, createTheme({hasColor: true, isAscii: false}));
	app.onWidgetKey(plain.offer);
	return {
		async expectSame() {
			const shown = {lines: app.lines(), cells: shownCells(terminal.emulator)};
			const current = await plain.shownAt(clock.now());
			if (current.cells.join() === shown.cells.join()) return;
			// Ages tick once a second, so the screen may be up to a second behind.
			expect(shown).toEqual(await plain.shownAt(clock.now() - 1000));
		},

		close() {
			plain.close();
			app.close();
		},
	};
}

/** The keys that lead from one screen to the next, and what each shows where there is room. */
const everyScreen: ReadonlyArray<readonly [keys: readonly string[], screen: string, shows: readonly RegExp[]]> = [
	[[], 'projects', [/^▌✔ waitlist-lumen .*success/m]],
	[['enter'], 'deployments', [/ waitlist-lumen /, /^▌✔ success/m, /^ ✔ success +(?:production +v43 +)?took 0:45/m]],
	[['enter'], 'deployment', [/environment +production/, /upload version +v43/]],
	[['q', 'q', 'e'], 'edit', [/│ ▌ name +waitlist-lumen/m, /slug +waitlist-lumen/, /No changes yet\./]],
	[['esc', 'a'], 'create', [/│ ▌ name/m, /enter add project +esc back/]],
	[['esc', ','], 'connect', [/│ ▌ address/m, /team API key/, /keep the key/]],
	[['esc', '4'], 'versions', [/v43/]],
	[['1', 't', 'y', '3'], 'activity', [/waitlist-lumen/]],
	[['2'], 'board', [/^ ◐ \d\+? running/m, /waitlist-lumen/]],
	[[':', ...'wall', 'enter'], 'wall', [/looked at/]],
];

test.each([
	[80, 24],
	[40, 12],
	[200, 50],
	[59, 20],
	[110, 20],
	[20, 6],
] as const)('at %d × %d every screen fits, shows what it is for, and is what Ink would draw', async (columns, rows) => {
	const {expectSame, close} = await openBoth({columns, rows});
	for (const [keys, screen, shows] of everyScreen) {
		for (const key of keys) {
			if (key === 'y') await app.readQuestion();
			await app.press(key);
		}

		await app.clock.advance(3000);
		expect(app.screenName()).toBe(screen);
		if (columns >= 40) for (const text of shows) expect(app.screen()).toMatch(text);
		await expectSame();
	}

	close();
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

async function take(step: Step): Promise<void> {
	if ('press' in step) await app.press(step.press);
	else if ('resize' in step) await app.resize(...step.resize);
	else if ('wait' in step) await app.clock.advance(step.wait);
	else if ('burst' in step) app.burst(step.burst);
	else {
		const [index, name] = step.rename;
		const project = app.state().projects.list.rows[index];
		if (project) app.requestAsTeammate('PATCH', `/v1/projects/${project.id}`, {name});
	}

	for (let turn = 0; turn < 4; turn++) await settled();
}

test('after any keys, resizes and reads, the screen equals what Ink would draw', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(steps, {minLength: 25, maxLength: 25}), async run => {
			const {expectSame, close} = await openBoth();
			for (const step of run) {
				await take(step);
				await app.clock.advance(1000);
				await expectSame();
			}

			close();
		}),
		{numRuns: 3, endOnFailure: true},
	);
});
