import {afterEach, expect, test} from 'vitest';
import {plain} from '../../../src/text.ts';
import {Field} from '../../../src/ui/components/field.tsx';
import {createTheme} from '../../../src/ui/theme.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

type Shown = {
	readonly value: string;
	readonly width?: number;
	readonly caret?: number;
	readonly isSecret?: boolean;
	readonly isAscii?: boolean;
};

/** Renders a field and returns its line. With `caret`, it has the focus. */
async function fieldOf({value, width = 40, caret, isSecret = false, isAscii = false}: Shown): Promise<string> {
	const node = (
		<Field
			label={plain`profile name`}
			value={value}
			hint={plain`optional`}
			typed={caret === undefined ? undefined : {text: value, caret}}
			isSecret={isSecret}
			width={width}
			theme={createTheme({hasColor: false, isAscii})}
		/>
	);
	app = await renderApp({node, isAscii});
	return app.lines()[0]?.trimEnd() ?? '';
}

test('a field shows its label and its text', async () => {
	expect(await fieldOf({value: 'acme'})).toBe('  profile name  acme');
});

test('a field with the focus has a mark', async () => {
	expect(await fieldOf({value: 'acme', caret: 4})).toBe('▌ profile name  acme');
});

test('the mark of a field is ASCII in ASCII mode', async () => {
	expect(await fieldOf({value: 'acme', caret: 4, isAscii: true})).toBe('> profile name  acme');
});

test('an empty field shows its hint', async () => {
	expect(await fieldOf({value: ''})).toBe('  profile name  (optional)');
});

test('a secret is shown as stars', async () => {
	expect(await fieldOf({value: 'secret', isSecret: true})).toBe('  profile name  ******');
});

test.each([
	[20, 0, '▌ pro… one two thre…'],
	[20, 23, '▌ pro… …e four five'],
	[38, 0, '▌ profile name  one two three four fi…'],
	[38, 23, '▌ profile name  … two three four five'],
] as const)('text that is too long for %i cells is cut where the caret is not: at %i', async (width, caret, line) => {
	expect(await fieldOf({value: 'one two three four five', width, caret})).toBe(line);
});
