import {Box, type DOMElement, Text, useBoxMetrics} from 'ink';
import type {RefObject} from 'react';
import type {Draw, KeyContext} from '../../../src/ui/contexts.ts';
import {drawContextOf} from '../../../src/ui/frame/painter.ts';
import {type Runtime, useNow, useRuntime, useStore} from '../../../src/ui/runtime.tsx';
import {createTheme} from '../../../src/ui/themes.ts';

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

/** Builds the runtime of components for a screen that Ink draws entirely. What it is not given does nothing. */
export function createPlainRuntime(
	from: Pick<KeyContext, 'store' | 'clock' | 'scopes'> & Partial<KeyContext>,
	isAscii = false,
): Runtime {
	const theme = createTheme({hasColor: true, isAscii});
	const now = () => Math.floor(from.clock.now() / 1000) * 1000;
	const keyContext: KeyContext = {
		actions: new Proxy({} as KeyContext['actions'], {get: () => async () => {}}),
		painted: from.store.get,
		leave() {},
		suspend() {},
		repaint() {},
		exportForSupport() {},
		copy() {},
		browse() {},
		runProgram() {},
		drawContext: () => drawContextOf(keyContext, theme, now()),
		...from,
	};
	return {keyContext, theme, ticker: {now, subscribe: () => () => {}, stop() {}}, canvasContent: Lines};
}
