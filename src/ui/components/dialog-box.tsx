import {Box, type BoxProps, Text} from 'ink';
import type {ReactNode} from 'react';
import type {Tone} from '../../present/line.ts';
import {bodyHeight, dialogBorder, dialogPadding, dialogWidth} from '../../store/model/layout.ts';
import {cells, cut, plain, type SafeText} from '../../text.ts';
import {useRuntime, useStore} from '../runtime.tsx';
import {Overlay} from './overlay.tsx';

type Props = {
	readonly title: SafeText;
	/** Of the title. */
	readonly tone?: Tone;
	/** In cells, as far as the screen has them. Default: as wide as a text is easily read. */
	readonly width?: number;
	/** In lines, as far as the screen has them, for content that has no height of its own, such as a canvas. */
	readonly contentHeight?: number;
	/** Above the content: where the screen is low, it is left out first, from its end. */
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

/** A dialog: a box with a title, in the middle of the screen that it is about. */
export function DialogBox({title, tone = 'strong', width, contentHeight, facts, foot, children}: Props) {
	const {theme} = useRuntime();
	const {columns, rows} = useStore(({interface: {size}}) => size);
	const body = bodyHeight({columns, rows});
	const own = dialogWidth({columns, rows}, width);
	const label = plain` ${cut(title, Math.max(1, own - 6))} `;
	return (
		<Box position="absolute" width={columns} height={body} alignItems="center" justifyContent="center">
			<Overlay
				flexDirection="column"
				width={own}
				{...(contentHeight !== undefined && {height: Math.min(body, contentHeight + dialogBorder)})}
				maxHeight={body}
			>
				<Box
					flexDirection="column"
					flexGrow={1}
					overflow="hidden"
					borderStyle={theme.isAscii ? asciiBorder : 'round'}
					borderDimColor={theme.hasColor}
					paddingX={dialogPadding}
				>
					{/* What is too long is cut off at its end: Ink would take lines out of each text in it. */}
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
