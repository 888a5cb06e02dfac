import {type Piece, type Row, sliceLine} from './line.ts';

/** A rectangle in cells, relative to the top left corner of the screen. */
export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

export type Size = {readonly columns: number; readonly rows: number};

/** Returns the lines of a rectangle: at most `height`, each at most `width` cells wide. */
export type DrawLines = (width: number, height: number) => readonly string[];

/** A part of the screen that is laid over Ink's frame. Without `draw`, Ink's frame shows through, over the regions of lower layers. */
type Region = {readonly layer: number; readonly measure: () => Rectangle; readonly draw: DrawLines | undefined};

type Placed = Rectangle & {readonly lines: readonly string[] | undefined};

/** Divides row `y` among the topmost regions in each column and Ink. */
function composeRow(placed: readonly Placed[], inkLine: string, y: number, columns: number): Row {
	const across = placed.filter(({y: top, height}) => y >= top && y < top + height);
	const edges = across.flatMap(({x, width}) => [x, x + width]).filter(edge => edge > 0 && edge < columns);
	const bounds = [...new Set([0, ...edges])].sort((a, b) => a - b);
	const topAt = (column: number) => {
		const top = across.findLast(({x, width}) => x <= column && column < x + width);
		return top?.lines ? top : undefined;
	};
	const starts = bounds.filter((bound, index) => index === 0 || topAt(bound) !== topAt(bounds[index - 1] ?? 0));
	const pieces = starts.map((at, index) => {
		const end = starts[index + 1] ?? columns;
		const region = topAt(at);
		if (!region) return {at, text: at === 0 && end === columns ? inkLine : sliceLine(inkLine, at, end)};
		const line = region.lines?.[y - region.y] ?? '';
		const isWhole = at === region.x && end === region.x + region.width;
		return {at, text: isWhole ? line : sliceLine(line, at - region.x, end - region.x)};
	});
	return pieces as [Piece, ...Piece[]];
}

export function createRegions() {
	const regions = new Set<Region>();
	let inkLines: readonly string[] = [];

	return {
		add(region: Region): () => void {
			regions.add(region);
			return () => {
				regions.delete(region);
			};
		},

		setInkLines(lines: readonly string[]) {
			inkLines = lines;
		},

		compose({columns, rows}: Size): readonly Row[] {
			const placed = [...regions]
				.sort((a, b) => a.layer - b.layer)
				.map(({measure, draw}) => ({...measure(), draw}))
				.filter(({width, height}) => width > 0 && height > 0)
				.map(({draw, ...place}): Placed => ({...place, lines: draw?.(place.width, place.height)}));
			return Array.from({length: rows}, (_, y) => composeRow(placed, inkLines[y] ?? '', y, columns));
		},
	};
}
