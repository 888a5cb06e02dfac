import type {Project} from '../api/types.ts';
import {isOneCellEach, isVisible} from '../text.ts';

/** What a project is searched for: a condition that every match meets. */
type Test = (project: Project) => boolean;

/** What a person typed to find projects, understood. */
export type Query = {
	/** What must be found in name or slug, letter after letter; all of them, in any order. */
	readonly texts: readonly string[];
	readonly tests: readonly Test[];
};

/** The fields that can be asked for by name. */
const fields: ReadonlyMap<string, (project: Project) => string | undefined> = new Map([
	['name', ({name}) => name?.exact],
	['slug', ({slug}) => slug?.exact],
	['url', ({url}) => url?.exact],
	['status', ({status}) => status?.exact],
	['mode', ({uploadMode}) => uploadMode?.exact],
	['id', ({id}) => id],
]);

const unitMs: ReadonlyMap<string, number> = new Map([
	['s', 1000],
	['m', 60_000],
	['h', 3_600_000],
	['d', 86_400_000],
	['w', 7 * 86_400_000],
	['y', 365 * 86_400_000],
]);

const comparisons: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
	['>', (a, b) => a > b],
	['>=', (a, b) => a >= b],
	['<', (a, b) => a < b],
	['<=', (a, b) => a <= b],
	['=', (a, b) => a === b],
]);

const includes = (text: string | undefined, part: string): boolean =>
	text?.toLowerCase().includes(part.toLowerCase()) ?? false;

/** Stands between name and slug, so that no match begins in the one and ends in the other. */
const border = '\u0001';

/** What is searched for a text: name and slug of a project, or its id where that is what it is called, in small letters. */
export function searched({name, slug, id}: Project): string {
	const [first, second] = [name?.exact ?? '', slug?.exact ?? ''];
	if (!isVisible(first) && !isVisible(second)) return id.toLowerCase();
	return (first === second ? first : `${first}${border}${second}`).toLowerCase();
}

/** `status:failed`, `v>41`, `age<2h`, `!text`. Undefined if a word is none of these; no test while it is half typed. */
function testsOf(word: string, now: number): readonly Test[] | undefined {
	if (word.startsWith('!')) return word === '!' ? [] : [project => !includes(searched(project), word.slice(1))];

	const [, name = '', value = ''] = /^([a-z]+):(.*)$/.exec(word) ?? [];
	const field = fields.get(name);
	if (field) return value === '' ? [] : [project => includes(field(project), value)];

	const [, what, sign = '', number = '', unit = ''] = /^(v|age)([<>]=?|=)(\d*)([smhdwy]?)$/.exec(word) ?? [];
	const compare = comparisons.get(sign);
	if (!what || !compare || (what === 'v' && unit !== '')) return undefined;
	if (number === '' || (what === 'age' && unit === '')) return [];
	if (what === 'v') {
		return [({latestUploadVersion: version}) => version !== undefined && compare(version, Number(number))];
	}

	const limitMs = Number(number) * (unitMs.get(unit) ?? 0);
	return [({updatedAt}) => updatedAt !== undefined && compare(now - updatedAt, limitMs)];
}

/** Understands what was typed. Ages are reckoned from `now`, by the service's clock. A word that is no condition is searched for as it is. */
export function parseQuery(typed: string, now: number): Query {
	const texts: string[] = [];
	const tests: Test[] = [];
	for (const word of typed.split(/\s+/).filter(Boolean)) {
		const found = testsOf(word, now);
		if (found) tests.push(...found);
		else texts.push(word);
	}

	return {texts, tests};
}

/**
Whether the letters of a word stand in a text one after the other, between `from` and `to`, whatever stands between them.

The first place of each letter is as good as any, so one pass is enough. As a regular expression the same question takes ages for a name of eighty equal letters.
*/
function isWithin(text: string, word: string, from: number, to: number): boolean {
	let at = from;
	for (let letter = 0; letter < word.length; letter++) {
		at = text.indexOf(word[letter] ?? '', at) + 1;
		if (at === 0 || at > to) return false;
	}

	return true;
}

/** Whether name or slug holds a word. */
function holds(text: string, word: string): boolean {
	const end = text.indexOf(border);
	if (end < 0) return isWithin(text, word, 0, text.length);
	return isWithin(text, word, 0, end) || isWithin(text, word, end + 1, text.length);
}

/** Gives which of some projects a query finds, in their order. `haystack` is what `searched` gives for each. */
export function finder({
	texts,
	tests,
}: Query): (projects: readonly Project[], haystack: readonly string[]) => readonly Project[] {
	const words = texts.map(text => text.toLowerCase());
	return (projects, haystack) =>
		projects.filter(
			(project, at) => words.every(word => holds(haystack[at] ?? '', word)) && tests.every(test => test(project)),
		);
}

/** From and to, in code units. */
export type Range = readonly [from: number, to: number];

/** Where the letters of a word stand: together if they do anywhere, else each at its first place. */
function placesOf(text: string, word: string): readonly Range[] {
	const whole = text.indexOf(word);
	if (whole >= 0) return [[whole, whole + word.length]];
	if (!isWithin(text, word, 0, text.length)) return [];
	let at = 0;
	return Array.from({length: word.length}, (_, letter): Range => {
		at = text.indexOf(word[letter] ?? '', at) + 1;
		return [at - 1, at];
	});
}

/** Gives the parts of a text in which a query is found, from left to right. Of a text whose letters terminals may not agree on, it gives none. */
export function ranges({texts}: Query): (text: string) => readonly Range[] {
	const words = texts.map(text => text.toLowerCase());
	return text => {
		const small = text.toLowerCase();
		if (!isOneCellEach(text) || small.length !== text.length) return [];
		const all = words.flatMap(word => placesOf(small, word)).sort(([a], [b]) => a - b);
		const joined: Range[] = [];
		for (const [from, to] of all) {
			const last = joined.at(-1);
			if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
			else joined.push([from, to]);
		}

		return joined;
	};
}
