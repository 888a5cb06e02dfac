import {Box, type BoxProps, type DOMElement, measureElement, Text, useBoxMetrics} from 'ink';
import {type RefObject, useContext, useLayoutEffect, useRef} from 'react';
import type {Line} from '../../present/line.ts';
import type {Draw} from '../contexts.ts';
import {LayerContext, useNow, useRuntime, useStore} from '../runtime.tsx';

type Props = Omit<BoxProps, 'children'> & {
	/** Defined once, outside of any component. */
	readonly draw: Draw;
};

/**
A box whose content is drawn past React, for what changes with every key or every second: list rows, ages, whatever scrolls.

It takes part in Ink's layout like any `Box`; give it a height, or let it grow. Its content does not: `draw` is a pure function from the state and the size of the box to at most that many lines.

With a compositor, the box hands `draw` and its rectangle to it, and Ink leaves the place empty. The compositor lays the lines over Ink's frame whenever the state changes or a second passes, and React does not render. Without one, in tests and for a screen reader, the same lines are rendered as `Text`.

Use `Text` for everything that changes rarely: it wraps, and is laid out with what is around it.
*/
export function Canvas({draw, ...layout}: Props) {
	const {canvases} = useRuntime();
	const layer = useContext(LayerContext);
	const ref = useRef<DOMElement>(null);
	useLayoutEffect(() => canvases?.add(layer, () => rectangleOf(ref), draw), [canvases, layer, draw]);
	return (
		<Box ref={ref} overflow="hidden" {...layout}>
			{!canvases && <Lines box={ref} draw={draw} />}
		</Box>
	);
}

/** Where Ink has placed a box on the screen; nowhere while it is not mounted. */
export const rectangleOf = ({current}: RefObject<DOMElement | null>) =>
	current ? measureElement(current) : {x: 0, y: 0, width: 0, height: 0};

/** The lines of a canvas as text. They take no part in the layout of their box. */
function Lines({box, draw}: {readonly box: RefObject<DOMElement | null>; readonly draw: Draw}) {
	const {theme, desk} = useRuntime();
	const {width, height} = useBoxMetrics(box);
	useStore(state => state);
	useNow();
	const lines = width > 0 ? draw(desk.shown(), width, height).slice(0, height) : [];
	return (
		<Box position="absolute" flexDirection="column" width={width}>
			{lines.map((line: Line, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
				<Text key={row} wrap="truncate">
					{theme.paint(line, width) || ' '}
				</Text>
			))}
		</Box>
	);
}
