import {Box} from 'ink';
import {expect, test} from 'vitest';
import {plain, safe} from '../../../src/base/text.ts';
import {Menu} from '../../../src/ui/components/menu.tsx';
import {componentSizes, renderAlone} from '../../kit/app/component.tsx';

const menuOf = (labels: readonly string[], events: string[] = []) => (
	<Box flexDirection="column" paddingRight={1}>
		<Menu
			items={labels.map(label => ({label: safe(label)}))}
			initialIndex={1}
			onHighlight={index => events.push(`at ${index}`)}
			onSelect={index => events.push(`chose ${index}`)}
		/>
	</Box>
);

test.each(componentSizes)('fits a long menu into $columns×$rows and says that there are more', async size => {
	const labels = Array.from({length: 60}, (_, at) => `${at} ${'a long label '.repeat(20)}`);
	const menu = await renderAlone(menuOf(labels), size);
	await menu.type('up', 'up', 'up');
	menu.expectToFit();
	expect(menu.lines().filter(line => line.startsWith('▌'))).toEqual([expect.stringMatching(/^▌ 58 a long .*…/)]);
	expect(menu.shown().at(-1)).toMatch(/▼$/);
});

test.each([
	[false, ['  a long one  a detail', '▌ two         another •', '  three']],
	[true, ['  a long one  a detail', '> two         another *', '  three']],
])('begins at the current item, marks it and aligns details (ASCII: %s)', async (isAscii, lines) => {
	const items = [
		{label: plain`a long one`, detail: plain`a detail`},
		{label: plain`two`, detail: plain`another`, isCurrent: true},
		{label: plain`three`},
	];
	const menu = await renderAlone(<Menu items={items} onSelect={() => {}} />, {isAscii});
	expect(menu.shown()).toEqual(lines);
});

test('keeps the selected item when the window becomes lower and higher', async () => {
	const menu = await renderAlone(menuOf(['a', 'b', 'c']));
	await menu.type('down');
	await menu.resize({columns: 40, rows: 9});
	expect(menu.shown().map(line => line.replace(/ +▼$/, ' ▼'))).toEqual(['  b', '▌ c ▼']);
	await menu.resize({columns: 80, rows: 24});
	expect(menu.shown()).toEqual(['  a', '  b', '▌ c']);
});
