import {Box, type BoxProps, Text} from 'ink';
import Spinner from 'ink-spinner';
import type {ReactNode} from 'react';
import {blanks, cells, cut, plain, type SafeText} from '../../base/text.ts';
import type {Submission} from '../../model/form.ts';
import {bodyHeight, boxHeight, dialogBorder, dialogPadding, dialogWidth, isBare, isShort} from '../../model/layout.ts';
import {type Line, type Tone, unbrokenParts} from '../../present/line.ts';
import type {Draw, DrawContext} from '../contexts.ts';
import {useAppContext, useNow, useStore} from '../hooks.tsx';
import {Lines, PaintedLine, Spoken} from './lines.tsx';

/** Wrapping text in one tone. Never shrinks, because Ink would draw its lines over each other. */
export const Paragraph = ({text, tone = 'plain'}: {readonly text: SafeText; readonly tone?: Tone}) => (
	<Box flexShrink={0}>
		<Spans line={[{text, tone}]} />
	</Box>
);

/** Wrapping text in several tones. Each word has its own box, because Ink would move the space after a word at the edge to the next line. */
export function Spans({line}: {readonly line: Line}) {
	const {theme} = useAppContext();
	if (theme.isSpoken) return <PaintedLine line={line} />;
	return (
		<Box flexWrap="wrap" columnGap={1} minHeight={1}>
			{unbrokenParts(line).map((word, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a word is identified by its position
				<Text key={index}>{theme.paint(word)}</Text>
			))}
		</Box>
	);
}

type DialogBoxProps = {
	readonly title: SafeText;
	readonly tone?: Tone | undefined;
	/** In cells, at most the width of the screen. Default: a width that is easy to read. */
	readonly width?: number;
	readonly contentHeight?: number;
	/** Draws the content. Scroll marks use the padding, so that the text has the full width. */
	readonly lines?: Draw;
	/** Whether the first line keeps its place while the content grows. */
	readonly isGrowing?: boolean;
	readonly isScrolling?: boolean;
	readonly hasBorder?: boolean;
	readonly facts?: ReactNode;
	readonly foot?: Draw;
	readonly children?: ReactNode;
};

/** The space beside the box stays blank if it is narrower, because the rows of a list would be unreadable stubs. */
const minBesideWidth = 24;

/**
A titled box over the screen: centred, or at the bottom of a short screen, where the first rows of a list stay visible.

If room is short, facts are cut first, from their end. The shortest screens have no border: the title is a line above the facts, and scrolling content takes that line, too.
*/
export function DialogBox(props: DialogBoxProps) {
	const {title, tone = 'strong', width, contentHeight = 0, lines, isGrowing, facts, foot, children} = props;
	const {theme} = useAppContext();
	const size = useStore(state => state.interface.size);
	const {hasBorder = !isBare(size), isScrolling = lines !== undefined} = props;
	if (theme.isSpoken) {
		return (
			<Box flexDirection="column" flexGrow={1}>
				<PaintedLine line={[{text: title, tone}]} />
				{facts}
				{lines ? <Lines draw={lines} /> : children}
				{foot && <Lines draw={foot} />}
			</Box>
		);
	}

	const height = bodyHeight(size);
	const maxHeight = isGrowing ? boxHeight(size) : height;
	const ownWidth = dialogWidth(size, width);
	const linesHeight = Math.min(contentHeight, hasBorder ? maxHeight - dialogBorder : height - (foot ? 1 : 0));
	const linesWidth = hasBorder ? ownWidth - dialogBorder - dialogPadding : size.columns;
	const content = (
		<>
			{/* Ink cuts this box as a whole instead of shrinking each text in it. */}
			<Box flexDirection="column" flexShrink={1} overflow="hidden" minHeight={hasBorder || isScrolling ? 0 : 1}>
				{!hasBorder && <Paragraph text={title} tone={tone} />}
				{facts}
			</Box>
			<Box
				flexDirection="column"
				flexGrow={1}
				flexShrink={0}
				paddingRight={hasBorder ? 0 : dialogPadding}
				{...(lines && {height: linesHeight})}
			>
				{lines ? <Lines draw={lines} width={linesWidth} height={linesHeight} marginRight={-1} /> : children}
			</Box>
		</>
	);
	if (!hasBorder)
		return (
			<Overlay position="absolute" flexDirection="column" width={size.columns} height={height}>
				{content}
				{foot && <Lines draw={foot} width={size.columns} height={1} flexShrink={0} />}
			</Overlay>
		);
	return (
		<Box
			position="absolute"
			width={size.columns}
			height={height}
			paddingTop={height - maxHeight}
			alignItems={isShort(size) ? 'flex-end' : isGrowing ? 'flex-start' : 'center'}
			justifyContent="center"
		>
			<Overlay
				flexDirection="column"
				alignItems="center"
				width={size.columns - ownWidth < 2 * minBesideWidth ? size.columns : ownWidth}
				maxHeight={maxHeight}
			>
				<Box flexDirection="column" flexGrow={1} width={ownWidth} overflow="hidden">
					<TitledBorder title={title} tone={tone} width={ownWidth}>
						{content}
					</TitledBorder>
					{foot && (
						<Box position="absolute" bottom={0} left={2}>
							<Lines draw={foot} width={ownWidth - 4} height={1} />
						</Box>
					)}
				</Box>
			</Overlay>
		</Box>
	);
}

