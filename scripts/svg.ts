import type {IBufferCell, Terminal} from '@xterm/headless';

export type Theme = {
	readonly background: string;
	readonly foreground: string;
	readonly border: string;
	readonly dimOpacity: number;
	readonly palette: readonly string[];
};

export const themes = {
	dark: {
		background: '#161a22',
		foreground: '#d7dae0',
		border: '#30363d',
		dimOpacity: 0.6,
		palette: [
			...['#1e2430', '#e06c75', '#8fc379', '#e2b86b', '#6aa7e8', '#c38adf', '#5fc3ce', '#d7dae0'],
			...['#6b7385', '#ef8e95', '#a8d894', '#f0cd8c', '#8fc0f5', '#d6a8ec', '#86dbe4', '#ffffff'],
		],
	},
	light: {
		background: '#ffffff',
		foreground: '#24292f',
		border: '#d0d7de',
		dimOpacity: 0.7,
		palette: [
			...['#24292f', '#cf222e', '#116329', '#7d4e00', '#0969da', '#8250df', '#1b7c83', '#6e7781'],
			...['#57606a', '#a40e26', '#1a7f37', '#633c01', '#218bff', '#a475f9', '#3192aa', '#8c959f'],
		],
	},
} as const satisfies Readonly<Record<string, Theme>>;

const cellWidth = 9;
const lineHeight = 20;
/** From the top of a line to its baseline. */
const ascent = 15;
const padding = 14;
const titleHeight = 32;
const captionHeight = 36;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const hex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;

function inkOf(cell: IBufferCell, {palette, foreground}: Theme): string {
	if (cell.isFgRGB()) return hex(cell.getFgColor());
	return cell.isFgPalette() ? (palette[cell.getFgColor()] ?? foreground) : foreground;
}

function styleOf(cell: IBufferCell, theme: Theme): string {
	const color = cell.isInverse() ? theme.background : inkOf(cell, theme);
	return [
		...(color === theme.foreground ? [] : [`fill:${color}`]),
		...(cell.isBold() ? ['font-weight:600'] : []),
		...(cell.isDim() ? [`opacity:${theme.dimOpacity}`] : []),
	].join(';');
}

function backOf(cell: IBufferCell, theme: Theme): string {
	if (cell.isInverse()) return inkOf(cell, theme);
	if (cell.isBgRGB()) return hex(cell.getBgColor());
	return cell.isBgPalette() ? (theme.palette[cell.getBgColor()] ?? '') : '';
}

type Run = {readonly column: number; readonly style: string; readonly back: string; text: string};

function runsOf(terminal: Terminal, row: number, theme: Theme): readonly Run[] {
	const line = terminal.buffer.active.getLine(terminal.buffer.active.viewportY + row);
	const runs: Run[] = [];
	for (let column = 0; column < terminal.cols; column++) {
		const cell = line?.getCell(column);
		if (!cell || cell.getWidth() === 0) continue;
		const [style, back] = [styleOf(cell, theme), backOf(cell, theme)];
		const last = runs.at(-1);
		const text = cell.getChars() || ' ';
		if (last?.style === style && last.back === back) last.text += text;
		else runs.push({column, style, back, text});
	}

	return runs;
}

export type Frame = {
	readonly rows: ReadonlyArray<readonly Run[]>;
	readonly shownMs: number;
	readonly caption?: {readonly key?: string | undefined; readonly text: string} | undefined;
};

export const recordFrame = (
	terminal: Terminal,
	theme: Theme,
	{shownMs = 1, caption}: Partial<Pick<Frame, 'shownMs' | 'caption'>> = {},
): Frame => ({
	rows: Array.from({length: terminal.rows}, (_, row) => runsOf(terminal, row, theme)),
	shownMs,
	caption,
});

type Recording = {
	readonly frames: readonly Frame[];
	readonly columns: number;
	readonly title: string;
	readonly theme: Theme;
};

function createNames(prefix: string) {
	const names = new Map<string, string>();
	return {
		names,
		nameOf(thing: string): string {
			const name = names.get(thing) ?? `${prefix}${names.size.toString(36)}`;
			names.set(thing, name);
			return name;
		},
	};
}

