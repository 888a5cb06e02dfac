import {type SafeText, safe} from '../base/text.ts';
import type {Line} from './line.ts';

/** Longer than any sentence. */
const maxSpokenLength = 2000;

/** Bars, borders, scroll marks and other signs without a meaning of their own. */
const decoration = /[\u2500-\u25FF\u2800-\u28FF•‹›]/g;

/** Surrounds the word for a sign, so that the blanks around it separate no columns. No text that is shown contains it. */
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

/** Returns what a screen reader says of a line: its columns and parts with commas between them, and words for its signs. A sign that it begins with comes last, because a user who moves through a list listens for the name. Empty if nothing is to be said. */
export function spokenLine(line: Line): SafeText {
	const first = line.findIndex(({text, spoken = text.replace(decoration, '')}) => spoken.trim() !== '');
	const leading = line[first]?.spoken;
	const said = line.map(({text, spoken}, index) => {
		if (spoken === undefined) return text.replace(decoration, '');
		return index === first ? '' : wordEdge + spoken + wordEdge;
	});
	const facts = said
		.join('')
		.split(/ {2,}| · /)
		.map(inWords);
	const sign = inWords(leading ?? '');
	// Two columns may have the same text, but a sign only repeats what stands beside it.
	const all = sign === facts.at(-1) ? facts : [...facts, sign];
	return safe(all.filter(fact => fact !== '').join(', '), maxSpokenLength);
}

const isMarked = (line: Line): boolean =>
	line.some(
		({text, tone, spoken}) => tone === 'caret' || tone === 'current' || (text.startsWith('▌') && spoken === undefined),
	);

/** Returns the lines that a screen reader says of what is drawn: where the cursor is on a line, that one, and the heading above all. */
export function linesAtCursor(lines: readonly Line[]): readonly Line[] {
	const [head = []] = lines;
	// Above rows that are scrolled out of view there is no heading.
	const heading = head.at(-1)?.text === '▲' ? [] : [head];
	const marked = lines.filter(isMarked);
	return marked.length === 0 ? lines : [...new Set([...heading, ...marked])];
}
