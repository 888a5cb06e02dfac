import {afterEach, expect, test} from 'vitest';
import {expectToFit} from '../../kit/frames.ts';
import {type Rendered, renderApp} from '../../kit/rendered.tsx';

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

test.each(ways)('%s tells how to leave it on a screen of 40×12', async (_what, keys, hint) => {
	const size = {columns: 40, rows: 12};
	app = await renderApp(size);
	await app.see('1 of 12');
	for (const key of keys) {
		await app.readQuestion();
		await app.press(key === 'space' ? ' ' : key);
	}

	expectToFit(app.lines(), size);
	expect(app.lines().at(-1)).toContain(hint);
});
