import type {Deployment, Project} from '../api/types.ts';
import {isOneCellEach, isVisible, plain, type ServiceText} from '../base/text.ts';
import {type DeploymentTable, newestOf} from './deployment-table.ts';
import type {ProjectList} from './project-list.ts';
import {
	conditionOf,
	type DeploymentTest,
	ofDeployments,
	type QueryContext,
	type QueryProblem,
	type Test,
} from './query-conditions.ts';

export type Query = {
	/** Each must match the name or slug as a subsequence of letters, or a status word, the id or the URL as a substring. */
	readonly texts: readonly string[];
	/** None may be a substring of the name, the slug or a status word. */
	readonly excluded: readonly string[];
	readonly tests: readonly Test[];
	/** Feedback that is shown while it is typed. */
	readonly problems: readonly QueryProblem[];
	/** Whether a word restricts nothing, because it is unfinished or makes no sense. */
	readonly hasIgnored: boolean;
};

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
	const query = {texts: [] as string[], excluded: [] as string[], tests: [] as Test[], problems: [] as QueryProblem[]};
	const deploymentTests: DeploymentTest[] = [];
	let hasIgnored = false;
	for (const rawWord of wordsOf(typed)) {
		const [, negations = '', rest = ''] = /^(!*)(.*)$/s.exec(rawWord) ?? [];
		const isNegated = negations.length % 2 === 1;
		const word = rest.replaceAll('"', '');
		const condition = rest.startsWith('"') ? undefined : conditionOf(word, context);
		if (condition?.problem) query.problems.push(condition.problem);
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
			query.problems.push({kind: 'unfinished', text: plain`! needs a word or a condition`});
			hasIgnored = true;
		}
	}

	if (deploymentTests.length > 0) query.tests.push(ofDeployments(deploymentTests, context));
	return {...query, hasIgnored};
}

/** Returns the most useful problem of a query: a mistake, else something unfinished, else a hint if it finds nothing. */
export const problemOf = ({problems}: Query, foundCount: number): QueryProblem | undefined =>
	problems.find(({kind}) => kind === 'mistake') ??
	problems.find(({kind}) => kind === 'unfinished') ??
	(foundCount === 0 ? problems[0] : undefined);

/**
Whether a word is a subsequence of `text`.

Matching each letter at its first possible position is sufficient, so one pass is enough. A regular expression would backtrack exponentially on a name of eighty equal letters.
*/
function isWithin(text: string, word: string): boolean {
	let at = 0;
	for (let letter = 0; letter < word.length; letter++) {
		at = text.indexOf(word[letter] ?? '', at) + 1;
		if (at === 0) return false;
	}

	return true;
}

/** Whether a project has neither a name nor a slug that can be seen, so that its id stands for them. */
const isNameless = ({name, slug}: Project): boolean => !isVisible(name?.exact ?? '') && !isVisible(slug?.exact ?? '');

/** Shorter words are in the ids and URLs of most projects by chance. */
const minAddressPart = 3;

const isPartOf = (part: string, text: ServiceText | undefined): boolean => text?.lowerCase.includes(part) ?? false;

/** Returns a test whether a word finds a project by itself: letter by letter in its name or slug, as a part of its status, id or URL. */
function wordSearch(word: string): (project: Project) => boolean {
	// A browser adds a slash to a URL.
	const address = word.replace(/\/$/, '');
	const isInAddress = address.length >= minAddressPart;
	return project => {
		const {name, slug, status, url} = project;
		if (name && isWithin(name.lowerCase, word)) return true;
		if (slug && isWithin(slug.lowerCase, word)) return true;
		if (status?.lowerCase.includes(word)) return true;
		if (isInAddress) {
			if (url?.lowerCase.includes(address) || project.id.toLowerCase().includes(address)) return true;
		} else if (project.id.length === word.length && project.id.toLowerCase() === word) return true;
		return isNameless(project) && isWithin(project.id.toLowerCase(), word);
	};
}

const hasWord = (project: Project, word: string): boolean =>
	isPartOf(word, project.name) ||
	isPartOf(word, project.slug) ||
	isPartOf(word, project.status) ||
	(isNameless(project) && project.id.toLowerCase().includes(word));

const isInStatus = (word: string, deployment: Deployment | undefined): boolean =>
	isPartOf(word, deployment?.status) || isPartOf(word, deployment?.conclusion);

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

/** The projects that match, in list order, and those that may match once their newest deployments are loaded. */
export type Found = {readonly found: readonly Project[]; readonly unread: readonly Project[]};

export function createMatcher({
	texts,
	excluded,
	tests,
}: Query): (rows: readonly Project[], table: DeploymentTable) => Found {
	const wanted = texts.map(word => ({word, isFound: wordSearch(word)}));

	function hasTexts(project: Project, table: DeploymentTable): boolean {
		for (const {word, isFound} of wanted) {
			if (!isFound(project) && !isInStatus(word, newestOf(table.get(project.id)))) return false;
		}

		return !excluded.some(word => hasWord(project, word) || isInStatus(word, newestOf(table.get(project.id))));
	}

	return (rows, table) => {
		const found: Project[] = [];
		const unread: Project[] = [];
		for (const project of rows) {
			if (!hasTexts(project, table)) continue;
			const result = meets(tests, project, table);
			if (result) found.push(project);
			else if (result === undefined) unread.push(project);
		}

		return {found, unread};
	};
}

export const isMatch = (query: Query, project: Project, table: DeploymentTable): boolean =>
	createMatcher(query)([project], table).found.length > 0;

/** A half-open range in code units. */
export type Range = readonly [from: number, to: number];

/** Returns where a word matches: as a whole if possible, otherwise each letter at its first position. */
function matchRanges(text: string, word: string): readonly Range[] {
	const whole = text.indexOf(word);
	if (whole >= 0) return [[whole, whole + word.length]];
	if (!isWithin(text, word)) return [];
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

const maxFound = 50;

/** Ranks how well a project matches a text: 0 for an exact match, 1 for a prefix, 2 for a substring, 3 otherwise. */
function rankOf({id, name, slug}: Project, text: string): number {
	const names = [name?.lowerCase, slug?.lowerCase, id.toLowerCase()].filter(known => known !== undefined);
	if (names.includes(text)) return 0;
	if (names.some(known => known.startsWith(text))) return 1;
	return names.some(known => known.includes(text)) ? 2 : 3;
}

/** Finds loaded projects by name, slug, id or URL, best matches first. */
export function findProjects({rows}: ProjectList, text: string): readonly Project[] {
	const lowerCase = text.toLowerCase();
	if (lowerCase === '') return [];
	const find = createMatcher({texts: [lowerCase], excluded: [], tests: [], problems: [], hasIgnored: false});
	return find(rows, new Map())
		.found.map(project => ({project, rank: rankOf(project, lowerCase)}))
		.sort((a, b) => a.rank - b.rank)
		.slice(0, maxFound)
		.map(({project}) => project);
}

/** Returns the part of a typed command that names a project: all of it, or what follows `open`. */
export const projectPartOf = (typed: string): string => typed.replace(/^open\s+/, '').trim();
