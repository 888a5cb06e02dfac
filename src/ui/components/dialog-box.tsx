import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import type {ReactNode} from 'react';
import type {Tone} from '../../present/line.ts';
import {bodyHeight, dialogBorder, dialogWidth} from '../../store/model/layout.ts';
import type {SafeText} from '../../text.ts';
import {useRuntime, useStore} from '../runtime.tsx';
import {Overlay} from './overlay.tsx';
import {TitledBorder} from './titled-border.tsx';

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
	return (
		<Box position="absolute" width={size.columns} height={maxHeight} alignItems="center" justifyContent="center">
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
