import {Box, type BoxProps, type DOMElement, Text} from 'ink';
import {type ReactNode, useContext, useLayoutEffect, useRef} from 'react';
import {blanks} from '../../text.ts';
import {LayerContext, useRuntime, useStore} from '../runtime.tsx';
import {rectangleOf} from './canvas.tsx';

type Props = Omit<BoxProps, 'children'> & {readonly children: ReactNode};

/** An opaque box above the rest of the screen. Canvases inside it are drawn above it. */
export function Overlay({children, ...layout}: Props) {
	const {canvases} = useRuntime();
	const layer = useContext(LayerContext) + 1;
	const ref = useRef<DOMElement>(null);
	useLayoutEffect(() => canvases?.add(layer, () => rectangleOf(ref)), [canvases, layer]);
	return (
		<Box ref={ref} overflow="hidden" {...layout}>
			<Blank />
			<LayerContext value={layer + 1}>{children}</LayerContext>
		</Box>
	);
}

/** Ink's boxes are transparent, so the overlay fills itself with spaces. It fills the whole screen, and `overflow` cuts the excess. */
function Blank() {
	const {theme} = useRuntime();
	const {columns, rows} = useStore(({interface: {size}}) => size);
	return (
		<Box position="absolute" flexDirection="column" width={columns} height={rows}>
			{Array.from({length: rows}, (_, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
				<Text key={row}>{theme.paint([{text: blanks(columns), tone: 'plain'}])}</Text>
			))}
		</Box>
	);
}
