import {expect, test} from 'vitest';
import {plain, safe} from '../../../src/base/text.ts';
import type {Line} from '../../../src/present/line.ts';
import {openDialog} from '../../../src/state/dialogs.ts';
import {documentDialog} from '../../../src/ui/components/document.tsx';
import {componentSizes, renderAlone} from '../../kit/app/component.tsx';
import {boxIn} from '../../kit/app/frames.ts';

const lineOf = (text: string): Line => [{text: safe(text), tone: 'plain'}];

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

async function open(dialog: Partial<Parameters<typeof documentDialog>[0]> = {}, size = {columns: 80, rows: 12}) {
	const scope = documentDialog({
		title: plain`Numbers`,
		keys: [{id: 'help.close', run() {}}],
		read: () => ({rows: numbers.map(lineOf)}),
		...dialog,
	});
	const rendered = await renderAlone(<scope.component />, {
		...size,
		dialogs: {help: scope},
		prepare: state => openDialog(state, {name: 'help', top: 0}),
	});
	const inside = () => boxIn(rendered.lines()).inside;
	return {
		...rendered,
		texts: () => inside().map(line => line.replace(/ *[▲▼]$/, '')),
		marks: () =>
			inside()
				.map(line => /[▲▼]$/.exec(line)?.[0] ?? ' ')
				.join(''),
		bottom: () => rendered.lines().find(line => line.includes('╰')) ?? '',
	};
}

test('scrolls with the keys of a list and marks where it continues', async () => {
	const document = await open();
	for (const [key, first, marks] of [
		['home', 0, '      ▼'],
		['j', 1, '▲     ▼'],
		['k', 0, '      ▼'],
		['ctrl+d', 3, '▲     ▼'],
		['ctrl+u', 0, '      ▼'],
		['pageDown', 5, '▲      '],
		['pageUp', 0, '      ▼'],
		['G', 5, '▲      '],
		['g', 0, '      ▼'],
		['end', 5, '▲      '],
	] as const) {
		await document.press(key);
		expect(document.texts(), key).toEqual(numbers.slice(first, first + 7));
		expect(document.bottom()).toContain(` ${first + 1} to ${first + 7} of 12 `);
		expect(document.marks()).toBe(marks);
	}
});

test('moves between matches with n and N, and esc returns to the start of the search', async () => {
	const document = await open();
	await document.press('j', '/', ...'twelve');
	expect(document.texts()).toContain('twelve');
	await document.press('esc');
	expect(document.texts()[0]).toBe('two');
	expect(document.bottom()).not.toContain('search');
	await document.press('/', ...'ve');
	expect(document.bottom()).toMatch(/╰─ search: ve +match 1 of 4 /);
	for (const [key, match] of [
		['enter', 1],
		['n', 2],
		['N', 1],
		['N', 4],
		['n', 1],
	] as const) {
		await document.press(key);
		expect(document.bottom()).toContain(`search: ve  match ${match} of 4`);
	}

	expect(document.painted()).toContain('fi\u001B[7mve\u001B[27m');
	expect(document.painted()).toContain('se\u001B[4m\u001B[33mve\u001B[39m');
});

test('moves a cursor over selectable lines, and a search moves it to a match', async () => {
	const read = () => ({rows: ['Heading', ...numbers].map(lineOf), rowIds: [undefined, ...numbers.keys()]});
	const document = await open({hasCursor: true, read});
	await document.press('k', 'j', 'j', 'k');
	expect(document.texts().slice(0, 3)).toEqual(['Heading', 'one', '▌ two']);
	await document.press('/', ...'ve', 'enter', 'n');
	expect(document.texts()).toContain('▌ seven');
});

test.each(componentSizes)('searches long lines at $columns×$rows', async size => {
	const head = [lineOf('HEAD '.repeat(60))];
	const rows = Array.from({length: 300}, (_, at) => lineOf(`${at} ${'long '.repeat(60)}`));
	const document = await open({read: () => ({head, rows})}, size);
	await document.press('/', ...'299', 'enter');
	document.expectToFit();
	// The smallest screen has no border.
	const lines = document.lines().map(line => line.replace(/^ *│ /, ''));
	const found = lines.findIndex(line => line.startsWith('299 long'));
	expect(lines[size.rows < 12 ? found - 1 : 1]).toMatch(/^HEAD/);
	expect(lines[found + 1]).toContain('search: 299');
});
