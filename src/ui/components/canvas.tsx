import {Box, type BoxProps, type DOMElement, measureElement, Text} from 'ink';
import {type RefObject, useContext, useLayoutEffect, useRef} from 'react';
import type {SafeText} from '../../base/text.ts';
import type {Line} from '../../present/line.ts';
import {linesAtCursor, spokenLine} from '../../present/spoken.ts';
import type {Draw, DrawContext} from '../contexts.ts';
import {DrawingLayer, useNow, useRuntime, useStore} from '../runtime.tsx';

type CanvasProps = Omit<BoxProps, 'children'> & {
	/** Must be defined outside of any component, so that it stays the same function between renders. */
	readonly draw: Draw;
};

/** A box whose lines bypass React, for whatever changes with every key press or every second. It takes part in Ink's layout: give it a height, or let it grow. `draw` returns at most `height` lines. For a screen reader they are rendered, unless the box is `aria-hidden`. */
export function Canvas({draw, ...layout}: CanvasProps) {
	const {canvases, theme, canvasContent: Content} = useRuntime();
	const layer = useContext(DrawingLayer);
	const ref = useRef<DOMElement>(null);
	useLayoutEffect(() => canvases?.add(layer, () => rectangleOf(ref), draw), [canvases, layer, draw]);
	return (
		<Box ref={ref} overflow="hidden" {...layout}>
			{theme.isSpoken ? <SpokenCanvas draw={draw} /> : Content && <Content box={ref} draw={draw} />}
		</Box>
	);
}

/** Returns the rectangle that Ink gives a box on the screen. Empty while the box is not mounted. */
export const rectangleOf = ({current}: RefObject<DOMElement | null>) =>
	current ? measureElement(current) : {x: 0, y: 0, width: 0, height: 0};

/** A screen reader gets all lines, however low the screen is. */
const spokenHeight = 500;

function SpokenCanvas({draw}: CanvasProps) {
	const columns = useStore(({interface: {size}}) => size.columns);
	return <Said linesOf={drawing => linesAtCursor(draw(drawing, columns, spokenHeight))} />;
}

/** A moment when everything has become old, and no wait is left. */
const farFuture = Number.MAX_SAFE_INTEGER;

const spokenLines = (lines: readonly Line[]) => lines.map(spokenLine).filter(text => text !== '');

/** Says lines to a screen reader. What would be the same at another moment keeps its words, so that it is not said again because it has become older. */
export function Said({linesOf}: {readonly linesOf: (drawing: DrawContext) => readonly Line[]}) {
	const {keyContext, theme} = useRuntime();
	const said = useRef<ReadonlyMap<string, SafeText>>(new Map());
	useStore(state => state);
	useNow();
	const drawing = keyContext.drawContext();
	const still = {...drawing, context: {...drawing.context, isStill: true, now: farFuture, localNow: farFuture}};
	const texts = spokenLines(linesOf(drawing));
	const keys = spokenLines(linesOf(still));
	// If there are more lines than at another moment, something other than the time has changed.
	const keyed = texts.map((text, at) => [(texts.length === keys.length && keys[at]) || text, text] as const);
	said.current = new Map(keyed.map(([key, text]) => [key, said.current.get(key) ?? text]));
	return (
		<Box flexDirection="column">
			{[...said.current].map(([key, text]) => (
				<Text key={key}>{theme.paint([{text, tone: 'plain'}])}</Text>
			))}
		</Box>
	);
}
