import {Box, type BoxProps, type DOMElement, Text} from 'ink';
import {type ReactNode, useContext, useLayoutEffect, useRef} from 'react';
import {blanks, cells, cut, plain, type SafeText} from '../../base/text.ts';
import {bodyHeight, dialogBorder, dialogPadding, dialogWidth, isShort} from '../../model/layout.ts';
import type {Tone} from '../../present/line.ts';
import {DrawingLayer, useRuntime, useStore} from '../runtime.tsx';
import {rectangleOf} from './canvas.tsx';

type DialogBoxProps = {
	readonly title: SafeText;
	readonly tone?: Tone;
	/** In cells, limited by the screen. Default: as wide as text is comfortable to read. */
	readonly width?: number;
	/** In lines, limited by the screen, for content without a height of its own, such as a canvas. */
	readonly contentHeight?: number;
	/** Shown above the content. On a short screen it is cut first, from its end. */
	readonly facts?: ReactNode;
	/** Drawn over the lower border. */
	readonly foot?: ReactNode;
	readonly children: ReactNode;
};

/** A titled box over the screen: in its centre, or at the bottom of a short one, so that the first rows of a list stay visible. */
export function DialogBox({title, tone = 'strong', width, contentHeight, facts, foot, children}: DialogBoxProps) {
	const {theme} = useRuntime();
	const size = useStore(state => state.interface.size);
	if (theme.isSpoken) {
		return (
			<Box flexDirection="column" flexGrow={1}>
				<Text>{theme.paint([{text: title, tone}])}</Text>
				{facts}
				{children}
			</Box>
		);
	}

	const maxHeight = bodyHeight(size);
	const ownWidth = dialogWidth(size, width);
	return (
		<Box
			position="absolute"
			width={size.columns}
			height={maxHeight}
			alignItems={isShort(size) ? 'flex-end' : 'center'}
			justifyContent="center"
		>
			<Overlay
				flexDirection="column"
				width={ownWidth}
				{...(contentHeight !== undefined && {height: Math.min(maxHeight, contentHeight + dialogBorder)})}
				maxHeight={maxHeight}
			>
				<TitledBorder title={title} tone={tone} width={ownWidth}>
					{/* This box is cut at its end as a whole. Without it, Ink would shrink each text inside. */}
					{facts && (
						<Box flexDirection="column" flexShrink={1} overflow="hidden">
							{facts}
						</Box>
					)}
					<Box flexDirection="column" flexGrow={1} flexShrink={0}>
						{children}
					</Box>
				</TitledBorder>
				{foot && (
					<Box position="absolute" bottom={0} left={2} right={2} height={1}>
						{foot}
					</Box>
				)}
			</Overlay>
		</Box>
	);
}

/** An opaque box above the rest of the screen. Canvases inside it are drawn above it. */
function Overlay({children, ...layout}: BoxProps & {readonly children: ReactNode}) {
	const {canvases} = useRuntime();
	const layer = useContext(DrawingLayer) + 1;
	const ref = useRef<DOMElement>(null);
	useLayoutEffect(() => canvases?.add(layer, () => rectangleOf(ref)), [canvases, layer]);
	return (
		<Box ref={ref} overflow="hidden" {...layout}>
			<Blank />
			<DrawingLayer value={layer + 1}>{children}</DrawingLayer>
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

const asciiBorder = {
	topLeft: '+',
	top: '-',
	topRight: '+',
	right: '|',
	bottomRight: '+',
	bottom: '-',
	bottomLeft: '+',
	left: '|',
} as const satisfies BoxProps['borderStyle'];

/** A border with a title, around the box that contains it. */
function TitledBorder({
	title,
	tone = 'strong',
	width,
	children,
}: Pick<DialogBoxProps, 'title' | 'tone' | 'children'> & {readonly width: number}) {
	const {theme} = useRuntime();
	const label = plain` ${cut(title, Math.max(1, width - 6))} `;
	return (
		<>
			<Box
				flexDirection="column"
				flexGrow={1}
				overflow="hidden"
				borderStyle={theme.isAscii ? asciiBorder : 'round'}
				borderDimColor={theme.isQuietDim()}
				paddingX={dialogPadding}
			>
				{children}
			</Box>
			<Box position="absolute" left={2} width={cells(label)} height={1}>
				<Text>{theme.paint([{text: label, tone}])}</Text>
			</Box>
		</>
	);
}

/** On a screen with more lines than this, there is space above the box. */
const minSpaciousHeight = 20;

/** A titled box on an otherwise empty screen. Its first line stays in place when its content grows. */
export function ScreenBox({title, children}: Pick<DialogBoxProps, 'title' | 'children'>) {
	const size = useStore(state => state.interface.size);
	const [width, height] = [dialogWidth(size), bodyHeight(size)];
	const top = height < minSpaciousHeight ? 0 : Math.floor(height / 6);
	return (
		<Box height={height} justifyContent="center" paddingTop={top} overflow="hidden">
			<Box flexDirection="column" alignSelf="flex-start" width={width} maxHeight={height - top}>
				<TitledBorder title={title} width={width}>
					{children}
				</TitledBorder>
			</Box>
		</Box>
	);
}
