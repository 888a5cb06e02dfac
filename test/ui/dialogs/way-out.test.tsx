import {afterEach, expect, test} from 'vitest';
import {expectToFit} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const ways: ReadonlyArray<readonly [what: string, keys: readonly string[], hint: string]> = [
	['the help', ['?'], 'esc close'],
	['the raw record', ['i'], 'esc close'],
	['the request log', ['!'], 'esc close'],
	['a search', ['?', '/'], 'esc cancel'],
	['the filter', ['/'], 'esc clear'],
	['the order', ['s'], 'esc cancel'],
	['the palette', [':'], 'esc cancel'],
	['what can be copied', ['Y'], 'esc cancel'],
	['the notifications', ['W'], 'esc close'],
	['the quiet hours', ['W', 'j', 'j', 'enter'], 'esc cancel'],
	['the question before a deployment', ['t'], 'esc cancel'],
	['the request body', ['t', 'e'], 'esc cancel'],
	['the question before a deletion', ['D'], 'esc cancel'],
	['the question about several projects', ['space', 'j', 'space', 't'], 'esc cancel'],
	['the form for a project', ['e'], 'esc back'],
	['the form for a new project', ['a'], 'esc back'],
	['the form for a service', [','], 'esc back'],
];

/** Opens what some keys open, on a screen of some size. */
async function open(size: {readonly columns: number; readonly rows: number}, keys: readonly string[]) {
	app = await renderApp(size);
	await app.see(/1 of 12/);
	for (const key of keys) {
		await app.readQuestion();
		await app.press(key === 'space' ? ' ' : key);
	}
}

test.each(ways)('%s tells how to leave it on a screen of 40×12', async (_what, keys, hint) => {
	const size = {columns: 40, rows: 12};
	await open(size, keys);
	expectToFit(app.lines(), size);
	expect(app.lines().at(-1)).toContain(hint);
});

test.each([
	['the quiet hours', ['W', 'j', 'j', 'enter'], '22', '22'],
	['a command', ['W', 'j', 'j', 'j', 'j', 'j', 'enter'], 'say', 'say'],
	['the request body', ['t', 'e', 'ctrl+u'], '{}', '{}'],
	['the question before a deletion', ['D'], 'wait', 'wait'],
	['the question about several projects', ['space', 'j', 'space', 't'], '2', 'enter: 2'],
	['the form for a project', ['e', 'tab', 'ctrl+u'], 'slug', 'slug'],
	['the form for a new project', ['a'], 'shop', 'shop'],
	['the form for a service', [',', 'tab', 'tab'], 'acme', 'acme'],
] as const)('what is typed into %s is in view on a screen of 40×12 and of 20×6', async (_what, keys, text, shown) => {
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
