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

/** What is shown of a menu, a line each. */
const shown = () =>
	app
		.lines()
		.map(line => line.trimEnd())
		.filter(line => line !== '');

test('a menu marks what is selected and what holds now', async () => {
	app = await renderApp({node: <Menu items={items} initialIndex={2} onSelect={nothing} />});
	expect(shown()).toEqual(['  one', '  two •', '▌ three', '  four', '  five']);
});

test('a menu uses only ASCII where the terminal knows only that', async () => {
	app = await renderApp({isAscii: true, node: <Menu items={items} onSelect={nothing} />});
	expect(shown()).toEqual(['> one', '  two *', '  three', '  four', '  five']);
});

test('a menu shows details beside the labels, in one column', async () => {
	const detailed = items.slice(0, 3).map(item => ({...item, isCurrent: false, detail: plain`is it`}));
	app = await renderApp({node: <Menu items={detailed} onSelect={nothing} />});
	expect(shown()).toEqual(['▌ one    is it', '  two    is it', '  three  is it']);
});

test('a menu scrolls when not all of it is to be shown', async () => {
	app = await renderApp({node: <Menu items={items} maxShown={2} onSelect={nothing} />});
	expect(shown()).toEqual(['▌ one', '  two •']);
	await app.send(keySequences.down ?? '', keySequences.down ?? '');
	expect(shown()).toEqual(['  two •', '▌ three']);
});

test('a menu scrolls where there is little room', async () => {
	app = await renderApp({columns: 40, rows: 9, node: <Menu items={items} initialIndex={4} onSelect={nothing} />});
	expect(shown()).toEqual(['  four', '▌ five']);
});

test('a menu stays at its item when the window shrinks and grows', async () => {
	const chosen: number[] = [];
	const menu = <Menu items={items} onHighlight={nothing} onSelect={value => chosen.push(value)} />;
	app = await renderApp({columns: 40, rows: 24, node: menu});
	await app.send(...Array.from({length: 4}, () => keySequences.down ?? ''));
	await app.resize(40, 9);
	expect(shown()).toEqual(['  four', '▌ five']);
	await app.send(keySequences.up ?? '');
	expect(shown()).toEqual(['▌ four', '  five']);
	await app.resize(40, 24);
	expect(shown()).toEqual(['  one', '  two •', '  three', '▌ four', '  five']);
	await app.send('\r');
	expect(chosen).toEqual([3]);
});

test('a menu tells what is pointed at and what is chosen', async () => {
	const heard: string[] = [];
	const menu = (
		<Menu
			items={items}
			onHighlight={value => heard.push(`at ${value}`)}
			onSelect={value => heard.push(`chose ${value}`)}
		/>
	);
	app = await renderApp({node: menu});
	await app.send('j', 'j', 'k', '\r');
	expect(heard).toEqual(['at 1', 'at 2', 'at 1', 'chose 1']);
});

test('a menu without the focus hears no key', async () => {
	app = await renderApp({node: <Menu items={items} isFocused={false} onSelect={nothing} />});
	await app.send('j');
	expect(shown()[0]).toBe('▌ one');
});
