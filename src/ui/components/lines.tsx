import {Box, type BoxProps, type DOMElement, measureElement, Text} from 'ink';
import {memo as memoComponent, type RefObject, useInsertionEffect, useLayoutEffect, useRef, useState} from 'react';
import type {SafeText} from '../../base/text.ts';
import {bodyHeight} from '../../model/layout.ts';
import {caretColumn, type Line} from '../../present/line.ts';
import {linesAtCursor, spokenLine} from '../../present/spoken.ts';
import {isScreenCovered} from '../../state/state.ts';
import type {Draw, DrawContext} from '../contexts.ts';
import {useAppContext, useNow, useStore} from '../hooks.tsx';
import {Caret} from './caret.tsx';

type LinesProps = Omit<BoxProps, 'children'> & {
	/** Must stay the same function between renders, so define it outside of components. */
	readonly draw: Draw;
	readonly isNeverCovered?: boolean;
};

export function PaintedLine({line, ...props}: {readonly line: Line; readonly 'aria-hidden'?: boolean}) {
	const {theme} = useAppContext();
	return (
		<Text wrap="truncate" {...props}>
			{theme.paint(line) || ' '}
		</Text>
	);
}

/** Lines in a box of Ink's layout. Give it a height, or let it grow. Draws at most `height` lines. A screen reader gets all of them, unless the box is `aria-hidden`. */
export function Lines({draw, isNeverCovered = false, ...layout}: LinesProps) {
	const {theme} = useAppContext();
	const box = useRef<DOMElement>(null);
	const isFast = useFastRows(box, draw, isNeverCovered);
	return (
		<Box ref={box} overflow="hidden" {...layout}>
			{theme.isSpoken ? <SpokenLines draw={draw} /> : !isFast && <DrawnLines draw={draw} box={box} layout={layout} />}
		</Box>
	);
}

function caretIn(lines: readonly Line[]) {
	const y = lines.findIndex(line => caretColumn(line) !== undefined);
	const x = caretColumn(lines[y] ?? []);
	return x === undefined ? undefined : {x, y};
}

const rectangleOf = ({current}: RefObject<DOMElement | null>) =>
	current ? measureElement(current) : {x: 0, y: 0, width: 0, height: 0};

/** Writes the lines without Ink while nothing covers them, and returns whether it does. The box must fill whole rows of the screen. */
function useFastRows(box: RefObject<DOMElement | null>, draw: Draw, isNeverCovered: boolean): boolean {
	const {fastRows, drawContext, theme} = useAppContext();
	const isCovered = useStore(state => !isNeverCovered && isScreenCovered(state));
	const isFast = !isCovered && fastRows !== undefined;
	// An insertion effect runs before layout effects: Ink draws the changes committed between the two.
	useInsertionEffect(() => {
		if (!isFast) return undefined;
		return fastRows?.add({
			measure: () => rectangleOf(box),
			draw(width, height) {
				const lines = draw(drawContext(), width, height).slice(0, height);
				return {lines: lines.map(line => theme.paint(line, width)), caret: caretIn(lines)};
			},
		});
	}, [isFast, fastRows, drawContext, theme, box, draw]);
	return isFast;
}

type DrawnLinesProps = LinesProps & {
	readonly box: RefObject<DOMElement | null>;
	readonly layout: Pick<BoxProps, 'width' | 'height'>;
};

const DrawnLine = memoComponent(({text}: {readonly text: string}) => <Text wrap="truncate">{text}</Text>);

function DrawnLines({draw, box, layout}: DrawnLinesProps) {
	const {theme, drawContext} = useAppContext();
	const {size} = useStore().interface;
	useNow();
	// A first guess, which is right for most boxes. They are measured later.
	const [{width, height}, setMeasured] = useState({
		width: typeof layout.width === 'number' ? layout.width : size.columns,
		height: typeof layout.height === 'number' ? layout.height : bodyHeight(size),
	});
	useLayoutEffect(() => {
		const measured = rectangleOf(box);
		if (width !== measured.width || height !== measured.height) setMeasured(measured);
	});
	const lines = draw(drawContext(), width, height).slice(0, height);
	const caret = caretIn(lines);
	// The absolute position keeps the lines from affecting the layout of the box.
	return (
		<Box position="absolute" flexDirection="column" width={width}>
			{lines.map((line, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
				<DrawnLine key={row} text={theme.paint(line, width) || ' '} />
			))}
			{caret && <Caret box={box} column={caret.x} row={caret.y} />}
		</Box>
	);
}

/** A screen reader gets all lines, even on a low screen. */
const spokenHeight = 500;

function SpokenLines({draw}: LinesProps) {
	const columns = useStore(({interface: {size}}) => size.columns);
	return <Spoken linesOf={drawing => linesAtCursor(draw(drawing, columns, spokenHeight))} />;
}

/** A time at which every row is old and every wait is over. */
const farFuture = Number.MAX_SAFE_INTEGER;

const spokenLines = (lines: readonly Line[]) => lines.map(spokenLine).filter(text => text !== '');

/** Lines for a screen reader. If only passing time changes a line, it keeps its first text, so that it is not read out again. */
export function Spoken({linesOf}: {readonly linesOf: (drawing: DrawContext) => readonly Line[]}) {
	const {drawContext} = useAppContext();
	const spoken = useRef<ReadonlyMap<string, SafeText>>(new Map());
	useStore();
	useNow();
	const drawing = drawContext();
	const still = {...drawing, context: {...drawing.context, isStill: true, now: farFuture, localNow: farFuture}};
	const texts = spokenLines(linesOf(drawing));
	const keys = spokenLines(linesOf(still));
	// Lines cannot be paired if their number has changed.
	const keyed = texts.map((text, at) => [(texts.length === keys.length && keys[at]) || text, text] as const);
	spoken.current = new Map(keyed.map(([key, text]) => [key, spoken.current.get(key) ?? text]));
	return (
		<Box flexDirection="column">
			{[...spoken.current].map(([key, text]) => (
				<PaintedLine key={key} line={[{text, tone: 'plain'}]} />
			))}
		</Box>
	);
}
