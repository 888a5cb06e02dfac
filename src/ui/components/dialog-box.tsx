import {Box, type BoxProps, Text, useIsScreenReaderEnabled} from 'ink';
import type {ReactNode} from 'react';
import type {Tone} from '../../present/line.ts';
import {bodyHeight, dialogBorder, dialogPadding, dialogWidth} from '../../store/model/layout.ts';
import {cells, cut, plain, type SafeText} from '../../text.ts';
import {useRuntime, useStore} from '../runtime.tsx';
import {Overlay} from './overlay.tsx';

type Props = {
	readonly title: SafeText;
	/** The tone of the title. */
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

/** A titled box, centred over the screen. */
export function DialogBox({title, tone = 'strong', width, contentHeight, facts, foot, children}: Props) {
	const {theme} = useRuntime();
	const size = useStore(state => state.interface.size);
	if (useIsScreenReaderEnabled()) {
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
	const label = plain` ${cut(title, Math.max(1, ownWidth - 6))} `;
	return (
		<Box position="absolute" width={size.columns} height={maxHeight} alignItems="center" justifyContent="center">
			<Overlay
				flexDirection="column"
				width={ownWidth}
				{...(contentHeight !== undefined && {height: Math.min(maxHeight, contentHeight + dialogBorder)})}
				maxHeight={maxHeight}
			>
				<Box
					flexDirection="column"
					flexGrow={1}
					overflow="hidden"
					borderStyle={theme.isAscii ? asciiBorder : 'round'}
					borderDimColor={theme.isQuietDim()}
					paddingX={dialogPadding}
				>
					{/* This box is cut at its end as a whole. Without it, Ink would shrink each text inside. */}
					{facts && (
						<Box flexDirection="column" flexShrink={1} overflow="hidden">
							{facts}
						</Box>
					)}
					<Box flexDirection="column" flexGrow={1} flexShrink={0}>
						{children}
					</Box>
				</Box>
				<Box position="absolute" left={2} width={cells(label)} height={1}>
					<Text>{theme.paint([{text: label, tone}])}</Text>
				</Box>
				{foot && (
					<Box position="absolute" bottom={0} left={2} right={2} height={1}>
						{foot}
					</Box>
				)}
			</Overlay>
		</Box>
	);
}
