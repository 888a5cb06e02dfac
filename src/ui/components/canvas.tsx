import {Box, type BoxProps, type DOMElement, measureElement, Text} from 'ink';
import {type RefObject, useContext, useLayoutEffect, useRef} from 'react';
import type {SafeText} from '../../base/text.ts';
import type {Draw, DrawContext, Speak} from '../contexts.ts';
import {spokenLines} from '../lines/text-lines.ts';
import {DrawingLayer, useNow, useRuntime, useStore} from '../runtime.tsx';

type Props = Omit<BoxProps, 'children'> & {
	/** Must be defined outside of any component, so that it stays the same function between renders. */
	readonly draw: Draw;
	/** What a screen reader says instead. Default: the lines of `draw`, which must then be plain text. */
	readonly spoken?: Speak | undefined;
};

/**
A box whose content bypasses React, for whatever changes with every key press or every second: list rows, ages, scrolling text.

The box takes part in Ink's layout like any `Box`: give it a height, or let it grow. Its content does not: `draw` is a pure function from the state and the size of the box to at most `height` lines.

Ink leaves the box empty, and the lines are laid over Ink's frame as a region of the screen (`terminal/screen`) whenever the state changes or a second passes, without a React render. For a screen reader, `spoken` is rendered instead.

Use `Text` for everything that changes rarely: it wraps and takes part in the layout.
*/
export function Canvas({draw, spoken, ...layout}: Props) {
	const {canvases, theme, canvasContent: Content} = useRuntime();
	const layer = useContext(DrawingLayer);
	const ref = useRef<DOMElement>(null);
	useLayoutEffect(() => canvases?.add(layer, () => rectangleOf(ref), draw), [canvases, layer, draw]);
	return (
		<Box ref={ref} overflow="hidden" {...layout}>
			{theme.isSpoken ? <SpokenCanvas draw={draw} spoken={spoken} /> : Content && <Content box={ref} draw={draw} />}
		</Box>
	);
}

/** Returns the rectangle that Ink gives a box on the screen. Empty while the box is not mounted. */
export const rectangleOf = ({current}: RefObject<DOMElement | null>) =>
	current ? measureElement(current) : {x: 0, y: 0, width: 0, height: 0};

/** What a canvas says whose content is decoration, or is said elsewhere. */
export const speakNothing: Speak = () => [];

function SpokenCanvas({draw, spoken}: Pick<Props, 'draw' | 'spoken'>) {
	const {columns, rows} = useStore(state => state.interface.size);
	return (
		<Said
			speak={drawing => (spoken ? spoken(drawing, columns) : spokenLines(draw(drawing, columns, rows).slice(0, rows)))}
		/>
	);
}

/** Says texts to a screen reader. One is said again if it would be another text at the same moment: not because it has become older. */
export function Said({speak}: {readonly speak: (drawing: DrawContext) => readonly SafeText[]}) {
	const {theme, keyContext, announcements} = useRuntime();
	useStore(state => state);
	useNow();
	const drawing = keyContext.drawContext();
	const texts = speak(drawing);
	useLayoutEffect(() => {
		const still = {...drawing, context: {...drawing.context, isStill: true, now: 0, localNow: 0}};
		const painted = (said: readonly SafeText[]) => said.map(text => theme.paint([{text, tone: 'plain'}]));
		return announcements?.add(painted(texts), painted(speak(still)));
	});
	return (
		<Box flexDirection="column">
			{texts.map((text, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a text is identified by its position
				<Text key={row}>{theme.paint([{text, tone: 'plain'}])}</Text>
			))}
		</Box>
	);
}
