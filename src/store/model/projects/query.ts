import type {Deployment, Project} from '../../../api/types.ts';
import {isOneCellEach, isVisible, plain, type ServiceText} from '../../../text.ts';
import type {DeploymentTable} from '../deployments/deployment-table.ts';
import {newestOf} from '../deployments/project-deployments.ts';
import {
	conditionOf,
	type DeploymentTest,
	ofDeployments,
	type QueryContext,
	type Remark,
	type Test,
} from './query-conditions.ts';

/** A parsed query. */
export type Query = {
	/** Each must match the name or slug as a subsequence of letters, or a status word, the id or the URL as a substring. */
	readonly texts: readonly string[];
	/** None may be a substring of the name, the slug or a status word. */
	readonly excluded: readonly string[];
	readonly tests: readonly Test[];
	/** Feedback that is shown while it is typed. */
	readonly remarks: readonly Remark[];
	/** Whether a word restricts nothing, because it is unfinished or makes no sense. */
	readonly hasIgnored: boolean;
};

/** Separates name and slug, so that no match spans both. */
const separator = '\u0001';

/** What texts are searched in, in lower case: the name and the slug, or the id of a project that has neither; and the address. */
export type SearchedText = {readonly name: string; readonly id: string; readonly url: string};

function searchedText({id, name, slug, url}: Project): SearchedText {
	const [first, second] = [name?.exact ?? '', slug?.exact ?? ''];
	const both = first === second ? first : `${first}${separator}${second}`;
	return {
		name: (isVisible(first) || isVisible(second) ? both : id).toLowerCase(),
		id: id.toLowerCase(),
		url: url?.exact.toLowerCase() ?? '',
	};
}

/** Creates a function that returns the searched text of each row. It takes over those of the rows that it was called with before. */
function createSearchedTexts(): (rows: readonly Project[]) => readonly SearchedText[] {
	let last: {readonly rows: readonly Project[]; readonly texts: readonly SearchedText[]} = {rows: [], texts: []};
	return rows => {
		if (rows === last.rows) return last.texts;
		const texts = rows.map((row, at) => (row === last.rows[at] && last.texts[at]) || searchedText(row));
		last = {rows, texts};
		return texts;
	};
}

/** Returns the searched text of each row of the list. Only the first letter of a filter has to wait for all of them. */
export const searchedTexts = createSearchedTexts();

/** Negates a test. An unknown result stays unknown. */
const negated =
	(test: Test): Test =>
	(project, table) => {
		const result = test(project, table);
		return result === undefined ? undefined : !result;
	};

