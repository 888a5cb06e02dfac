import {afterEach, expect, test} from 'vitest';
import {expectToFit} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const dialogs: ReadonlyArray<readonly [what: string, keys: readonly string[], hint: string]> = [
	['the help', ['?'], 'esc close'],
	['the raw record', ['i'], 'esc close'],
	['the request log', ['!'], 'esc close'],
	['a search', ['?', '/'], 'esc cancel'],
	['the filter line', ['/'], 'esc clear'],
	['the sort menu', ['s'], 'esc cancel'],
	['the palette', [':'], 'esc cancel'],
	['the copy menu', ['Y'], 'esc cancel'],
	['the notification rules', ['W'], 'esc close'],
	['the quiet hours', ['W', 'j', 'j', 'enter'], 'esc cancel'],
	['the confirmation of a deployment', ['t'], 'esc cancel'],
	['the request body', ['t', 'e'], 'esc cancel'],
	['the confirmation of a deletion', ['D'], 'esc cancel'],
	['the confirmation of a bulk action', ['space', 'j', 'space', 't'], 'esc cancel'],
	['the form of a project', ['e'], 'esc back'],
	['the form of a new project', ['a'], 'esc back'],
	['the connect form', [','], 'esc back'],
];

/** Presses the keys on a screen of this size. */
async function open(size: {readonly columns: number; readonly rows: number}, keys: readonly string[]) {
	app = await renderApp(size);
	await app.see(/1 of 12/);
	for (const key of keys) {
		await app.readQuestion();
		await app.press(key === 'space' ? ' ' : key);
	}
}

test.each(dialogs)('the key that leaves %s is visible at 40×12', async (_what, keys, hint) => {
	const size = {columns: 40, rows: 12};
	await open(size, keys);
	expectToFit(app.lines(), size);
	expect(app.lines().at(-1)).toContain(hint);
});

test.each([
	['the quiet hours', ['W', 'j', 'j', 'enter'], '22', '22'],
	['the notification command', ['W', 'j', 'j', 'j', 'j', 'j', 'enter'], 'say', 'say'],
	['the request body', ['t', 'e', 'ctrl+u'], '{}', '{}'],
	['the confirmation of a deletion', ['D'], 'wait', 'wait'],
	['the confirmation of a bulk action', ['space', 'j', 'space', 't'], '2', 'enter: 2'],
	['the form of a project', ['e', 'tab', 'ctrl+u'], 'slug', 'slug'],
	['the form of a new project', ['a'], 'shop', 'shop'],
	['the connect form', [',', 'tab', 'tab'], 'acme', 'acme'],
] as const)('text typed into %s is visible at 40×12 and 20×6', async (_what, keys, text, shown) => {
	for (const size of [
		{columns: 40, rows: 12},
		{columns: 20, rows: 6},
	]) {
		await open(size, keys);
		await app.readQuestion();
		for (const letter of text) await app.press(letter);
		expectToFit(app.lines(), size);
		expect(app.lines().slice(1, -2).join('\n')).toContain(size.columns === 20 ? text : shown);
		if (size.columns === 40) app.close();
	}
});
