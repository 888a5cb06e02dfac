import {Box, type BoxProps, Text} from 'ink';
import type {ReactNode} from 'react';
import type {Tone} from '../../present/line.ts';
import {bodyHeight, dialogPadding, dialogWidth} from '../../store/model/layout.ts';
import {cells, cut, plain, type SafeText} from '../../text.ts';
import {useRuntime, useStore} from '../runtime.tsx';

type Props = {
	readonly title: SafeText;
	readonly tone?: Tone;
	/** The width of the box, in cells. */
	readonly width: number;
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

/** A border with a title, around the box that contains it. */
export function TitledBorder({title, tone = 'strong', width, children}: Props) {
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
export function ScreenBox({title, children}: Pick<Props, 'title' | 'children'>) {
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
