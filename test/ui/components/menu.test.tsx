import {afterEach, expect, test} from 'vitest';
import {plain, safe} from '../../../src/text.ts';
import {Menu, type MenuItem} from '../../../src/ui/components/menu.tsx';
import {keySequences} from '../../kit/app/key-sequences.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const items: ReadonlyArray<MenuItem<number>> = ['one', 'two', 'three', 'four', 'five'].map((label, at) => ({
	value: at,
	key: label,
	label: safe(label),
	isCurrent: at === 1,
}));

const nothing = () => {};

/** The visible lines of the menu. */
const shown = () =>
	app
		.lines()
		.map(line => line.trimEnd().replace(/ {2,}▼$/, ' ▼'))
		.filter(line => line !== '');

test('a menu marks the selected item and the current one', async () => {
	app = await renderApp({node: <Menu items={items} initialIndex={2} onSelect={nothing} />});
	expect(shown()).toEqual(['  one', '  two •', '▌ three', '  four', '  five']);
});

test('a menu uses only ASCII in ASCII mode', async () => {
	app = await renderApp({isAscii: true, node: <Menu items={items} onSelect={nothing} />});
	expect(shown()).toEqual(['> one', '  two *', '  three', '  four', '  five']);
});

test('a menu aligns the details beside its labels', async () => {
	const detailed = items.slice(0, 3).map(item => ({...item, isCurrent: false, detail: plain`is it`}));
	app = await renderApp({node: <Menu items={detailed} onSelect={nothing} />});
	expect(shown()).toEqual(['▌ one    is it', '  two    is it', '  three  is it']);
});

test('a menu scrolls if it has more items than it may show', async () => {
	app = await renderApp({node: <Menu items={items} maxShown={2} onSelect={nothing} />});
	expect(shown()).toEqual(['▌ one', '  two • ▼']);
	await app.send(keySequences.down ?? '', keySequences.down ?? '');
	expect(shown()).toEqual(['  two •', '▌ three ▼']);
});

test('a menu scrolls on a small screen', async () => {
	app = await renderApp({columns: 40, rows: 8, node: <Menu items={items} initialIndex={4} onSelect={nothing} />});
	expect(shown()).toEqual(['  four', '▌ five ▼']);
});

test('a menu keeps its selected item when the terminal is resized', async () => {
	const chosen: number[] = [];
	const menu = <Menu items={items} onHighlight={nothing} onSelect={value => chosen.push(value)} />;
	app = await renderApp({columns: 40, rows: 24, node: menu});
	await app.send(...Array.from({length: 4}, () => keySequences.down ?? ''));
	await app.resize(40, 8);
	expect(shown()).toEqual(['  four', '▌ five ▼']);
	await app.send(keySequences.up ?? '');
	expect(shown()).toEqual(['▌ four', '  five ▼']);
	await app.resize(40, 24);
	expect(shown()).toEqual(['  one', '  two •', '  three', '▌ four', '  five']);
	await app.send('\r');
	expect(chosen).toEqual([3]);
});

test('a menu reports the highlighted and the chosen item', async () => {
	const events: string[] = [];
	const menu = (
		<Menu
			items={items}
			onHighlight={value => events.push(`at ${value}`)}
			onSelect={value => events.push(`chose ${value}`)}
		/>
	);
	app = await renderApp({node: menu});
	await app.send('j', 'j', 'k', '\r');
	expect(events).toEqual(['at 1', 'at 2', 'at 1', 'chose 1']);
});

test('a menu without focus ignores keys', async () => {
	app = await renderApp({node: <Menu items={items} isFocused={false} onSelect={nothing} />});
	await app.send('j');
	expect(shown()[0]).toBe('▌ one');
});