const Overlay = ({children, width, ...layout}: BoxProps & {readonly width: number; readonly children: ReactNode}) => (
	<Box overflow="hidden" width={width} {...layout}>
		<Blank width={width} />
		{children}
	</Box>
);

/** Spaces behind an overlay, because Ink's boxes are transparent. Has the height of the screen, and `overflow` cuts the excess. */
function Blank({width}: {readonly width: number}) {
	const rows = useStore(({interface: {size}}) => bodyHeight(size));
	return (
		<Box position="absolute" flexDirection="column" width={width} height={rows}>
			{Array.from({length: rows}, (_, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
				<PaintedLine key={row} line={[{text: blanks(width), tone: 'plain'}]} />
			))}
		</Box>
	);
}

type BorderProps = Pick<DialogBoxProps, 'title' | 'tone' | 'children'> & {readonly width: number};

function TitledBorder({title, tone = 'strong', width, children}: BorderProps) {
	const {theme} = useAppContext();
	const label = plain` ${cut(title, Math.max(1, width - 6))} `;
	return (
		<>
			<Box
				flexDirection="column"
				flexGrow={1}
				overflow="hidden"
				borderStyle="round"
				borderDimColor={theme.isQuietDim()}
				paddingX={dialogPadding}
			>
				{children}
			</Box>
			<Box position="absolute" left={2} width={cells(label)} height={1}>
				<PaintedLine line={[{text: label, tone}]} />
			</Box>
		</>
	);
}

export function Facts({linesOf}: {readonly linesOf: (drawing: DrawContext) => readonly Line[]}) {
	const {theme, drawContext} = useAppContext();
	useStore();
	useNow();
	if (theme.isSpoken) return <Spoken linesOf={linesOf} />;
	return linesOf(drawContext()).map((line, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a fact is identified by its position
		<Box key={index} flexShrink={0}>
			<Spans line={line} />
		</Box>
	));
}

type ProgressProps = {readonly text: SafeText; readonly tone?: Tone; readonly isStill?: boolean};

export function Progress({text, tone = 'plain', isStill = false}: ProgressProps) {
	const {theme} = useAppContext();
	return (
		<Box columnGap={1}>
			<Box aria-hidden flexShrink={0}>
				{isStill ? (
					<PaintedLine line={[{text: plain`◌`, tone: 'accent'}]} />
				) : (
					<Text>
						<Spinner type={theme.isAscii ? 'line' : 'dots'} />
					</Text>
				)}
			</Box>
			<Box flexDirection="column">
				<Paragraph text={text} tone={tone} />
			</Box>
		</Box>
	);
}

type SendingProps = {
	readonly submission: Submission;
	/** Shown until the write is recorded in the journal. Then `sending` is shown, because landfall remembers the write even if it is killed. */
	readonly preparing?: SafeText | undefined;
	readonly sending?: SafeText | undefined;
};

export function Sending({submission, preparing = plain`Waiting to send`, sending = preparing}: SendingProps) {
	const {isSending, problem, writeId} = submission;
	const isRecorded = useStore(({writes}) => writes.sending !== undefined && writes.sending.id === writeId);
	const requestId = problem?.error?.details.requestId;
	return (
		<>
			{isSending && <Progress text={isRecorded ? sending : preparing} />}
			{problem && <Paragraph text={problem.sentence} tone="bad" />}
			{requestId && <Paragraph text={plain`Request ${requestId}`} tone="quiet" />}
		</>
	);
}
