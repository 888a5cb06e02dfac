import {Box, Text} from 'ink';
import type {ReactElement} from 'react';
import {afterEach, expect, test} from 'vitest';
import {plain, safe} from '../../../src/text.ts';
import {DialogBox} from '../../../src/ui/components/dialog-box.tsx';
import {Paragraph} from '../../../src/ui/components/paragraph.tsx';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

/** A dialog alone on a screen. */
const onScreen = (dialog: ReactElement, {columns, rows} = {columns: 80, rows: 24}) => (
	<Box width={columns} height={rows}>
		{dialog}
	</Box>
);

const content = <Paragraph text={plain`What it is about.`} />;

test('a dialog has its title in its border', async () => {
	app = await renderApp({node: onScreen(<DialogBox title={plain`Sort by`}>{content}</DialogBox>)});
	const {title, inside, width} = boxIn(app.lines());
	expect({title, inside, width}).toEqual({title: 'Sort by', inside: ['What it is about.'], width: 76});
});

test('a dialog is centred on the screen', async () => {
	const dialog = (
		<DialogBox title={plain`Sort by`} width={20} contentHeight={3}>
			{content}
		</DialogBox>
	);
	app = await renderApp({node: onScreen(dialog)});
	const lines = app.lines();
	expect(lines.findIndex(line => line.includes('╭'))).toBe(8);
	expect(lines.findIndex(line => line.includes('╰'))).toBe(12);
	expect(lines[8]?.indexOf('╭')).toBe(30);
});

test('a dialog has an ASCII border in ASCII mode', async () => {
	app = await renderApp({isAscii: true, node: onScreen(<DialogBox title={plain`Sort by`}>{content}</DialogBox>)});
	expect(app.frame()).toMatch(/^ *\+- Sort by -+\+$/m);
	expect(app.frame()).toMatch(/^ *\| What it is about\. +\|$/m);
	expect(app.frame()).toMatch(/^ *\+-+\+$/m);
	expect(app.frame()).toMatch(/^[ -~\n]*$/);
});

test.each([...sizes, {columns: 20, rows: 6}])('a dialog with too much content fits $columns×$rows', async size => {
	const texts = Array.from({length: 100}, (_, at) => safe(`${at} ${'word '.repeat(60)}`));
	const dialog = (
		<DialogBox title={safe('A long title '.repeat(30))}>
			{texts.map(text => (
				<Paragraph key={text} text={text} />
			))}
		</DialogBox>
	);
	app = await renderApp({...size, node: onScreen(dialog, size)});
	expectToFit(app.lines(), size);
	const {title, inside, width} = boxIn(app.lines());
	expect(title).toMatch(/^A long title/);
	expect(width).toBeLessThanOrEqual(80);
	// Only the end is cut off.
	expect(texts.join(' ').replaceAll(/ +/g, ' ')).toContain(inside.join(' '));
	expect(inside[0]).toMatch(/^0 word word/);
});

test('a dialog hides only what is below it', async () => {
	const node = (
		<>
			<Text>{'x'.repeat(80 * 21)}</Text>
			<DialogBox title={plain`Sort by`} width={20} contentHeight={3}>
				{content}
			</DialogBox>
		</>
	);
	app = await renderApp({node});
	const {inside, around} = boxIn(app.lines());
	expect(inside).toHaveLength(3);
	expect(inside.join('')).not.toContain('x');
	expect(around.match(/x/g)).toHaveLength(80 * 21 - 20 * 5);
});
