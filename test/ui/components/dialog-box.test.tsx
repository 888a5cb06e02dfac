import {Text} from 'ink';
import {expect, test} from 'vitest';
import {plain, safe} from '../../../src/base/text.ts';
import {DialogBox, Paragraph} from '../../../src/ui/components/dialog-box.tsx';
import {renderAlone} from '../../kit/app/component.tsx';
import {boxIn, sizes} from '../../kit/app/frames.ts';

test.each(sizes)('cuts too much text at its end, at $columns×$rows', async size => {
	const text = safe(Array.from({length: 1000}, (_, at) => at).join(' '), 10_000);
	const dialog = await renderAlone(
		<DialogBox title={safe('A long title '.repeat(30))}>
			<Paragraph text={text} />
		</DialogBox>,
		size,
	);
	dialog.expectToFit();
	const {title, inside, width} = boxIn(dialog.lines());
	expect(title).toMatch(/^A long title/);
	expect(width).toBeLessThanOrEqual(80);
	expect(inside[0]).toMatch(/^0 1 2/);
	expect(text).toContain(inside.join(' '));
});

test.each([
	['in the centre of the screen', {columns: 80, rows: 24}, false, 9, 'x'],
	['at the bottom of a short one', {columns: 40, rows: 12}, false, 6, ' '],
	['near the top if it may grow', {columns: 80, rows: 24}, true, 3, 'x'],
])('stands %s, and covers what is below it, or narrow beside it', async (_where, size, isGrowing, row, beside) => {
	const dialog = await renderAlone(
		<>
			<Text wrap="hard">{'x'.repeat(size.columns * (size.rows - 3))}</Text>
			<DialogBox title={plain`Title`} isGrowing={isGrowing} width={30}>
				<Paragraph text={plain`One line.`} />
			</DialogBox>
		</>,
		size,
	);
	const {inside, around, width} = boxIn(dialog.lines());
	expect(dialog.lines().findIndex(line => line.includes('╭─ Title'))).toBe(row);
	expect(inside).toEqual(['One line.']);
	expect(around.split('\n')).toContain(beside.repeat(Math.floor((size.columns - width) / 2)));
});
