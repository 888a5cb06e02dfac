import {isSameList} from '../../base/memo.ts';
import {printedWidth, sliceLine} from './line.ts';

/** A rectangle in cells, relative to the top left corner of the screen. */
export type Rectangle = {readonly x: number; readonly y: number; readonly width: number; readonly height: number};

export type TerminalSize = {readonly columns: number; readonly rows: number};

/** Returns the lines of a rectangle: at most `height`, each exactly `width` cells wide, with styles that end with it. */
export type DrawLines = (width: number, height: number) => readonly string[];

/** A part of the screen that is laid over Ink's frame. Without `draw`, Ink's frame shows through, over the regions of lower layers. */
type Region = {readonly layer: number; readonly measure: () => Rectangle; readonly draw: DrawLines | undefined};

/** Lines, and where they are. Ink's may have any width. */
type Source = {readonly x: number; readonly y: number; readonly width?: number; readonly lines: readonly string[]};

/** What a rectangle shows: the lines of a region, or a part of Ink's frame. */
type PlacedSource = Rectangle & {readonly source: Source};

/** The columns of a row that show one source. */
type Piece = {readonly from: number; readonly to: number; readonly source: Source};

/** Divides a row among the topmost regions in each column and Ink. `across`: the regions that the row crosses, from the lowest layer up. */
function piecesOf(across: readonly PlacedSource[], ink: Source, columns: number): readonly Piece[] {
	const edges = across.flatMap(({x, width}) => [x, x + width]).filter(edge => edge > 0 && edge < columns);
	const sourceAt = (column: number) =>
		across.findLast(({x, width}) => x <= column && column < x + width)?.source ?? ink;
	// A wide character may lie across an edge where the source does not change.
	const starts = [...new Set([0, ...edges])]
		.sort((a, b) => a - b)
		.filter(edge => edge === 0 || sourceAt(edge) !== sourceAt(edge - 1));
	return starts.map((from, index) => ({from, to: starts[index + 1] ?? columns, source: sourceAt(from)}));
}

/** Returns what a piece shows in row `y`, without the blanks at the end of the row. */
function pieceText({from, to, source}: Piece, y: number, columns: number): string {
	const line = source.lines[y - source.y] ?? '';
	// A region that nothing covers.
	if (line !== '' && from === source.x && to - from === source.width) return line;
	const text = sliceLine(line, from - source.x, to - source.x);
	return to === columns ? text : text + ' '.repeat(Math.max(0, to - from - printedWidth(text)));
}

export function createRegions() {
	const regions = new Set<Region>();
	let ink: Source = {x: 0, y: 0, lines: []};
	/** The regions that are seen, from the lowest layer up. Only a frame of Ink's moves them. */
	let places: ReadonlyArray<Region & Rectangle> | undefined;

	const measured = () =>
		[...regions]
			.sort((a, b) => a.layer - b.layer)
			.map(region => ({...region, ...region.measure()}))
			.filter(({width, height}) => width > 0 && height > 0);

	return {
		add(region: Region): () => void {
			regions.add(region);
			places = undefined;
			return () => {
				regions.delete(region);
				places = undefined;
			};
		},

		setInkLines(lines: readonly string[]) {
			ink = {x: 0, y: 0, lines};
			places = undefined;
		},

		compose({columns, rows}: TerminalSize): readonly string[] {
			places ??= measured();
			const placed = places.map(({x, y, width, height, draw}): PlacedSource => {
				const source = draw ? {x, y, width, lines: draw(width, height)} : ink;
				return {x, y, width, height, source};
			});
			let across: readonly PlacedSource[] = [];
			let pieces = piecesOf(across, ink, columns);
			return Array.from({length: rows}, (_, row) => {
				const crossed = placed.filter(({y, height}) => row >= y && row < y + height);
				if (!isSameList(crossed, across)) pieces = piecesOf(crossed, ink, columns);
				across = crossed;
				return pieces.map(piece => pieceText(piece, row, columns)).join('');
			});
		},
	};
}
