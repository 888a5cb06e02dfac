import {type Row, sliceLine} from './line.ts';

/** A rectangle in cells, relative to the top left corner of the screen. */
export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

export type Size = {readonly columns: number; readonly rows: number};

/** Returns the lines of a rectangle: at most `height`, each at most `width` cells wide. */
export type DrawLines = (width: number, height: number) => readonly string[];

/** A part of the screen that is laid over Ink's frame. Without `draw`, Ink's frame shows through, over the regions of lower layers. */
type Region = {readonly layer: number; readonly measure: () => Rectangle; readonly draw: DrawLines | undefined};

/** Where a region is, and the lines that it shows. */
type Placed = Rectangle & {readonly draw: DrawLines | undefined; lines: readonly string[]};

/** Columns `from` to `to` of a row, and what they show: a region, or text of Ink's. */
type Span = {readonly from: number; readonly to: number; readonly source: Placed | string};

/** Divides row `y` among the topmost regions in each column and Ink. */
function spansOf(placed: readonly Placed[], inkLine: string, y: number, columns: number): readonly Span[] {
	const across = placed.filter(({y: top, height}) => y >= top && y < top + height);
	const edges = across.flatMap(({x, width}) => [x, x + width]).filter(edge => edge > 0 && edge < columns);
	const bounds = [...new Set([0, ...edges, columns])].sort((a, b) => a - b);
	const tops: Array<{readonly from: number; readonly region: Placed | undefined}> = [];
	for (const from of bounds.slice(0, -1)) {
		const top = across.findLast(({x, width}) => x <= from && from < x + width);
		const region = top?.draw ? top : undefined;
		if (tops.length === 0 || tops.at(-1)?.region !== region) tops.push({from, region});
	}

	return tops.map(({from, region}, index) => {
		const to = tops[index + 1]?.from ?? columns;
		return {from, to, source: region ?? (to - from === columns ? inkLine : sliceLine(inkLine, from, to))};
	});
}

/** Returns what a span of row `y` shows. */
function textOf({from, to, source}: Span, y: number): string {
	if (typeof source === 'string') return source;
	const line = source.lines[y - source.y] ?? '';
	return from === source.x && to === source.x + source.width ? line : sliceLine(line, from - source.x, to - source.x);
}

/** Lays regions over Ink's frame. They are placed once per frame of Ink's; between two of them, their lines are only drawn and cut. */
export function createRegions() {
	const regions = new Set<Region>();
	let inkLines: readonly string[] = [];
	let plan:
		| {readonly size: Size; readonly placed: readonly Placed[]; readonly rows: readonly (readonly Span[])[]}
		| undefined;

	const planFor = (size: Size) => {
		if (plan?.size.columns === size.columns && plan.size.rows === size.rows) return plan;
		const placed = [...regions]
			.sort((a, b) => a.layer - b.layer)
			.map(({measure, draw}): Placed => ({...measure(), draw, lines: []}))
			.filter(({width, height}) => width > 0 && height > 0);
		const rows = Array.from({length: size.rows}, (_, y) => spansOf(placed, inkLines[y] ?? '', y, size.columns));
		plan = {size, placed, rows};
		return plan;
	};

	return {
		/** Adds a region. Returns a function that removes it. */
		add(region: Region): () => void {
			regions.add(region);
			plan = undefined;
			return () => {
				regions.delete(region);
				plan = undefined;
			};
		},

		/** Replaces Ink's frame, one string per row. */
		setInkLines(lines: readonly string[]) {
			inkLines = lines;
			plan = undefined;
		},

		/** Draws all regions. Returns the rows of the whole screen. */
		compose(size: Size): readonly Row[] {
			const {placed, rows} = planFor(size);
			for (const region of placed) region.lines = region.draw?.(region.width, region.height) ?? [];
			return rows.map((spans, y) => spans.map(span => ({at: span.from, text: textOf(span, y)})) as unknown as Row);
		},
	};
}
