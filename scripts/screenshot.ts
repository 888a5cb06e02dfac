import type {IBufferCell, Terminal} from '@xterm/headless';

/** The 16 ANSI colours. */
const palette = [
	...['#1e2430', '#e06c75', '#8fc379', '#e2b86b', '#6aa7e8', '#c38adf', '#5fc3ce', '#d7dae0'],
	...['#6b7385', '#ef8e95', '#a8d894', '#f0cd8c', '#8fc0f5', '#d6a8ec', '#86dbe4', '#ffffff'],
];
export const background = '#161a22';
const foreground = '#d7dae0';

const cellWidth = 8.4;
const lineHeight = 19;
const padding = 18;
const titleHeight = 34;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const hex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;

/** The colour of a cell's text, before it is inverted. */
function inkOf(cell: IBufferCell): string {
	if (cell.isFgRGB()) return hex(cell.getFgColor());
	return cell.isFgPalette() ? (palette[cell.getFgColor()] ?? foreground) : foreground;
}

/** The style of a cell as SVG attributes. */
function styleOf(cell: IBufferCell): string {
	const color = cell.isInverse() ? background : inkOf(cell);
	const fill = color === foreground ? '' : ` fill="${color}"`;
	return `${fill}${cell.isBold() ? ' font-weight="600"' : ''}${cell.isDim() ? ' opacity="0.55"' : ''}`;
}

/** The background of a cell, or an empty string for the terminal's own. */
function backOf(cell: IBufferCell): string {
	if (cell.isInverse()) return inkOf(cell);
	if (cell.isBgRGB()) return hex(cell.getBgColor());
	return cell.isBgPalette() ? (palette[cell.getBgColor()] ?? '') : '';
}

/** The runs of equally styled cells in a line, each with its first column. */
function runsOf(terminal: Terminal, row: number) {
	const line = terminal.buffer.active.getLine(terminal.buffer.active.viewportY + row);
	const runs: Array<{column: number; style: string; back: string; text: string}> = [];
	for (let column = 0; column < terminal.cols; column++) {
		const cell = line?.getCell(column);
		if (!cell || cell.getWidth() === 0) continue;
		const style = styleOf(cell);
		const back = backOf(cell);
		const last = runs.at(-1);
		const text = cell.getChars() || ' ';
		if (last?.style === style && last.back === back) last.text += text;
		else runs.push({column, style, back, text});
	}

	return runs;
}

const xOf = (column: number): string => (padding + column * cellWidth).toFixed(1);
const widthOf = (columns: number): string => (columns * cellWidth).toFixed(1);

/** Draws a line of the screen as SVG, with its top at 0. */
function drawRow(terminal: Terminal, row: number): string {
	return runsOf(terminal, row)
		.map(({column, style, back, text}) => {
			const behind = back
				? `<rect x="${xOf(column)}" width="${widthOf(text.length)}" height="${lineHeight}" fill="${back}"/>`
				: '';
			const shown = text.trim();
			if (shown === '') return behind;
			const begin = text.length - text.trimStart().length;
			// Each run is pinned to its cells, whatever the reader's font. SVG would collapse plain spaces.
			const length = ` textLength="${widthOf(shown.length)}" lengthAdjust="spacingAndGlyphs"`;
			const written = escaped(shown).replaceAll(' ', '\u00A0');
			return `${behind}<text x="${xOf(column + begin)}" y="${lineHeight * 0.75}"${style}${length}>${written}</text>`;
		})
		.join('');
}

/** A screen of a terminal, and how long the recording shows it. */
export type RecordedFrame = {readonly rows: readonly string[]; readonly shownMs: number};

/** Records what an emulator shows now. */
export const recordFrame = (terminal: Terminal, shownMs: number): RecordedFrame => ({
	rows: Array.from({length: terminal.rows}, (_, row) => drawRow(terminal, row)),
	shownMs,
});

/**
Draws recorded frames as one SVG that loops for ever. Without animation, or if the reader prefers reduced motion, it shows the first frame.

Lines that several frames share are stored once. The output depends only on the frames.
*/
export function toAnimatedSvg(frames: readonly RecordedFrame[], columns: number, title: string): string {
	const width = Math.ceil(columns * cellWidth + 2 * padding);
	const height = (frames[0]?.rows.length ?? 0) * lineHeight + padding + titleHeight;
	const totalMs = frames.reduce((sum, {shownMs}) => sum + shownMs, 0);
	const ids = new Map<string, string>();
	for (const row of frames.flatMap(({rows}) => rows)) {
		if (row !== '' && !ids.has(row)) ids.set(row, `r${ids.size}`);
	}

	const keyframes: string[] = [];
	const groups: string[] = [];
	let startMs = 0;
	for (const [index, {rows, shownMs}] of frames.entries()) {
		const [from, until] = [startMs, startMs + shownMs].map(ms => `${Number(((ms / totalMs) * 100).toFixed(3))}%`);
		const before = index === 0 ? '' : '0%{visibility:hidden}';
		const after = index === frames.length - 1 ? '' : `${until}{visibility:hidden}`;
		keyframes.push(`@keyframes k${index}{${before}${from}{visibility:visible}${after}}`);
		const uses = rows.map((row, at) =>
			row === '' ? '' : `<use href="#${ids.get(row)}" y="${titleHeight + at * lineHeight}"/>`,
		);
		const hidden = index === 0 ? '' : ' visibility="hidden"';
		groups.push(`<g class="f"${hidden} style="animation-name:k${index}">${uses.join('')}</g>`);
		startMs += shownMs;
	}

	const dots = [1, 3, 2].map(
		(color, index) => `<circle cx="${20 + index * 18}" cy="18" r="5.5" fill="${palette[color]}"/>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
.f{animation:${totalMs / 1000}s step-end infinite}
${keyframes.join('\n')}
@media (prefers-reduced-motion:reduce){.f{animation:none}}
</style>
<defs>
${[...ids].map(([row, id]) => `<g id="${id}">${row}</g>`).join('\n')}
</defs>
<rect width="${width}" height="${height}" rx="9" fill="${background}"/>
${dots.join('\n')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${foreground}">
${groups.join('\n')}
</g>
</svg>
`;
}
