import {blankRow} from './frame-update.ts';
import type {Piece, ScreenRow} from './screen-row.ts';
import {sliceLine} from './slice-line.ts';

/** A rectangle in cells, relative to the top left corner of the screen. */
export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

/**
A part of the screen layered over Ink's output.

With `draw`, it shows the returned lines: at most `height`, each at most `width` cells wide. Without it, Ink's own output shows through and hides regions on lower layers.
*/
type Region = {
	readonly layer: number;
	/** Returns its current position. Called after each layout. */
	readonly measure: () => Rectangle;
	readonly draw?: (width: number, height: number) => readonly string[];
};

export type Compositor = {
	/** Adds a region. Returns a function that removes it. */
	readonly add: (region: Region) => () => void;
	/** Replaces Ink's frame, one string per line. */
	readonly setFrame: (lines: readonly string[]) => void;
	/** Returns the current rows of the whole screen. */
	readonly compose: (size: {readonly columns: number; readonly rows: number}) => readonly ScreenRow[];
};

/** A region with its measured position, and the lines that it showed last. */
type Placed = {readonly region: Region; readonly rectangle: Rectangle; lines: readonly string[]};

/** Columns `from` to `to` of a row, filled by a region or by Ink. */
type Span = {readonly from: number; readonly to: number; readonly placed: Placed | undefined; readonly text: string};

/** Overlays a span on the adjacent, ordered spans of its row. */
const overlaid = (spans: readonly Span[], over: Span): readonly Span[] => [
	...spans.filter(({from}) => from < over.from).map(span => ({...span, to: Math.min(span.to, over.from)})),
	over,
	...spans.filter(({to}) => to > over.to).map(span => ({...span, from: Math.max(span.from, over.to)})),
];

function rowPlan(placed: readonly Placed[], frame: readonly string[], y: number, columns: number): readonly Span[] {
	const ink = {from: 0, to: columns, placed: undefined, text: ''};
	let spans: readonly Span[] = [ink];
	for (const item of placed) {
		const {x, y: top, width, height} = item.rectangle;
		const [from, to] = [Math.max(0, x), Math.min(columns, x + width)];
		if (y < top || y >= top + height || from >= to) continue;
		spans = overlaid(spans, {from, to, placed: item.region.draw ? item : undefined, text: ''});
	}

	const joined: Span[] = [];
	for (const span of spans) {
		const last = joined.at(-1);
		if (last && !last.placed && !span.placed) joined[joined.length - 1] = {...last, to: span.to};
		else joined.push(span);
	}

	const line = frame[y] ?? '';
	return joined.map(span =>
		span.placed
			? span
			: {...span, text: span.from === 0 && span.to === columns ? line : sliceLine(line, span.from, span.to)},
	);
}

/** Returns what a span of row `y` shows. */
function textOf({from, to, placed, text}: Span, y: number): string {
	if (!placed) return text;
	const {x, y: top, width} = placed.rectangle;
	const line = placed.lines[y - top] ?? '';
	return from === x && to === x + width ? line : sliceLine(line, from - x, to - x);
}

/** Returns the pieces of row `y`: `before` itself if they are the same, so that comparisons are cheap. */
function composedRow(spans: readonly Span[], y: number, before: ScreenRow): ScreenRow {
	let pieces: Piece[] | undefined = before.length === spans.length ? undefined : [];
	for (let index = 0; index < spans.length; index++) {
		const span = spans[index] as Span;
		const text = textOf(span, y);
		const known = before[index];
		const isSame = known?.at === span.from && known.text === text;
		if (!isSame) pieces ??= before.slice(0, index);
		pieces?.push(isSame ? known : {at: span.from, text});
	}

	return (pieces as readonly Piece[] | undefined as ScreenRow | undefined) ?? before;
}

/**
Returns a compositor that layers self-drawing regions over Ink's frames.

The layout is computed once per Ink frame or region change; a repaint in between only draws the regions and clips their lines.
*/
export function createCompositor(): Compositor {
	const regions = new Set<Region>();
	let frame: readonly string[] = [];
	let plan: ReadonlyArray<readonly Span[]> | undefined;
	let placed: readonly Placed[] = [];
	let plannedSize = {columns: 0, rows: 0};
	/** The last composed rows. */
	let rows: readonly ScreenRow[] = [];

	const planFor = (size: {readonly columns: number; readonly rows: number}) => {
		if (plan && plannedSize.columns === size.columns && plannedSize.rows === size.rows) return plan;
		placed = [...regions]
			.sort((a, b) => a.layer - b.layer)
			.map(region => ({region, rectangle: region.measure(), lines: []}))
			.filter(({rectangle: {width, height}}) => width > 0 && height > 0);
		plan = Array.from({length: size.rows}, (_, y) => rowPlan(placed, frame, y, size.columns));
		plannedSize = {columns: size.columns, rows: size.rows};
		return plan;
	};

	return {
		add(region) {
			regions.add(region);
			plan = undefined;
			return () => {
				regions.delete(region);
				plan = undefined;
			};
		},

		setFrame(lines) {
			frame = lines;
			plan = undefined;
		},

		compose(size) {
			const plans = planFor(size);
			for (const item of placed) {
				const {width, height} = item.rectangle;
				if (item.region.draw) item.lines = item.region.draw(width, height);
			}

			rows = plans.map((spans, y) => composedRow(spans, y, rows[y] ?? blankRow));
			return rows;
		},
	};
}
