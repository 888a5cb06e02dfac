import {Box, type DOMElement, Text, useBoxMetrics} from 'ink';
import type {RefObject} from 'react';
import type {Draw, KeyContext, Ticker} from '../../../src/ui/contexts.ts';
import {drawContextOf} from '../../../src/ui/frame/painter.ts';
import {type Runtime, useNow, useRuntime, useStore} from '../../../src/ui/runtime.tsx';
import type {Theme} from '../../../src/ui/themes.ts';

/** Renders the lines of a canvas as `Text`, positioned absolutely so that they do not affect the layout of their box. */
function Lines({box, draw}: {readonly box: RefObject<DOMElement | null>; readonly draw: Draw}) {
	const {theme, keyContext} = useRuntime();
	const {width, height} = useBoxMetrics(box);
	useStore(state => state);
	useNow();
	const lines = width > 0 ? draw(keyContext.drawContext(), width, height).slice(0, height) : [];
	return (
		<Box position="absolute" flexDirection="column" width={width}>
			{lines.map((line, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
				<Text key={row} wrap="truncate">
					{theme.paint(line, width) || ' '}
				</Text>
			))}
		</Box>
	);
}

/** Builds the runtime of components for a screen that Ink draws entirely. */
export function createPlainRuntime(from: Omit<KeyContext, 'drawContext'>, theme: Theme, ticker: Ticker): Runtime {
	const keyContext: KeyContext = {
		...from,
		drawContext: () => drawContextOf(from, theme, ticker.now()),
	};
	return {keyContext, theme, ticker, canvasContent: Lines};
}
