import {stripVTControlCharacters} from 'node:util';

/** What signs stand for. */
const words: ReadonlyMap<string, string> = new Map([
	['✔', 'succeeded'],
	['✖', 'failed'],
	['◐', 'in progress'],
	['◌', 'waiting'],
	['⊘', 'stopped'],
	['◇', 'unknown'],
	['◉', 'watched'],
	['↑', 'up'],
	['↓', 'down'],
	['←', 'left'],
	['→', 'right'],
]);

/** Box drawing and block elements: borders, bars and charts. */
const graphics = /[\u2500-\u259F]/;
const allGraphics = /[\u2500-\u259F]/g;

/** A mark at the right edge of a list that continues, or beside the current item of a menu. */
const edgeMark = /(?: +|(?<=\w))[↑↓▲▼•]$/;

const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Returns a fact in words. Empty if there is nothing to say, and `none` for a missing value. */
function factText(fact: string): string {
	if (fact.trim() === '–') return 'none';
	const text = fact
		// Between two words, an arrow is a step from one to the other.
		.replaceAll(/(\S) → (\S)/g, '$1 to $2')
		.replaceAll(/[✔✖◐◌⊘◇◉↑↓←→]/g, sign => ` ${words.get(sign)} `)
		.replaceAll(/[•▲▼▸…]/g, ' ')
		.replaceAll(/ +/g, ' ')
		.replace(/\b(\w+) \1\b/, '$1')
		.trim();
	return isSpeakable(text) ? text : '';
}

/** Returns what a line says, with commas between its columns. Empty if there is nothing to say. */
export const spokenText = (line: string): string =>
	stripVTControlCharacters(line)
		.replaceAll(allGraphics, ' ')
		.replace(edgeMark, '')
		.split(/ {2,}| · |^ *· | (?=[✔✖◐◌⊘◇]\d)/)
		.map(factText)
		.filter((fact, index, facts) => fact !== '' && fact !== facts[index - 1])
		.join(', ')
		.replaceAll('., ', '. ');

/** The shapes of outcomes. Outside of a row, the status word says the same. */
const shapes = / ?[✔✖◐◌⊘◇] ?/g;

/** A column of signs without a word: the outcomes of earlier deployments. */
const outcomes = / {2,}[✔✖◐◌⊘◇]+(?= {2}| *$)/g;

/** An arrow between two stages. */
const stageArrow = / → (?=\S)/g;

const isSelected = (line: string): boolean => line.startsWith('▌');

/** The outcome at the start of a row is said last: the name comes first. */
function selectedText(line: string): string {
	const [, sign = '', rest = ''] = /^▌ ?([✔✖◐◌⊘◇·]?)(.*)$/su.exec(line) ?? [];
	const outcome = words.get(sign);
	return [spokenText(rest.replaceAll(outcomes, '')), outcome].filter(Boolean).join(', ');
}

/** Returns the titles of the columns, if a list begins with them. */
function columnsText(line: string | undefined): string {
	const spoken = /^ {3}\S.* {2}/.test(line ?? '') ? spokenText(line ?? '').toLowerCase() : '';
	// The times on the axis of the board are not titles.
	const titles = spoken.split(', ').filter(title => !/^\d|^now$/.test(title));
	return titles.length > 1 ? `columns: ${titles.join(', ')}` : '';
}

/** Returns what the lines of a canvas say: of a list the selected row and the columns, of charts nothing. */
export function spokenLines(lines: readonly string[]): readonly string[] {
	const plainLines = lines.map(line => stripVTControlCharacters(line));
	const hasSelection = plainLines.some(isSelected);
	const spoken = plainLines
		.filter(line => isSelected(line) || (hasSelection ? /^\S/.test(line) : !graphics.test(line)))
		.map(line =>
			isSelected(line) ? selectedText(line) : spokenText(line.replaceAll(stageArrow, ' to ').replaceAll(shapes, ' ')),
		)
		.filter(isSpeakable);
	const columns = hasSelection ? columnsText(plainLines[0]) : '';
	return columns === '' ? spoken : [...spoken, columns];
}
