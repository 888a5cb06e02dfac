import {blankRow} from './frame-update.ts';
import type {Piece, ScreenRow} from './screen-row.ts';
import {sliceLine} from './slice-line.ts';

/** A rectangle in cells, relative to the top left corner of the screen. */
export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

/**
A part of the screen layered over Ink's output.

With `draw`, it shows the returned lines: at most `height`, each at most `width` cells wide. Without it, Ink's own output shows through and hides regions on lower layers.
*/
export type Region = {
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

/** Columns `from` to `to` of a row, filled by a region or by Ink. */
type Span = {readonly from: number; readonly to: number; readonly placed: Placed | undefined; readonly text: string};

/** A region with its measured position. */
type Placed = {readonly region: Region; readonly rectangle: Rectangle};

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

/** Returns the part of a region's line that covers screen columns `from` to `to`. */
const textOf = ({rectangle: {x, width}}: Placed, line: string, from: number, to: number): string =>
	from === x && to === x + width ? line : sliceLine(line, from - x, to - x);

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
	/** The last composed rows. An unchanged row keeps its identity, so comparisons are cheap. */
	let rows: readonly ScreenRow[] = [];

	const planFor = (size: {readonly columns: number; readonly rows: number}) => {
		if (plan && plannedSize.columns === size.columns && plannedSize.rows === size.rows) return plan;
		placed = [...regions]
			.sort((a, b) => a.layer - b.layer)
			.map(region => ({region, rectangle: region.measure()}))
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
			const drawn = new Map<Placed, readonly string[]>();
			for (const item of placed) {
				const {width, height} = item.rectangle;
				if (item.region.draw) drawn.set(item, item.region.draw(width, height));
			}

			rows = plans.map((spans, y) => {
				const before = rows[y] ?? blankRow;
				const only = spans[0];
				if (only?.placed && spans.length === 1 && before.length === 1) {
					const {from, to, placed: own} = only;
					const text = textOf(own, drawn.get(own)?.[y - own.rectangle.y] ?? '', from, to);
					return before[0].at === from && before[0].text === text ? before : [{at: from, text}];
				}

				let pieces: Piece[] | undefined = before.length === spans.length ? undefined : [];
				for (let index = 0; index < spans.length; index++) {
					const {from, to, placed: own, text} = spans[index] as Span;
					const shown = own ? textOf(own, drawn.get(own)?.[y - own.rectangle.y] ?? '', from, to) : text;
					const known = before[index];
					const isSame = known?.at === from && known.text === shown;
					if (!isSame) pieces ??= before.slice(0, index);
					pieces?.push(isSame ? known : {at: from, text: shown});
				}

				return (pieces as readonly Piece[] | undefined as ScreenRow | undefined) ?? before;
			});
			return rows;
		},
	};
}
