import {stripVTControlCharacters} from 'node:util';
import {Box, Text} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactElement} from 'react';
import {expect, onTestFinished, test} from 'vitest';
import {plain, safe} from '../../../src/base/text.ts';
import {resizeTo} from '../../../src/state/lists.ts';
import {DialogBox, Paragraph, Sending, Spans} from '../../../src/ui/components/dialog-box.tsx';
import {FormField} from '../../../src/ui/components/form.tsx';
import {Menu, type MenuItem} from '../../../src/ui/components/menu.tsx';
import type {KeyContext} from '../../../src/ui/contexts.ts';
import {RuntimeContext} from '../../../src/ui/runtime.tsx';
import {createTheme} from '../../../src/ui/themes.ts';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {keySequences} from '../../kit/app/key-sequences.ts';
import {createPlainRuntime} from '../../kit/app/plain-runtime.tsx';
import {startTestSession} from '../../kit/app/session.ts';
import {settled} from '../../kit/fixtures/clock.ts';

/** Renders a component with Ink alone. */
async function show(node: ReactElement, {columns = 80, rows = 24, isAscii = false} = {}) {
	const {session, clock} = await startTestSession({columns, rows});
	const {store} = session;
	const ticker = {now: clock.now, subscribe: () => () => {}, stop() {}};
	const theme = createTheme({hasColor: true, isAscii});
	const runtime = createPlainRuntime({store, clock} as unknown as KeyContext, theme, ticker);
	const {stdin, stdout, lastFrame, rerender, unmount} = render(<Text />);
	onTestFinished(unmount);
	const resize = async (size: {readonly columns: number; readonly rows: number}) => {
		store.change(state => resizeTo(state, size));
		// Ink reads the terminal's size on each render.
		for (const [name, value] of Object.entries(size)) Object.defineProperty(stdout, name, {value, configurable: true});
		rerender(<RuntimeContext value={runtime}>{node}</RuntimeContext>);
		await settled();
	};
	await resize({columns, rows});
	const lines = () => stripVTControlCharacters(lastFrame() ?? '').split('\n');
	return {
		lines,
		resize,
		/** The lines of the frame that are not empty. */
		shown: () =>
			lines()
				.map(line => line.trimEnd().replace(/ {2,}▼$/, ' ▼'))
				.filter(line => line !== ''),
		/** Sends byte sequences to widgets. */
		async send(...sequences: readonly string[]) {
			for (const sequence of sequences) {
				stdin.write(sequence);
				await settled();
			}
		},
	};
}

async function linesOf(node: ReactElement, options: {readonly isAscii?: boolean} = {}) {
	const {shown} = await show(node, options);
	return shown();
}

test.each([
	['0123456789 abc', 10, ['0123456789', 'abc']],
	['abcd efgh ij', 4, ['abcd', 'efgh', 'ij']],
	['ab cd efg hi', 5, ['ab cd', 'efg', 'hi']],
	['  two blanks', 10, ['  two', 'blanks']],
	['a longerword b', 6, ['a', 'longer', 'word', 'b']],
	['What became of it is not known.', 10, ['What', 'became of', 'it is not', 'known.']],
] as const)('a paragraph wraps without blanks at the edge: %s in %d', async (text, width, lines) => {
	const node = (
		<Box width={width} flexDirection="column">
			<Paragraph text={safe(text)} />
			<Paragraph text={plain`.`} />
		</Box>
	);
	expect(await linesOf(node)).toEqual([...lines, '.']);
});

test.each([
	[true, ['name  漢字…']],
	[false, ['name', '漢字の名前で', 'す']],
])('spans end with an ellipsis if they are cut (%s), and wrap otherwise', async (isCut, lines) => {
	const line = [
		{text: plain`name  `, tone: 'quiet'},
		{text: safe('漢字の名前です'), tone: 'strong'},
	] as const;
	const node = (
		<Box width={12}>
			<Spans line={line} isCut={isCut} />
		</Box>
	);
	expect(await linesOf(node)).toEqual(lines);
});

const long = 'one two three four five';

test.each<
	readonly [what: string, props: Partial<Parameters<typeof FormField>[0]>, caret: number | undefined, line: string]
