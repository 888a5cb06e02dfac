import {stripVTControlCharacters} from 'node:util';
import {Box} from 'ink';
import {type ReactNode, useMemo} from 'react';
import {afterEach, expect, test} from 'vitest';
import {createCompositor} from '../../../src/terminal/render/compositor.ts';
import {safe} from '../../../src/text.ts';
import {Canvas} from '../../../src/ui/components/canvas.tsx';
import type {Canvases, Draw} from '../../../src/ui/contexts.ts';
import {RuntimeContext, useRuntime} from '../../../src/ui/runtime.tsx';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

/** Draws more and wider lines than fit, each with its number and the size of the canvas. */
const drawLines: Draw = (_shown, width, height) =>
	Array.from({length: height + 5}, (_, at) => [
		{text: safe(`${at} of ${width}x${height} 漢字 ${'x'.repeat(width)}`), tone: 'plain'},
	]);

const drawTime: Draw = ({context, state}) => [
	[{text: safe(`${state.interface.size.columns} columns at ${(context.now / 1000) % 60} s`), tone: 'strong'}],
];

const inset = (draw: Draw) => (
	<Box width={40} height={6} paddingLeft={3} paddingTop={1}>
		<Canvas draw={draw} width={22} height={3} />
	</Box>
);

type Compositor = ReturnType<typeof createCompositor>;

/** Registers its canvases with a compositor, as the painter does. */
function Composited({compositor, children}: {readonly compositor: Compositor; readonly children: ReactNode}) {
	const runtime = useRuntime();
	const composited = useMemo(() => {
		const linesOf = (draw: Draw) => (width: number, height: number) =>
			draw(runtime.keyContext.shown(), width, height)
				.slice(0, height)
				.map(line => runtime.theme.paint(line, width));
		const canvases: Canvases = {
			add: (layer, measure, draw) => compositor.add({layer, measure, ...(draw && {draw: linesOf(draw)})}),
			expectRender() {},
		};
		return {...runtime, canvases};
	}, [runtime, compositor]);
	return <RuntimeContext value={composited}>{children}</RuntimeContext>;
}

const trimmed = (lines: readonly string[]) => lines.map(line => line.trimEnd());

test('a canvas draws for the size of its box and is cut to it', async () => {
	app = await renderApp({node: inset(drawLines)});
	expect(trimmed(app.lines())).toEqual([
		'',
		'   0 of 22x3 漢字 xxxxxx…',
		'   1 of 22x3 漢字 xxxxxx…',
		'   2 of 22x3 漢字 xxxxxx…',
		'',
		'',
	]);
});

test('a canvas shows the same lines with and without a compositor', async () => {
	app = await renderApp({node: inset(drawLines)});
	const withoutCompositor = trimmed(app.lines());
	app.close();
	const compositor = createCompositor();
	app = await renderApp({node: <Composited compositor={compositor}>{inset(drawLines)}</Composited>});
	expect(trimmed(app.lines())).toEqual(['', '', '', '', '', '']);
	compositor.setFrame(app.lines());
	const rows = compositor.compose({columns: 40, rows: 6});
	const shown = rows.map(pieces =>
		pieces.reduce((row, {at, text}) => row.slice(0, at).padEnd(at) + stripVTControlCharacters(text), ''),
	);
	expect(trimmed(shown)).toEqual(withoutCompositor);
});

test('a canvas is redrawn when the state changes, and every second', async () => {
	app = await renderApp({node: inset(drawTime)});
	await app.see('80 columns at 0 s');
	await app.resize(50, 10);
	await app.see('50 columns at 0 s');
	await app.clock.advance(1000);
	await app.see('50 columns at 1 s');
});

test('a canvas grows with its box', async () => {
	const node = (
		<Box width={12} height={4}>
			<Canvas draw={drawLines} flexGrow={1} />
		</Box>
	);
	app = await renderApp({node});
	expect(app.lines()).toEqual(['0 of 12x4 …', '1 of 12x4 …', '2 of 12x4 …', '3 of 12x4 …']);
});
