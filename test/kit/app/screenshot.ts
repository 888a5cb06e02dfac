import type {IBufferCell, Terminal} from '@xterm/headless';

/** The sixteen colours of the picture; a terminal's owner chooses their own. */
const palette = [
	'#1e2430',
	'#e06c75',
	'#8fc379',
	'#e2b86b',
	'#6aa7e8',
	'#c38adf',
	'#5fc3ce',
	'#d7dae0',
	'#6b7385',
	'#ef8e95',
	'#a8d894',
	'#f0cd8c',
	'#8fc0f5',
	'#d6a8ec',
	'#86dbe4',
	'#ffffff',
];
const background = '#161a22';
const foreground = '#d7dae0';

const cellWidth = 8.4;
const lineHeight = 19;
const padding = 18;
const titleHeight = 34;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** How a cell looks, as attributes of SVG. */
function styleOf(cell: IBufferCell): string {
	const color = cell.isFgPalette() ? (palette[cell.getFgColor()] ?? foreground) : foreground;
	const fill = color === foreground ? '' : ` fill="${color}"`;
	return `${fill}${cell.isBold() ? ' font-weight="600"' : ''}${cell.isDim() ? ' opacity="0.55"' : ''}`;
}

/** The runs of equally styled cells of a line, each with the column in which it begins. */
function runsOf(terminal: Terminal, row: number) {
	const line = terminal.buffer.active.getLine(terminal.buffer.active.viewportY + row);
	const runs: Array<{column: number; style: string; text: string}> = [];
	for (let column = 0; column < terminal.cols; column++) {
		const cell = line?.getCell(column);
		if (!cell || cell.getWidth() === 0) continue;
		const style = styleOf(cell);
		const last = runs.at(-1);
		const text = cell.getChars() || ' ';
		if (last?.style === style) last.text += text;
		else runs.push({column, style, text});
	}

	return runs.filter(({text}) => text.trim() !== '');
}

/** A still picture of the screen of an emulator, as SVG. The same screen gives the same bytes. */
export function toSvg(terminal: Terminal, title: string): string {
	const width = Math.ceil(terminal.cols * cellWidth + 2 * padding);
	const height = terminal.rows * lineHeight + padding + titleHeight;
	const lines = Array.from({length: terminal.rows}, (_, row) => {
		const y = titleHeight + (row + 0.75) * lineHeight;
		return runsOf(terminal, row).map(({column, style, text}) => {
			const begin = text.length - text.trimStart().length;
			const shown = text.trim();
			// Each run is pinned to its cells, whatever font the reader has; plain spaces would be joined.
			const length = ` textLength="${(shown.length * cellWidth).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
			const x = (padding + (column + begin) * cellWidth).toFixed(1);
			return `<text x="${x}" y="${y}"${style}${length}>${escaped(shown).replaceAll(' ', '\u00A0')}</text>`;
		});
	});
	const dots = [1, 3, 2].map(
		(color, index) => `<circle cx="${20 + index * 18}" cy="18" r="5.5" fill="${palette[color]}"/>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<rect width="${width}" height="${height}" rx="9" fill="${background}"/>
${dots.join('\n')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${foreground}">
${lines.flat().join('\n')}
</g>
</svg>
`;
}