/** Splits a query into words. A quoted part may contain spaces. */
const wordsOf = (typed: string): readonly string[] => typed.match(/(?:[^\s"]|"[^"]*(?:"|$))+/g) ?? [];

/** Parses a query. A quoted word, or one that is not a condition, is searched as text. */
export function parseQuery(typed: string, context: QueryContext): Query {
	const query = {texts: [] as string[], excluded: [] as string[], tests: [] as Test[], remarks: [] as Remark[]};
	const deploymentTests: DeploymentTest[] = [];
	let hasIgnored = false;
	for (const rawWord of wordsOf(typed)) {
		const [, negations = '', rest = ''] = /^(!*)(.*)$/s.exec(rawWord) ?? [];
		const isNegated = negations.length % 2 === 1;
		const word = rest.replaceAll('"', '');
		const condition = rest.startsWith('"') ? undefined : conditionOf(word, context);
		if (condition?.remark) query.remarks.push(condition.remark);
		const {test, deploymentTest} = condition ?? {};
		if (test) query.tests.push(isNegated ? negated(test) : test);
		if (deploymentTest && isNegated) query.tests.push(negated(ofDeployments([deploymentTest], context)));
		else if (deploymentTest) deploymentTests.push(deploymentTest);
		if (condition && !condition.isText) {
			hasIgnored ||= !test && !deploymentTest;
			continue;
		}

		if (word !== '') (isNegated ? query.excluded : query.texts).push(word.toLowerCase());
		else if (isNegated) {
			query.remarks.push({kind: 'unfinished', text: plain`! needs a word or a condition`});
			hasIgnored = true;
		}
	}

	if (deploymentTests.length > 0) query.tests.push(ofDeployments(deploymentTests, context));
	return {...query, hasIgnored};
}

/** Returns the most useful remark on a query: a fault, else something unfinished, else a hint if it finds nothing. */
export const remarkOn = ({remarks}: Query, foundCount: number): Remark | undefined =>
	remarks.find(({kind}) => kind === 'fault') ??
	remarks.find(({kind}) => kind === 'unfinished') ??
	(foundCount === 0 ? remarks[0] : undefined);

/**
Whether a word is a subsequence of `text` between `from` and `to`.

Matching each letter at its first possible position is sufficient, so one pass is enough. A regular expression would backtrack exponentially on a name of eighty equal letters.
*/
function isWithin(text: string, word: string, from: number, to: number): boolean {
	let at = from;
	for (let letter = 0; letter < word.length; letter++) {
		at = text.indexOf(word[letter] ?? '', at) + 1;
		if (at === 0 || at > to) return false;
	}

	return true;
}

/** Whether the name or the slug matches a word. */
function holds(text: string, word: string): boolean {
	const end = text.indexOf(separator);
	if (end < 0) return isWithin(text, word, 0, text.length);
	return isWithin(text, word, 0, end) || isWithin(text, word, end + 1, text.length);
}

/** Shorter words are in the ids and URLs of most projects by chance. */
const minAddressPart = 3;

/** Returns a test whether the id or the URL of a project contains a word. A browser adds a slash to a URL. */
function addressSearch(word: string): (text: SearchedText) => boolean {
	const part = word.replace(/\/$/, '');
	if (part.length < minAddressPart) return ({id}) => id === word;
	return ({id, url}) => id.includes(part) || url.includes(part);
}

/** Whether a project passes all tests. Undefined if that depends on deployments that are not loaded yet. */
function meets(tests: readonly Test[], project: Project, table: DeploymentTable): boolean | undefined {
	let isKnown = true;
	for (const test of tests) {
		const result = test(project, table);
		if (result === false) return false;
		if (result === undefined) isKnown = false;
	}

	return isKnown ? true : undefined;
}

/** Returns a test whether a word is part of a status word. It remembers each of these: projects share a few. */
function wordSearch(text: string): (status: ServiceText | undefined) => boolean {
	const known = new Map<string, boolean>();
	return status => {
		if (!status) return false;
		const result = known.get(status.exact) ?? status.exact.toLowerCase().includes(text);
		known.set(status.exact, result);
		return result;
	};
}

/** The projects that match, in list order, and those that may match once their newest deployments are loaded. */
export type Found = {readonly found: readonly Project[]; readonly unread: readonly Project[]};

/** Returns the newest deployment of a project, as far as it is known. */
type NewestDeployment = (project: Project) => Deployment | undefined;

type Known = {
	readonly newest?: NewestDeployment;
	/** The searched text of each row. */
	readonly texts?: readonly SearchedText[];
};

/** Returns a function that searches projects for a query. */
export function createMatcher({
	texts,
	excluded,
	tests,
}: Query): (rows: readonly Project[], table: DeploymentTable, known?: Known) => Found {
	const wanted = texts.map(word => ({word, isStatus: wordSearch(word), isAddress: addressSearch(word)}));
	const unwanted = excluded.map(word => ({word, isStatus: wordSearch(word)}));

	function hasTexts(project: Project, text: SearchedText, newestIn: NewestDeployment): boolean {
		const {name} = text;
		for (const {word, isStatus, isAddress} of wanted) {
			if (holds(name, word) || isStatus(project.status) || isAddress(text)) continue;
			const newest = newestIn(project);
			if (!isStatus(newest?.status) && !isStatus(newest?.conclusion)) return false;
		}

		for (const {word, isStatus} of unwanted) {
			if (name.includes(word) || isStatus(project.status)) return false;
			const newest = newestIn(project);
			if (isStatus(newest?.status) || isStatus(newest?.conclusion)) return false;
		}

		return true;
	}

	return (rows, table, known = {}) => {
		const newest = known.newest ?? (({id}) => newestOf(table.get(id)));
		const searched = known.texts ?? rows.map(searchedText);
		const found: Project[] = [];
		const unread: Project[] = [];
		for (let at = 0; at < rows.length; at++) {
			const project = rows[at];
			const text = searched[at];
			if (!project || !text || !hasTexts(project, text, newest)) continue;
			const result = meets(tests, project, table);
			if (result) found.push(project);
			else if (result === undefined) unread.push(project);
		}

		return {found, unread};
	};
}

/** Whether a project matches a query. */
export const isMatch = (query: Query, project: Project, table: DeploymentTable): boolean =>
	createMatcher(query)([project], table).found.length > 0;

/** A half-open range in code units. */
export type Range = readonly [from: number, to: number];

/** Returns where a word matches: as a whole if possible, otherwise each letter at its first position. */
function matchRanges(text: string, word: string): readonly Range[] {
	const whole = text.indexOf(word);
	if (whole >= 0) return [[whole, whole + word.length]];
	if (!isWithin(text, word, 0, text.length)) return [];
	let at = 0;
	return Array.from({length: word.length}, (_, letter): Range => {
		at = text.indexOf(word[letter] ?? '', at) + 1;
		return [at - 1, at];
	});
}

/** Returns a function that finds the parts of a text to highlight, from left to right. It highlights nothing in text whose width differs between terminals. */
export function ranges({texts}: Query): (text: string) => readonly Range[] {
	return text => {
		const lowerCase = text.toLowerCase();
		if (!isOneCellEach(text) || lowerCase.length !== text.length) return [];
		const all = texts.flatMap(word => matchRanges(lowerCase, word)).sort(([a], [b]) => a - b);
		const joined: Range[] = [];
		for (const [from, to] of all) {
			const last = joined.at(-1);
			if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
			else joined.push([from, to]);
		}

		return joined;
	};
}
