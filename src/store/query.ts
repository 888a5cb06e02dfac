import UFuzzy from '@leeoniya/ufuzzy';
import type {Project} from '../api/types.ts';
import {isOneCellEach} from '../text.ts';

/** What a project is searched for: a condition that every match meets. */
type Test = (project: Project) => boolean;

/** What a person typed to find projects, understood. */
export type Query = {
	/** What must be found in name or slug, letter after letter; all of them, in any order. */
	readonly texts: readonly string[];
	readonly tests: readonly Test[];
};

/** The fields that can be asked for by name. */
const fields: Readonly<Record<string, (project: Project) => string | undefined>> = {
	name: ({name}) => name?.exact,
	slug: ({slug}) => slug?.exact,
	url: ({url}) => url?.exact,
	status: ({status}) => status?.exact,
	mode: ({uploadMode}) => uploadMode?.exact,
	id: ({id}) => id,
};

const unitMs: Readonly<Record<string, number>> = {
	s: 1000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
	w: 7 * 86_400_000,
	y: 365 * 86_400_000,
};

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
	'>': (a, b) => a > b,
	'>=': (a, b) => a >= b,
	'<': (a, b) => a < b,
	'<=': (a, b) => a <= b,
	'=': (a, b) => a === b,
};

const includes = (text: string | undefined, part: string): boolean =>
	text?.toLowerCase().includes(part.toLowerCase()) ?? false;

/** What is searched for a text: name and slug, kept apart so that no match begins in the one and ends in the other. */
export const searched = ({name, slug, id}: Project): string =>
	name?.exact === slug?.exact ? (name?.exact ?? id) : `${name?.exact ?? ''}\u0001${slug?.exact ?? ''}`;

/** `status:failed`, `v>41`, `age<2h`, `!text`. Undefined if a word is none of these; no test while it is half typed. */
function testsOf(word: string, now: number): readonly Test[] | undefined {
	if (word.startsWith('!')) return word === '!' ? [] : [project => !includes(searched(project), word.slice(1))];

	const [, name = '', value = ''] = /^([a-z]+):(.*)$/.exec(word) ?? [];
	const field = fields[name];
	if (field) return value === '' ? [] : [project => includes(field(project), value)];

	const [, what, sign = '', number = '', unit = ''] = /^(v|age)([<>]=?|=)(\d*)([smhdwy]?)$/.exec(word) ?? [];
	const compare = comparisons[sign];
	if (!what || !compare || (what === 'v' && unit !== '')) return undefined;
	if (number === '' || (what === 'age' && unit === '')) return [];
	if (what === 'v') {
		return [({latestUploadVersion: version}) => version !== undefined && compare(version, Number(number))];
	}

	const limitMs = Number(number) * (unitMs[unit] ?? 0);
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

/** Letters and digits of a word that can be searched for one after the other; others are searched for as they stand. */
const isFuzzy = (text: string): boolean => /^[\w.'/-]*[A-Za-z\d][\w.'/-]*$/.test(text) && !text.startsWith('-');

/** Between two letters of a word may stand anything but the border between name and slug. */
const createFuzzy = () =>
	new UFuzzy({intraIns: Number.POSITIVE_INFINITY, intraChars: '[^\\u0001]', interChars: '[^\\u0001]'});

/** Gives which of some projects a query finds, in their order. `texts` are what `searched` gives for each. */
export function finder({
	texts,
	tests,
}: Query): (projects: readonly Project[], texts: readonly string[]) => readonly Project[] {
	const fuzzy = createFuzzy();
	return (projects, haystack) => {
		let places: readonly number[] | undefined;
		for (const text of texts) {
			places = isFuzzy(text)
				? (fuzzy.filter(haystack as string[], text, places as number[] | undefined) ?? [])
				: (places ?? [...haystack.keys()]).filter(at => includes(haystack[at], text));
			if (places.length === 0) return [];
		}

		const found = places ? places.flatMap(at => projects[at] ?? []) : projects;
		return tests.length === 0 ? found : found.filter(project => tests.every(test => test(project)));
	};
}

/** From and to, in code units. */
export type Range = readonly [from: number, to: number];

/** Gives the parts of a text in which a query is found, from left to right. Of a text whose letters terminals may not agree on, it gives none. */
export function ranges({texts}: Query): (text: string) => readonly Range[] {
	const fuzzy = createFuzzy();
	const rangesOf = (text: string, word: string): readonly Range[] => {
		const at = text.toLowerCase().indexOf(word.toLowerCase());
		if (at >= 0) return [[at, at + word.length]];
		if (!isFuzzy(word) || !fuzzy.filter([text], word)?.length) return [];
		const flat = fuzzy.info([0], [text], word).ranges[0] ?? [];
		return flat.flatMap((from, index) => (index % 2 === 0 ? [[from, flat[index + 1] ?? from] as const] : []));
	};

	return text => {
		if (!isOneCellEach(text)) return [];
		const all = texts.flatMap(word => rangesOf(text, word)).sort(([a], [b]) => a - b);
		const joined: Range[] = [];
		for (const [from, to] of all) {
			const last = joined.at(-1);
			if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
			else joined.push([from, to]);
		}

		return joined;
	};
}
