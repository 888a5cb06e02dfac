import {Box, type BoxProps, type DOMElement, measureElement, Text, useBoxMetrics, useIsScreenReaderEnabled} from 'ink';
import {type RefObject, useContext, useLayoutEffect, useRef} from 'react';
import type {Line} from '../../present/line.ts';
import {safe} from '../../text.ts';
import type {Draw} from '../contexts.ts';
import {spokenLines} from '../render/spoken-text.ts';
import {LayerContext, useNow, useRuntime, useStore} from '../runtime.tsx';

/** More characters than any line of a canvas has. */
const maxSpokenLength = 1000;

type Props = Omit<BoxProps, 'children'> & {
	/** Must be defined outside of any component, so that it stays the same function between renders. */
	readonly draw: Draw;
	/** What a screen reader gets instead, if the lines of `draw` say too little in words. */
	readonly spoken?: Draw;
};

/**
A box whose content bypasses React, for whatever changes with every key press or every second: list rows, ages, scrolling text.

The box takes part in Ink's layout like any `Box`: give it a height, or let it grow. Its content does not: `draw` is a pure function from the state and the size of the box to at most `height` lines.

On a terminal, Ink leaves the box empty, and the lines are laid over Ink's frame as a region of the screen (`terminal/screen`) whenever the state changes or a second passes, without a React render. In tests and for a screen reader, the same lines are rendered as `Text`.

Use `Text` for everything that changes rarely: it wraps and takes part in the layout.
*/
export function Canvas({draw, spoken = draw, ...layout}: Props) {
	const {canvases} = useRuntime();
	const layer = useContext(LayerContext);
	const ref = useRef<DOMElement>(null);
	useLayoutEffect(() => canvases?.add(layer, () => rectangleOf(ref), draw), [canvases, layer, draw]);
	return (
		<Box ref={ref} overflow="hidden" {...layout}>
			{!canvases && <Lines box={ref} draw={draw} spoken={spoken} />}
		</Box>
	);
}

/** Returns the rectangle that Ink gives a box on the screen. Empty while the box is not mounted. */
export const rectangleOf = ({current}: RefObject<DOMElement | null>) =>
	current ? measureElement(current) : {x: 0, y: 0, width: 0, height: 0};

/** Renders the lines of a canvas as `Text`, positioned absolutely so that they do not affect the layout of their box. */
type LinesProps = {readonly box: RefObject<DOMElement | null>; readonly draw: Draw; readonly spoken: Draw};

function Lines({box, draw, spoken}: LinesProps) {
	const {theme, keyContext} = useRuntime();
	const {width, height} = useBoxMetrics(box);
	useStore(state => state);
	useNow();
	const isSpoken = useIsScreenReaderEnabled();
	const drawNow = isSpoken ? spoken : draw;
	const lines = width > 0 ? drawNow(keyContext.shown(), width, height).slice(0, height) : [];
	if (isSpoken) {
		const texts = spokenLines(lines.map(line => theme.paint(line)));
		return (
			<Box flexDirection="column">
				{texts.map((text, row) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
					<Text key={row}>{theme.paint([{text: safe(text, maxSpokenLength), tone: 'plain'}])}</Text>
				))}
			</Box>
		);
	}

	return (
		<Box position="absolute" flexDirection="column" width={width}>
			{lines.map((line: Line, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
				<Text key={row} wrap="truncate">
					{theme.paint(line, width) || ' '}
				</Text>
			))}
		</Box>
	);
}
