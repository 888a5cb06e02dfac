import {printedWidth, sliceLine} from './line.ts';

/** A rectangle in cells, relative to the top left corner of the screen. */
export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

export type TerminalSize = {readonly columns: number; readonly rows: number};

/** Returns the lines of a rectangle: at most `height`, each at most `width` cells wide. */
export type DrawLines = (width: number, height: number) => readonly string[];

/** A part of the screen that is laid over Ink's frame. Without `draw`, Ink's frame shows through, over the regions of lower layers. */
type Region = {readonly layer: number; readonly measure: () => Rectangle; readonly draw: DrawLines | undefined};

/** Lines, and where the first of them begins. */
type Source = {readonly x: number; readonly y: number; readonly lines: readonly string[]};

/** What a rectangle shows: the lines of a region, or a part of Ink's frame. */
type Placed = Rectangle & {readonly source: Source};

/** Returns row `y`, divided among the topmost regions in each column and Ink. */
function composeRow(placed: readonly Placed[], ink: Source, y: number, columns: number): string {
	const across = placed.filter(({y: top, height}) => y >= top && y < top + height);
	const edges = across.flatMap(({x, width}) => [x, x + width]).filter(edge => edge > 0 && edge < columns);
	const sourceAt = (column: number) =>
		across.findLast(({x, width}) => x <= column && column < x + width)?.source ?? ink;
	// A wide character may lie across an edge where the source does not change.
	const starts = [...new Set([0, ...edges])]
		.sort((a, b) => a - b)
		.filter(edge => edge === 0 || sourceAt(edge) !== sourceAt(edge - 1));
	const pieces = starts.map((from, index) => {
		const to = starts[index + 1] ?? columns;
		const {x, y: top, lines} = sourceAt(from);
		const text = sliceLine(lines[y - top] ?? '', from - x, to - x);
		return to === columns ? text : text + ' '.repeat(Math.max(0, to - from - printedWidth(text)));
	});
	return pieces.join('');
}

export function createRegions() {
	const regions = new Set<Region>();
	let ink: Source = {x: 0, y: 0, lines: []};

	return {
		add(region: Region): () => void {
			regions.add(region);
			return () => {
				regions.delete(region);
			};
		},

		setInkLines(lines: readonly string[]) {
			ink = {x: 0, y: 0, lines};
		},

		compose({columns, rows}: TerminalSize): readonly string[] {
			const placed = [...regions]
				.sort((a, b) => a.layer - b.layer)
				.map(({measure, draw}) => ({...measure(), draw}))
				.filter(({width, height}) => width > 0 && height > 0)
				.map(({draw, ...place}): Placed => {
					const source = draw ? {x: place.x, y: place.y, lines: draw(place.width, place.height)} : ink;
					return {...place, source};
				});
			return Array.from({length: rows}, (_, y) => composeRow(placed, ink, y, columns));
		},
	};
}