/**
One SVG. Several frames loop for ever. A reader who prefers reduced motion sees the last frame.

Lines that several frames share are stored once. The output depends only on the frames.
*/
export function toSvg({frames, columns, title, theme}: Recording): string {
	const lineCount = frames[0]?.rows.length ?? 0;
	const hasCaptions = frames.some(({caption}) => caption);
	const width = columns * cellWidth + 2 * padding;
	const screenEnd = titleHeight + lineCount * lineHeight + padding;
	const height = screenEnd + (hasCaptions ? captionHeight : 0);
	const styles = createNames('s');
	const lines = createNames('r');
	const classOf = (style: string) => (style === '' ? '' : ` class="${styles.nameOf(style)}"`);

	/** The baseline is at 0. Each run is pinned to its cells, whatever the reader's font. */
	function drawRun({column, style, back, text}: Run): string {
		const x = padding + column * cellWidth;
		const behind = back
			? `<rect x="${x}" y="${-ascent}" width="${text.length * cellWidth}" height="${lineHeight}" fill="${back}"/>`
			: '';
		const shown = text.trim();
		if (shown === '') return behind;
		const begin = x + (text.length - text.trimStart().length) * cellWidth;
		const isChart = /[\u2500-\u259F]/.test(shown);
		const length = shown.length > 1 || isChart ? ` textLength="${shown.length * cellWidth}"` : '';
		// Bars and borders have no gaps. Other characters keep their shape.
		const stretch = isChart ? ' lengthAdjust="spacingAndGlyphs"' : '';
		// SVG would collapse plain spaces.
		return `${behind}<text${classOf(style)} x="${begin}"${length}${stretch}>${escaped(shown).replaceAll(' ', '\u00A0')}</text>`;
	}

	function drawCaption({key = '', text}: NonNullable<Frame['caption']>): string {
		const keyWidth = key === '' ? 0 : key.length * cellWidth + 16;
		const left = Math.round((width - keyWidth - (text.length + 1) * cellWidth) / 2);
		const [top, foot] = [screenEnd - 2, screenEnd + 15];
		const cap =
			`<rect x="${left}" y="${top}" width="${keyWidth}" height="24" rx="5" fill="none" stroke="${theme.foreground}"/>` +
			`<text x="${left + 8}" y="${foot}" font-weight="600" textLength="${key.length * cellWidth}">${escaped(key)}</text>`;
		return `${key === '' ? '' : cap}<text x="${left + keyWidth + cellWidth}" y="${foot}">${escaped(text)}</text>`;
	}

	const totalMs = frames.reduce((sum, {shownMs}) => sum + shownMs, 0);
	const keyframes: string[] = [];
	const groups: string[] = [];
	let startMs = 0;
	for (const [index, {rows, shownMs, caption}] of frames.entries()) {
		const isLast = index === frames.length - 1;
		const [from, until] = [startMs, startMs + shownMs].map(ms => `${Number(((ms / totalMs) * 100).toFixed(2))}%`);
		const before = index === 0 ? '' : '0%{visibility:hidden}';
		const after = isLast ? '' : `${until}{visibility:hidden}`;
		if (frames.length > 1) keyframes.push(`@keyframes k${index}{${before}${from}{visibility:visible}${after}}`);
		const uses = rows.map((runs, at) => {
			const line = runs.map(drawRun).join('');
			return line === '' ? '' : `<use href="#${lines.nameOf(line)}" y="${titleHeight + at * lineHeight + ascent}"/>`;
		});
		const animation = frames.length > 1 ? ` class="f" style="animation-name:k${index}"` : '';
		const hidden = isLast ? '' : ' visibility="hidden"';
		groups.push(`<g${animation}${hidden}>${uses.join('')}${caption ? drawCaption(caption) : ''}</g>`);
		startMs += shownMs;
	}

	const dots = ['#e06c75', '#e2b86b', '#8fc379'].map(
		(color, index) => `<circle cx="${20 + index * 18}" cy="16" r="5" fill="${color}"/>`,
	);
	const css = [
		...[...styles.names].map(([style, name]) => `.${name}{${style}}`),
		...(frames.length > 1 ? [`.f{animation:${totalMs / 1000}s step-end infinite}`] : []),
		...keyframes,
		...(frames.length > 1 ? ['@media (prefers-reduced-motion:reduce){.f{animation:none}}'] : []),
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
${css.join('\n')}
</style>
<defs>
${[...lines.names].map(([line, id]) => `<g id="${id}">${line}</g>`).join('\n')}
</defs>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9" fill="${theme.background}" stroke="${theme.border}"/>
${dots.join('\n')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="15" fill="${theme.foreground}">
${groups.join('\n')}
</g>
</svg>
`;
}