>([
	['its label and its text', {value: 'acme'}, undefined, '  profile name  acme'],
	['a mark if it has the focus', {value: 'acme'}, 4, '▌ profile name  acme'],
	['its hint while it is empty', {value: ''}, undefined, '  profile name  (optional)'],
	['a secret as stars', {value: 'secret', isSecret: true}, undefined, '  profile name  ******'],
	['the begin of a long text', {value: long, width: 20}, 0, '▌ pro… one two thre…'],
	['the end of a long text', {value: long, width: 20}, 23, '▌ pro… …e four five'],
	['more of it where there is room', {value: long, width: 38}, 0, '▌ profile name  one two three four fi…'],
	['the end of it where there is room', {value: long, width: 38}, 23, '▌ profile name  … two three four five'],
])('a field shows %s', async (_what, {value = '', isSecret = false, width = 40}, caret, line) => {
	const node = (
		<FormField
			label={plain`profile name`}
			value={value}
			hint={plain`optional`}
			typed={caret === undefined ? undefined : {text: value, caret}}
			isSecret={isSecret}
			width={width}
		/>
	);
	expect(await linesOf(node)).toEqual([line]);
});

const items: readonly MenuItem[] = ['one', 'two', 'three', 'four', 'five'].map((label, at) => ({
	label: safe(label),
	isCurrent: at === 1,
}));

const nothing = () => {};

test.each([
	[false, ['  one', '  two •', '▌ three', '  four', '  five']],
	[true, ['  one', '  two *', '> three', '  four', '  five']],
])('a menu marks the selected and the current item (ASCII: %s)', async (isAscii, lines) => {
	expect(await linesOf(<Menu items={items} initialIndex={2} onSelect={nothing} />, {isAscii})).toEqual(lines);
});

test('a menu keeps its selected item when the terminal is resized, and reports what is highlighted and chosen', async () => {
	const events: string[] = [];
	const menu = (
		<Menu
			items={items}
			initialIndex={0}
			onHighlight={index => events.push(`at ${index}`)}
			onSelect={index => events.push(`chose ${index}`)}
		/>
	);
	const {send, resize, shown} = await show(menu, {columns: 40, rows: 24});
	await send(...Array.from({length: 4}, () => keySequences.down ?? ''));
	await resize({columns: 40, rows: 9});
	expect(shown()).toEqual(['  four', '▌ five ▼']);
	await send(keySequences.up ?? '');
	expect(shown()).toEqual(['▌ four', '  five ▼']);
	await resize({columns: 40, rows: 24});
	expect(shown()).toEqual(['  one', '  two •', '  three', '▌ four', '  five']);
	await send('\r');
	expect(events).toEqual(['at 1', 'at 2', 'at 3', 'at 4', 'at 3', 'chose 3']);
});

test.each([
	[false, /^[⠀-⣿]$/],
	[true, /^[-\\|/]$/],
])('a spinner stands apart from what is being sent (ASCII: %s)', async (isAscii, spinner) => {
	const node = (
		<Box width={14}>
			<Sending isSending problem={undefined} sending={plain`Triggering the deployment`} />
		</Box>
	);
	const [first = '', ...rest] = await linesOf(node, {isAscii});
	expect(first[0]).toMatch(spinner);
	expect([first.slice(1), ...rest]).toEqual([' Triggering', '  the', '  deployment']);
});

/** A dialog alone on a screen. */
const onScreen = (dialog: ReactElement, {columns, rows} = {columns: 80, rows: 24}) => (
	<Box width={columns} height={rows}>
		{dialog}
	</Box>
);

test.each([...sizes, {columns: 20, rows: 6}])('a dialog with too much content fits $columns×$rows', async size => {
	const texts = Array.from({length: 100}, (_, at) => safe(`${at} ${'word '.repeat(60)}`));
	const dialog = (
		<DialogBox title={safe('A long title '.repeat(30))}>
			{texts.map(text => (
				<Paragraph key={text} text={text} />
			))}
		</DialogBox>
	);
	const {lines} = await show(onScreen(dialog, size), size);
	expectToFit(lines(), size);
	const {title, inside, width} = boxIn(lines());
	expect(title).toMatch(/^A long title/);
	expect(width).toBeLessThanOrEqual(80);
	// Only the end is cut off.
	expect(texts.join(' ').replaceAll(/ +/g, ' ')).toContain(inside.join(' '));
	expect(inside[0]).toMatch(/^0 word word/);
});
