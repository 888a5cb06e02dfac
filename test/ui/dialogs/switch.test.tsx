import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

/** Opens the question with this many changes without an answer. */
async function open(count: number, size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	const {store} = app.session;
	for (let index = 0; index < count; index++) {
		const write = {kind: 'delete', projectId: `p${index}`} as const;
		const intended = {id: `${index}`, at: 0, serviceAt: 0, project: `project-${index}`, write};
		store.dispatch({type: 'answer-lost', intended, reason: undefined, at: 0});
	}

	store.dispatch({type: 'dialog-opened', dialog: {name: 'switch', destination: {kind: 'demo'}}});
	await app.see('Leave demo?');
}

test.each(sizes)('the question before a service is left fits $columns×$rows', async size => {
	await open(5, size);
	expectToFit(app.lines(), size);
	expect(boxIn(app.lines()).title).toBe('Leave demo?');
	expect(app.frame()).toContain('project-0');
	expect(app.lines().at(-1)).toContain('esc stay');
});

test('the question lists three unconfirmed changes and counts the others', async () => {
	await open(5);
	const text = boxIn(app.lines()).inside.join(' ');
	expect(text).toContain('project-2');
	expect(text).not.toContain('project-3');
	expect(text).toContain('… and 2 more.');
});

test('on a small screen the question lists one unconfirmed change whole and counts the others', async () => {
	await open(5, {columns: 40, rows: 12});
	expect(boxIn(app.lines()).inside.join(' ')).toBe(
		"We don't know whether project-0 was deleted. … and 4 more. landfall looks for the outcome when demo is open again.",
	);
});

test('the question says that a change is being sent if none is unconfirmed yet', async () => {
	await open(0);
	expect(app.frame()).toContain('A change is being sent.');
});

test('esc keeps the service whose changes are unconfirmed', async () => {
	await open(1);
	const id = app.state().connection?.id;
	await app.press('esc');
	expect(app.frame()).not.toContain('Leave demo?');
	expect(app.state().connection?.id).toBe(id);
});
