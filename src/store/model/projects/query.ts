import type {Project} from '../../../api/types.ts';
import {isOneCellEach, isVisible, plain} from '../../../text.ts';
import type {Latest, LatestByProject} from '../deployments/latest-deployments.ts';
import {conditionOf, type QueryContext, type Remark, type Test} from './query-conditions.ts';

/** What a person typed to find projects, understood. */
export type Query = {
	/** What must be found in name or slug, letter after letter, or else in a status word; all of them, in any order. */
	readonly texts: readonly string[];
	/** What must stand in none of these. */
	readonly absent: readonly string[];
	readonly tests: readonly Test[];
	/** What is said about it while it is typed. */
	readonly remarks: readonly Remark[];
};

/** Stands between name and slug, so that no match begins in the one and ends in the other. */
const border = '\u0001';

/** What is searched for a text, in small letters: name and slug of a project, or its id where that is what it is called. */
export function searchedName({name, slug, id}: Project): string {
	const [first, second] = [name?.exact ?? '', slug?.exact ?? ''];
	if (!isVisible(first) && !isVisible(second)) return id.toLowerCase();
	return (first === second ? first : `${first}${border}${second}`).toLowerCase();
}

/** The same of its status, and of the words of its newest deployment as far as that was read. */
export function searchedWords({status}: Project, latest: Latest | undefined): string {
	const own = status?.exact ?? '';
	const {status: step, conclusion} = latest?.deployment ?? {};
	if (!step && !conclusion) return own.toLowerCase();
	return `${own}${border}${step?.exact ?? ''}${border}${conclusion?.exact ?? ''}`.toLowerCase();
}

/** A condition that says the opposite. What is not known stays unknown. */
const negated =
	(test: Test): Test =>
	(project, latest) => {
		const answer = test(project, latest);
		return answer === undefined ? undefined : !answer;
	};

/** The words of a query. A quoted part may hold blanks. */
const wordsOf = (typed: string): readonly string[] => typed.match(/(?:[^\s"]|"[^"]*(?:"|$))+/g) ?? [];

/** Understands what was typed. A word that is no condition is searched for as it is; so is one in quotes. */
export function parseQuery(typed: string, reckoning: QueryContext): Query {
	const query = {texts: [] as string[], absent: [] as string[], tests: [] as Test[], remarks: [] as Remark[]};
	for (const written of wordsOf(typed)) {
		const [, marks = '', rest = ''] = /^(!*)(.*)$/s.exec(written) ?? [];
		const isNegated = marks.length % 2 === 1;
		const word = rest.replaceAll('"', '');
		const condition = rest.startsWith('"') ? undefined : conditionOf(word, reckoning);
		if (condition?.remark) query.remarks.push(condition.remark);
		if (condition?.test) query.tests.push(isNegated ? negated(condition.test) : condition.test);
		if (condition && !condition.isText) continue;
		if (word !== '') (isNegated ? query.absent : query.texts).push(word.toLowerCase());
		else if (isNegated) query.remarks.push({kind: 'unfinished', text: plain`! needs a word or a condition`});
	}

	return query;
}

/** What is worth saying about a query: what is wrong with it, else what it lacks, else what may be meant where it finds nothing. */
export const remarkOn = ({remarks}: Query, foundCount: number): Remark | undefined =>
	remarks.find(({kind}) => kind === 'fault') ??
	remarks.find(({kind}) => kind === 'unfinished') ??
	(foundCount === 0 ? remarks[0] : undefined);

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

/** Whether a project meets all conditions. Undefined where that depends on its newest deployment, which was not read yet. */
function meets(tests: readonly Test[], project: Project, latest: LatestByProject): boolean | undefined {
	let isKnown = true;
	for (const test of tests) {
		const answer = test(project, latest);
		if (answer === false) return false;
		if (answer === undefined) isKnown = false;
	}

	return isKnown ? true : undefined;
}

/** Gives whether some words hold a text. It is asked of one project after the other, and neighbours often have the same status. */
function wordSearch(text: string): (words: string) => boolean {
	let last: string | undefined;
	let isInLast = false;
	return words => {
		if (words !== last) {
			last = words;
			isInLast = words.includes(text);
		}

		return isInLast;
	};
}

/** Some projects, and what each of them is searched for. */
export type Searched = {
	readonly rows: readonly Project[];
	readonly names: readonly string[];
	readonly words: readonly string[];
};

/** Projects that a query finds, in their order, and those that it may find once their newest deployments are read. */
type Found = {readonly found: readonly Project[]; readonly unread: readonly Project[]};

/** Gives which of some projects a query finds. */
export function createMatcher({texts, absent, tests}: Query): (searched: Searched, latest: LatestByProject) => Found {
	const inWords = texts.map(wordSearch);
	const absentInWords = absent.map(wordSearch);

	const hasTexts = (name: string, words: string): boolean => {
		for (let at = 0; at < texts.length; at++) if (!holds(name, texts[at] ?? '') && !inWords[at]?.(words)) return false;
		for (let at = 0; at < absent.length; at++)
			if (name.includes(absent[at] ?? '') || absentInWords[at]?.(words)) return false;
		return true;
	};

	return ({rows, names, words}, latest) => {
		const found: Project[] = [];
		const unread: Project[] = [];
		for (let at = 0; at < rows.length; at++) {
			const project = rows[at];
			if (!project || !hasTexts(names[at] ?? '', words[at] ?? '')) continue;
			const answer = meets(tests, project, latest);
			if (answer) found.push(project);
			else if (answer === undefined) unread.push(project);
		}

		return {found, unread};
	};
}

/** Whether a query finds a project. */
export function isMatch(query: Query, project: Project, latest: LatestByProject): boolean {
	const words = searchedWords(project, latest.get(project.id));
	return (
		createMatcher(query)({rows: [project], names: [searchedName(project)], words: [words]}, latest).found.length > 0
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
	return text => {
		const small = text.toLowerCase();
		if (!isOneCellEach(text) || small.length !== text.length) return [];
		const all = texts.flatMap(word => placesOf(small, word)).sort(([a], [b]) => a - b);
		const joined: Range[] = [];
		for (const [from, to] of all) {
			const last = joined.at(-1);
			if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
			else joined.push([from, to]);
		}

		return joined;
	};
}
