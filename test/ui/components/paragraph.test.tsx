import {Box} from 'ink';
import {afterEach, expect, test} from 'vitest';
import {plain, safe} from '../../../src/text.ts';
import {Paragraph, Spans} from '../../../src/ui/components/paragraph.tsx';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const shown = () => app.lines().map(line => line.trimEnd());

test('a paragraph wraps between words', async () => {
	const node = (
		<Box width={10}>
			<Paragraph text={plain`What became of it is not known.`} />
		</Box>
	);
	app = await renderApp({node});
	expect(shown()).toEqual(['What', 'became of', 'it is not', 'known.']);
});

test.each([
	['0123456789 abc', 10, ['0123456789', 'abc']],
	['abcd efgh ij', 4, ['abcd', 'efgh', 'ij']],
	['ab cd efg hi', 5, ['ab cd', 'efg', 'hi']],
	['  two blanks', 10, ['  two', 'blanks']],
	['a longerword b', 6, ['a', 'longer', 'word', 'b']],
] as const)('a line that exactly fits its box is not followed by a blank: %s in %d', async (text, width, lines) => {
	const node = (
		<Box width={width} flexDirection="column">
			<Paragraph text={safe(text)} />
			<Paragraph text={plain`.`} />
		</Box>
	);
	app = await renderApp({node});
	expect(shown()).toEqual([...lines, '.']);
});

test('an empty paragraph is an empty line', async () => {
	const node = (
		<Box flexDirection="column">
			<Paragraph text={plain`above`} />
			<Paragraph text={plain``} />
			<Paragraph text={plain`below`} />
		</Box>
	);
	app = await renderApp({node});
	expect(shown()).toEqual(['above', '', 'below']);
});

test('cut spans end with an ellipsis', async () => {
	const node = (
		<Box width={12}>
			<Spans
				line={[
					{text: plain`name  `, tone: 'quiet'},
					{text: safe('漢字の名前です'), tone: 'strong'},
				]}
				isCut
			/>
		</Box>
	);
	app = await renderApp({node});
	expect(shown()).toEqual(['name  漢字…']);
});

test('spans wrap unless they are cut', async () => {
	const node = (
		<Box width={12}>
			<Spans
				line={[
					{text: plain`mine and `, tone: 'plain'},
					{text: plain`theirs`, tone: 'accent'},
				]}
			/>
		</Box>
	);
	app = await renderApp({node});
	expect(shown()).toEqual(['mine and', 'theirs']);
});
