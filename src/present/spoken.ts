import {type SafeText, safe} from '../base/text.ts';
import type {Line} from './line.ts';

const maxSpokenLength = 2000;

/** Signs without a meaning, such as bars, borders and scroll marks. */
const decoration = /[\u2500-\u25FF\u2800-\u28FF•‹›]/g;

/** Stands on both sides of a sign's word, so that blanks around it do not separate columns. No other text contains it. */
const wordEdge = '\u0001';

const arrows: ReadonlyMap<string, string> = new Map([
	['↑', 'up'],
	['↓', 'down'],
	['←', 'left'],
	['→', 'right'],
]);

const inWords = (fact: string): string =>
	fact
		.replace(/(?<=\S) ·*→ (?=\S)/g, ' to ')
		.replace(/[↑↓←→]/g, sign => arrows.get(sign) ?? sign)
		.replace(/(?<=\w)–(?=\d)/g, ' to ')
		.replace(/[ \u0001]+/g, ' ')
		.replace(/ ,/g, ',')
		.replace(/^[,·]/, '')
		.trim();

/** The spoken text of a line: commas between its columns and parts, words for its signs. A sign at the start comes last, because a user who moves through a list listens for the name. */
export function spokenLine(line: Line): SafeText {
	const first = line.findIndex(({text, spoken = text.replace(decoration, '')}) => spoken.trim() !== '');
	const leading = line[first]?.spoken;
	const texts = line.map(({text, spoken}, index) => {
		if (spoken === undefined) return text.replace(decoration, '');
		return index === first ? '' : wordEdge + spoken + wordEdge;
	});
	const facts = texts
		.join('')
		.split(/ {2,}| · /)
		.map(inWords);
	const sign = inWords(leading ?? '');
	// A sign may repeat the word beside it. Columns with equal text are all spoken.
	const all = sign === facts.at(-1) ? facts : [...facts, sign];
	return safe(all.filter(fact => fact !== '').join(', '), maxSpokenLength);
}

const isMarked = (line: Line): boolean =>
	line.some(
		({text, tone, spoken}) => tone === 'caret' || tone === 'current' || (text.startsWith('▌') && spoken === undefined),
	);

/** The lines for a screen reader: the heading and the line with the cursor. All lines if there is no cursor. */
export function linesAtCursor(lines: readonly Line[]): readonly Line[] {
	const [head = []] = lines;
	// A list that is scrolled down begins with a row.
	const heading = head.at(-1)?.text === '▲' ? [] : [head];
	const marked = lines.filter(isMarked);
	return marked.length === 0 ? lines : [...new Set([...heading, ...marked])];
}
