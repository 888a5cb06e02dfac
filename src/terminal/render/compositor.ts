import {blankRow} from './frame-update.ts';
import type {Piece, ScreenRow} from './screen-row.ts';
import {sliceLine} from './slice-line.ts';

/** A part of the screen, in cells from its top left corner. */
export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

/**
A part of the screen that lies over what Ink draws.

With `draw` it shows those lines: at most `height` of them, each at most `width` cells wide. Without, it shows what Ink draws there and hides the regions of lower layers.
*/
export type Region = {
	readonly layer: number;
	/** Where it is now. Asked for after each layout. */
	readonly measure: () => Rectangle;
	readonly draw?: (width: number, height: number) => readonly string[];
};

export type Compositor = {
	/** Adds a region and gives what removes it. */
	readonly add: (region: Region) => () => void;
	/** Takes a whole frame of Ink's, one string a line. */
	readonly setFrame: (lines: readonly string[]) => void;
	/** The rows of the whole screen as they are now. */
	readonly compose: (size: {readonly columns: number; readonly rows: number}) => readonly ScreenRow[];
};

/** The columns `from` to `to` of a row: of a line of a region, or what Ink drew. */
type Span = {readonly from: number; readonly to: number; readonly placed: Placed | undefined; readonly text: string};

/** A region where it is on the screen. */
type Placed = {readonly region: Region; readonly rectangle: Rectangle};

/** Puts a span over the others of its row, which are adjacent and ordered. */
const covered = (spans: readonly Span[], over: Span): readonly Span[] => [
	...spans.filter(({from}) => from < over.from).map(span => ({...span, to: Math.min(span.to, over.from)})),
	over,
	...spans.filter(({to}) => to > over.to).map(span => ({...span, from: Math.max(span.from, over.to)})),
];

function rowPlan(placed: readonly Placed[], frame: readonly string[], y: number, columns: number): readonly Span[] {
	const ink = {from: 0, to: columns, placed: undefined, text: ''};
	let spans: readonly Span[] = [ink];
	for (const one of placed) {
		const {x, y: top, width, height} = one.rectangle;
		const [from, to] = [Math.max(0, x), Math.min(columns, x + width)];
		if (y < top || y >= top + height || from >= to) continue;
		spans = covered(spans, {from, to, placed: one.region.draw ? one : undefined, text: ''});
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

/** The columns `from` to `to` of the screen, of a line of a region. */
const textOf = ({rectangle: {x, width}}: Placed, line: string, from: number, to: number): string =>
	from === x && to === x + width ? line : sliceLine(line, from - x, to - x);

/**
Lays regions that draw themselves over the frames of Ink.

What lies where is worked out once for each frame of Ink's and each change of the regions; a paint in between only draws the regions and cuts their lines where others cover them.
*/
export function createCompositor(): Compositor {
	const regions = new Set<Region>();
	let frame: readonly string[] = [];
	let plan: ReadonlyArray<readonly Span[]> | undefined;
	let placed: readonly Placed[] = [];
	let planned = {columns: 0, rows: 0};
	/** As they were last composed. A row that is the same again stays the same object, which tells whoever compares it. */
	let rows: readonly ScreenRow[] = [];

	const planFor = (size: {readonly columns: number; readonly rows: number}) => {
		if (plan && planned.columns === size.columns && planned.rows === size.rows) return plan;
		placed = [...regions]
			.sort((a, b) => a.layer - b.layer)
			.map(region => ({region, rectangle: region.measure()}))
			.filter(({rectangle: {width, height}}) => width > 0 && height > 0);
		plan = Array.from({length: size.rows}, (_, y) => rowPlan(placed, frame, y, size.columns));
		planned = {columns: size.columns, rows: size.rows};
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
			for (const one of placed) {
				const {width, height} = one.rectangle;
				if (one.region.draw) drawn.set(one, one.region.draw(width, height));
			}

			rows = plans.map((spans, y) => {
				const before = rows[y] ?? blankRow;
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
