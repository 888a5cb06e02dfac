import fc from 'fast-check';
import {expect, test} from 'vitest';
import {scopes} from '../../src/ui/app.tsx';
import {createTheme} from '../../src/ui/themes/paint.ts';
import {shownCells} from '../kit/app/emulator-screen.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {mountPlainInk, type PlainInk} from '../kit/app/plain-ink.tsx';
import {settled} from '../kit/fixtures/clock.ts';

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

	for (let turn = 0; turn < 4; turn++) await settled();
}

/** Compares the cells of the terminal with those that Ink alone would draw. */
async function expectSame({terminal, clock}: OpenApp, plain: PlainInk) {
	const shown = {lines: terminal.lines(), cells: shownCells(terminal.emulator)};
	// Ages tick once a second, so the screen may be up to a second behind.
	const earlier = await plain.shownAt(clock.now() - 1000);
	if (earlier.cells.join() === shown.cells.join()) return;
	expect(shown).toEqual(await plain.shownAt(clock.now()));
}

test('after any keys, resizes and reads, the screen equals what Ink would draw', {
	timeout: 60_000,
}, async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(steps, {minLength: 25, maxLength: 25}), async run => {
			const app = await openDemo();
			const keyContext = {store: app.session.store, clock: app.clock, scopes: () => scopes};
			const plain = mountPlainInk(keyContext, createTheme({hasColor: true, isAscii: false}));
			app.onWidgetKey(plain.offer);
			await app.see('1 of 12');
			for (const step of run) {
				await take(app, step);
				await app.clock.advance(1000);
				await expectSame(app, plain);
			}

			plain.close();
			app.close();
		}),
		{numRuns: 6, endOnFailure: true},
	);
});
