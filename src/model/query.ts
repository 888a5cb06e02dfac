import {idsIn, isAtOrBelow, pathSegments} from '../api/endpoint.ts';
import type {Deployment, Project} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {dayMs, hourMs, minuteMs, secondMs} from '../base/duration.ts';
import {memo} from '../base/memo.ts';
import {
	caseless,
	isOneCellEach,
	isVisible,
	plain,
	type SafeText,
	type ServiceText,
	safe,
	serviceText,
	withPeriod,
} from '../base/text.ts';
import type {SavedFilters} from './connection.ts';
import {versionsIn} from './deployed-versions.ts';
import {type DeploymentTable, newestOf, noDeployments, type ProjectDeployments} from './deployment-table.ts';
import {endedAt} from './durations.ts';
import {projectTitle} from './project-title.ts';
import {
	noWordMeanings,
	type Outcome,
	outcomeOf,
	projectOutcome,
	type WordMeanings,
	wordOutcome,
} from './status-words.ts';
import {versionOf} from './upload-version.ts';
import type {Watches} from './watches.ts';

/** What a query depends on besides the projects. `now` is the service's time, from which ages are computed. */
export type QueryContext = {
	readonly now: ServiceTime;
	readonly wordMeanings: WordMeanings;
	readonly table: DeploymentTable;
	readonly watches?: Watches;
	/** The saved filters that the query can name, such as `@prod`. */
	readonly filters?: SavedFilters | undefined;
	/** The environment whose versions an order compares. */
	readonly environment?: string | undefined;
};

/** Whether something matches. It is `unread` if that depends on deployments that are not loaded yet, and `undecided` if it depends on a word that nobody has classified. */
type Match = boolean | 'unread' | 'undecided';

/** Undefined if the result depends on a word that nobody has classified. */
type DeploymentTest = (deployment: Deployment) => boolean | undefined;

/** A value that occurs somewhere unless it is mistyped. All texts are in the form in which they are compared. */
type SearchedValue = {
	readonly what: string;
	readonly parts: readonly string[];
	readonly among: (projects: readonly Project[]) => ReadonlyArray<string | undefined>;
};

/** Feedback about a word of a query. `advice` is another sentence, without its period. */
type QueryProblem = {
	readonly kind: 'mistake' | 'unknown value' | 'unfinished' | 'hint';
	readonly text: SafeText;
	readonly advice?: SafeText | undefined;
	/** Whether the word is searched as text. Otherwise a mistake is ignored. */
	readonly isText?: boolean;
};

/** The projects that were read, and the deployments that are looked for, if it is these that the query finds. */
type ReadRecords = [projects: readonly Project[], shown?: readonly Deployment[] | undefined];

/**
Conditions about deployments look at deployments, never at what a project happens to show of them: a project matches if any deployment of it that is known meets all of them, and a row about a deployment if that one does.
*/
export type Query = {
	readonly test: (project: Project) => Match;
	/** Whether a row matches: one about a deployment, or about a project without one. */
	readonly judge: (project: Project, deployment: Deployment | undefined) => Match;
	/** Whether what is known of a project's deployments reaches back to everything that may match. */
	readonly isAnsweredBy: (known: Pick<ProjectDeployments, 'requestedAt' | 'completeSince'>) => boolean;
	/** Whether a project meets all that its deployments cannot meet for it, so that a row about one of them may match. */
	readonly mayHaveRows: (project: Project) => boolean;
	/** Says that a condition names what no project of these, and no deployment that was read, contains, or, if nothing is found, that a word is in none of these projects and in no row about one of these deployments. Undefined while nothing was read. */
	readonly unknownValueIn: (
		projects: readonly Project[],
		hasFound: boolean,
		shown: readonly Deployment[] | undefined,
	) => QueryProblem | undefined;
	/** The words that are searched as text, in the form in which they are compared. */
	readonly texts: readonly string[];
	readonly problems: readonly QueryProblem[];
	/** Whether a word is not taken for what it looks like, because it is unfinished or makes no sense. */
	readonly hasIgnored: boolean;
	/** Whether it restricts nothing at all. */
	readonly isEmpty: boolean;
	readonly usesWatches: boolean;
	readonly looksAtDeployments: boolean;
};

/** The meaning of a query word that looks like a condition. Without a test it does not restrict the search. */
type Condition = {
	/** What the condition says about a project, or about one of its deployments. */
	readonly project?: (project: Project) => boolean;
	readonly deployment?: DeploymentTest;
	readonly isOfLatest?: boolean;
	/** The projects that match without such a deployment. */
	readonly spares?: ((project: Project) => boolean) | undefined;
	readonly value?: SearchedValue | undefined;
	/** No deployment that ended earlier meets it. */
	readonly since?: ServiceTime | undefined;
	readonly problem?: QueryProblem | undefined;
	/** Whether a part of it is not taken for what it looks like. */
	readonly hasIgnored?: boolean;
	readonly usesWatches?: boolean;
};

const mistake = (text: SafeText, advice?: SafeText): Condition => ({problem: {kind: 'mistake', text, advice}});
const unfinished = (text: SafeText): Condition => ({problem: {kind: 'unfinished', text}});
const shortened = (text: string): SafeText => safe(text, 40);

/** The fields of a project that a condition can name, in the form in which they are compared. */
const queryFields: ReadonlyMap<string, (project: Project) => string | undefined> = new Map([
	// Without a visible name, the row shows another text.
	[
		'name',
		project => (isVisible(project.name?.exact ?? '') ? project.name?.caseless : caseless(projectTitle(project))),
	],
	['slug', ({slug}) => slug?.caseless],
	['url', ({url}) => url?.caseless],
	['status', ({status}) => status?.caseless],
	['mode', ({uploadMode}) => uploadMode?.caseless],
	['id', ({id}) => caseless(id)],
]);

/** The values of `outcome:`. The first one of each outcome is suggested. */
const outcomeValues: ReadonlyMap<string, Outcome> = new Map([
	['waiting', 'waiting'],
	['in-progress', 'running'],
	['running', 'running'],
	['succeeded', 'good'],
	['success', 'good'],
	['failed', 'bad'],
	['failure', 'bad'],
	['stopped', 'stopped'],
	['unknown', 'unknown'],
]);

const allOutcomes = plain`waiting, in-progress, succeeded, failed, stopped or unknown`;

function outcomeCondition(name: string, value: string, {wordMeanings}: QueryContext): Condition {
	const choice = unfinished(plain`${shortened(name)}: can be ${allOutcomes}`);
	if (value === '') return choice;
	const exact = outcomeValues.get(value);
	const begun = [...outcomeValues].filter(([known]) => known.startsWith(value)).map(([, outcome]) => outcome);
	const wanted = new Set(exact ? [exact] : begun);
	if (wanted.size === 0) return mistake(plain`${shortened(value)} is not an outcome`, plain`It can be ${allOutcomes}`);
	const hasEnded = [...wanted].some(outcome => outcome !== 'waiting' && outcome !== 'running');
	return {
		deployment(each) {
			const outcome = outcomeOf(each, wordMeanings);
			return outcome === 'unknown' && hasEnded && !wanted.has(outcome) ? undefined : wanted.has(outcome);
		},
		isOfLatest: name === 'latest',
		problem: exact ? undefined : choice.problem,
	};
}

/** Suggests `outcome:` if the value of `status:` is a word that deployments use. Shown when nothing is found. */
function statusHint(value: string): QueryProblem | undefined {
	const outcome = outcomeValues.get(value) ?? wordOutcome(value, noWordMeanings);
	if (outcome === 'unknown' || projectOutcome(serviceText(value)) !== outcome) return undefined;
	const [suggested = ''] = [...outcomeValues].find(([, known]) => known === outcome) ?? [];
	return {kind: 'hint', text: plain`status: tests the project; for deployments use outcome:${safe(suggested)}`};
}

function watchedCondition(value: string, {watches = new Map()}: QueryContext): Condition {
	if (!'watched'.startsWith(value))
		return mistake(plain`is:${shortened(value)} is unknown`, plain`Only is:watched is known`);
	if (value !== 'watched') return unfinished(plain`is: can be watched`);
	const watched = new Set([...watches.values()].map(({projectId}) => projectId));
	return {project: ({id}) => watched.has(id), usesWatches: true};
}

const allConditions = safe(
	`${[...queryFields.keys(), 'is', 'outcome', 'env', 'latest'].join(': ')}: v> age< upload> updated<`,
);

/** What looks like a condition, but is none: it is searched as text. */
const unknownCondition = (name: string, sign: string): Condition => ({
	problem: {
		kind: 'mistake',
		text: plain`${shortened(name)}${shortened(sign)} is not a condition`,
		advice: plain`Conditions: ${allConditions}`,
		isText: true,
	},
});

/** Parses an environment, or several ones, separated by commas. */
function environmentCondition(value: string, {table, wordMeanings}: QueryContext): Condition {
	const parts = value.split(',').filter(Boolean);
	if (parts.length === 0) return unfinished(plain`env: needs an environment to search for`);
	const among = () => versionsIn(table, wordMeanings).environments.map(({text}) => text?.caseless);
	return {
		deployment: ({environmentId}) => parts.some(part => isPartOf(part, environmentId)),
		value: {what: 'environment', parts, among},
	};
}

/** Says which part of a value nothing contains that was read, and what there is. */
function unknownValue({what, parts, among}: SearchedValue, projects: readonly Project[]): QueryProblem | undefined {
	const known = new Set(among(projects).filter(text => text !== undefined));
	const unknown = parts.find(part => ![...known].some(text => text.includes(part)));
	if (unknown === undefined || known.size === 0) return undefined;
	const text = plain`no ${safe(what)} contains “${shortened(unknown)}”; known: ${safe([...known].join(', '), 200)}`;
	return {kind: 'unknown value', text};
}

function namedCondition(name: string, value: string, context: QueryContext): Condition {
	if (name === 'outcome' || name === 'latest') return outcomeCondition(name, value, context);
	if (name === 'is') return watchedCondition(value, context);
	if (name === 'env') return environmentCondition(value, context);

	const field = queryFields.get(name);
	if (!field) return unknownCondition(name, ':');
	if (value === '') return unfinished(plain`${shortened(name)}: needs a text to search for`);
	// A status that landfall knows is understood, even if no project has it now.
	const isMistypable = name === 'mode' || (name === 'status' && projectOutcome(serviceText(value)) === 'unknown');
	return {
		project: project => field(project)?.includes(value) ?? false,
		value: isMistypable ? {what: name, parts: [value], among: projects => projects.map(field)} : undefined,
		problem: name === 'status' ? statusHint(value) : undefined,
	};
}

/** Whether a deployment meets all tests. One that it does not meet decides, whatever the others depend on. */
function metBy(tests: readonly DeploymentTest[], deployment: Deployment): boolean | undefined {
	if (tests.some(isMet => isMet(deployment) === false)) return false;
	return tests.every(isMet => isMet(deployment)) || undefined;
}

const holds = (a: number, sign: string, b: number): boolean =>
	(sign.includes('=') && a === b) || (sign.startsWith('>') && a > b) || (sign.startsWith('<') && a < b);

function versionCondition(name: string, sign: string, value: string): Condition {
	const example = plain`${shortened(name)}${shortened(sign)}41`;
	if (value === '') return unfinished(plain`${shortened(name)}${shortened(sign)} needs a version, such as ${example}`);
	const [, digits] = /^v?(\d+)$/.exec(value) ?? [];
	if (!digits) return mistake(plain`${shortened(value)} is not a version`);
	const isMet = (version: number | undefined) => version !== undefined && holds(version, sign, Number(digits));
	return name === 'upload'
		? {project: ({latestUploadVersion}) => isMet(latestUploadVersion)}
		: {deployment: ({uploadVersion}) => isMet(uploadVersion)};
}

const unitMs: ReadonlyMap<string, number> = new Map([
	['s', secondMs],
	['m', minuteMs],
	['h', hourMs],
	['d', dayMs],
	['w', 7 * dayMs],
	['y', 365 * dayMs],
]);

/** `age` is that of a deployment since it ended or, in progress, began. `updated` is that of the project's record. */
function ageCondition(name: string, sign: string, value: string, {now}: QueryContext): Condition {
	const said = plain`${shortened(name)}${shortened(sign)}`;
	const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(.*)$/s.exec(value) ?? [];
	if (value === '') return unfinished(plain`${said} needs a number and a unit: s, m, h, d, w or y`);
	if (number === undefined) return mistake(plain`${shortened(value)} is not an age such as 2h`);
	if (unit === '') return unfinished(plain`${said}${shortened(number)} needs a unit: s, m, h, d, w or y`);
	const factor = unitMs.get(unit);
	if (factor === undefined) return mistake(plain`${shortened(unit)} is not a unit (s, m, h, d, w or y)`);
	if (sign === '=') return mistake(plain`${said} would match nothing`, plain`Ages are compared with < and >: age<2h`);
	const limitMs = Number(number) * factor;
	const isMet = (at: ServiceTime | undefined) => at !== undefined && holds(now - at, sign, limitMs);
	if (name === 'updated') return {project: ({updatedAt}) => isMet(updatedAt)};
	return {deployment: each => isMet(endedAt(each)), ...(!sign.startsWith('>') && {since: now - limitMs})};
}

/** Parses what follows an outcome: an environment, an age, or both. `failed:prod<2h` is one condition for `outcome:failed env:prod age<2h`. */
function shortCondition(outcome: string, rest: string, context: QueryContext): Condition {
	const [, environment = '', sign, age = ''] = /^:?([^<>=]*)([<>]=?|=)?(.*)$/s.exec(rest) ?? [];
	const parts = [
		outcomeCondition('outcome', outcome, context),
		...(environment === '' ? [] : [environmentCondition(environment, context)]),
		...(sign === undefined ? [] : [ageCondition('age', sign, age, context)]),
	];
	const tests = parts.flatMap(({deployment}) => deployment ?? []);
	return {
		deployment: each => metBy(tests, each),
		value: parts.find(({value}) => value)?.value,
		since: Math.max(...parts.map(({since}) => since ?? Number.NEGATIVE_INFINITY)),
		problem: parts.find(({problem}) => problem)?.problem,
		hasIgnored: parts.some(({deployment}) => !deployment),
	};
}

/** Says that a word names no saved filter, and which there are. */
function filterCondition(name: string, {filters = new Map()}: QueryContext): Condition {
	const names = [...filters.keys()];
	const saved =
		names.length === 0 ? plain`None is saved` : safe(`Saved: ${names.map(typedFilterName).join(', ')}`, 200);
	if (names.some(known => filterKey(known) === name))
		return mistake(plain`A saved filter cannot follow ! or refer to itself`);
	const isBegun = name === '' || names.some(known => filterKey(known).startsWith(name));
	const text = isBegun ? plain`@ needs the name of a saved filter` : plain`@${shortened(name)} is not a saved filter`;
	return {problem: {kind: isBegun ? 'unfinished' : 'mistake', text, advice: saved, isText: !isBegun}};
}

const orHint = plain`All words must match: “or” is searched as text too`;

/** Says that nothing contains a word, and how to search for something else. */
const unfoundWord = (word: string): QueryProblem => ({
	kind: 'unknown value',
	text:
		idsIn(word).deploymentId === undefined
			? plain`no project contains “${shortened(word)}”; env:, status: and outcome: search other fields`
			: plain`A deployment is found by its id once its project has been read`,
});

/** Parses one word of a query, without its negation. Returns undefined for a word that is plain text. */
function conditionOf(word: string, context: QueryContext): Condition | undefined {
	if (word === 'or') return {problem: {kind: 'hint', text: orHint, isText: true}, hasIgnored: true};
	if (outcomeValues.has(word))
		return {...outcomeCondition('outcome', word, context), spares: findsWord(word, context.table)};
	if (word.startsWith('@')) return filterCondition(word.slice(1), context);
	if (/^[<>=]/.test(word))
		return mistake(plain`${shortened(word)} follows no condition`, plain`Type it after one: failed:prod<2h, age<2h`);
	const [, name, sign = '', value = ''] = /^(\p{L}[\p{L}_-]*)(:(?!\/\/)|[<>]=?|=)(.*)$/su.exec(word) ?? [];
	if (name === undefined) return undefined;
	if (outcomeValues.has(name)) return shortCondition(name, `${sign}${value}`, context);
	if (sign === ':') return namedCondition(name, value, context);
	if (name === 'v' || name === 'version' || name === 'upload') return versionCondition(name, sign, value);
	return name === 'age' || name === 'updated' ? ageCondition(name, sign, value, context) : unknownCondition(name, sign);
}

/** Whether a project has neither a name nor a slug that can be seen, so that its id stands for them. */
const isNameless = ({name, slug}: Project): boolean => !isVisible(name?.exact ?? '') && !isVisible(slug?.exact ?? '');

/** Shorter words are in the ids and URLs of most projects by chance. */
const minAddressPart = 3;

const isPartOf = (part: string, text: ServiceText | undefined): boolean => text?.caseless.includes(part) ?? false;

const isInTexts = ({name, slug}: Project, word: string): boolean => isPartOf(word, name) || isPartOf(word, slug);

/** Whether a project shows a word in its name or slug, or in the id that is shown instead. */
const shows = (project: Project, word: string): boolean =>
	isInTexts(project, word) || (isNameless(project) && caseless(project.id).includes(word));

/** Returns a test whether a word finds a project: it shows the word, or its id or URL contains it. */
function findsWord(word: string, table: DeploymentTable): (project: Project) => boolean {
	const {projectId, deploymentId} = idsIn(word);
	// A browser adds a slash to a URL.
	const address = projectId ?? (word.endsWith('/') ? word.slice(0, -1) : word);
	const isFound =
		address.length < minAddressPart
			? (project: Project) => shows(project, word) || caseless(project.id) === word
			: (project: Project) =>
					isInTexts(project, word) || isPartOf(address, project.url) || caseless(project.id).includes(address);
	const isUrl = word.includes('://');
	const segments = pathSegments(word);
	const isLinked = ({id, url}: Project) =>
		isUrl && (segments.includes(caseless(id)) || isAtOrBelow(word, url?.caseless ?? ''));
	const hasDeployment = ({id}: Project) =>
		deploymentId !== undefined && table.get(id)?.rows.some(({deployment}) => caseless(deployment.id) === deploymentId);
	return project => isFound(project) || isLinked(project) || (hasDeployment(project) ?? false);
}

const showsOf = (deployment: Deployment, word: string): boolean =>
	isPartOf(word, deployment.environmentId) ||
	versionOf(deployment) === word ||
	(word.length >= minAddressPart && caseless(deployment.id).includes(word));

/** Text between quotation marks. Inside a word, a quotation mark is a letter. */
const quotation = /(?<![^\s!@:])"([^"]*)(?:"|$)/g;

const isUnclosed = (word: string): boolean => [...word.matchAll(quotation)].some(([text]) => !/^"[^"]*"$/.test(text));

/** Splits a query into words, as they are typed. A quoted part may contain spaces. */
export const queryWords = (typed: string): readonly string[] =>
	typed.match(new RegExp(`(?:${quotation.source}|\\S)+`, 'g')) ?? [];

const takesComparison = new RegExp(
	`^!*(?:v|version|upload|age|updated|(?:${[...outcomeValues.keys()].join('|')})(?::[^<>=]*)?)$`,
	's',
);

/** Joins a comparison and the condition before it, if that can take one: `failed:prod <2h`. */
function withComparisons(words: readonly string[]): readonly string[] {
	const joined: string[] = [];
	for (const word of words) {
		const last = joined.at(-1) ?? '';
		if (/^[<>=]/.test(word) && takesComparison.test(last)) joined.splice(-1, 1, last + word);
		else joined.push(word);
	}

	return joined;
}

/** The form in which names of saved filters are compared. */
const filterKey = (name: string): string => caseless(name.replaceAll('"', ''));

/** Returns how a saved filter is named in a query: `@prod`. */
export const typedFilterName = (name: string): string =>
	/\s/.test(name) ? `@"${name.replaceAll('"', '')}"` : `@${name}`;

/** Splits a query into words, with those of saved filters in place of their names. A filter that names itself stays a word. One that was named before adds nothing: all words must match anyway. */
function expanded(typed: string, filters: SavedFilters, named = new Set<string>()): readonly string[] {
	return queryWords(caseless(typed)).flatMap(word => {
		const key = word.startsWith('@') ? word.slice(1).replaceAll('"', '') : undefined;
		const [name, query] = [...filters].find(([known]) => filterKey(known) === key) ?? [];
		if (name === undefined || query === undefined) return word;
		if (named.has(name)) return [];
		named.add(name);
		return expanded(query, new Map([...filters].filter(([known]) => known !== name)), named);
	});
}

/** Parses a query. A quoted word, or one that is not a condition, is searched as text. */
export function parseQuery(typed: string, context: QueryContext): Query {
	const {table} = context;
	const [texts, hidden, problems]: [string[], string[], QueryProblem[]] = [[], [], []];
	const conditions: Condition[] = [];
	let hasIgnored = false;
	const needs = (word: string, what: SafeText) => {
		problems.push({kind: 'unfinished', text: plain`${shortened(word)} needs ${what}`});
		hasIgnored = true;
	};
	for (const rawWord of withComparisons(expanded(typed, context.filters ?? new Map()))) {
		const negations = rawWord.length - rawWord.replace(/^!+/, '').length;
		const isNegated = negations % 2 === 1;
		const rest = rawWord.slice(negations);
		const word = rest.replace(quotation, '$1');
		const condition = rest.startsWith('"') ? undefined : conditionOf(word, context);
		const {project, deployment, problem} = condition ?? {};
		if (problem) problems.push(problem);
		if (isUnclosed(rawWord)) needs(rawWord, plain`a second quotation mark`);
		if (condition?.hasIgnored) hasIgnored = true;
		if (condition && (project ?? deployment)) conditions.push(isNegated ? negated(condition) : condition);
		else if (condition && !problem?.isText) hasIgnored = true;
		else if (word !== '') (isNegated ? hidden : texts).push(word);
		else needs(rawWord, plain`a word or a condition`);
	}

	const isOfLatest = conditions.some(condition => condition.isOfLatest);
	const since = Math.max(...conditions.map(condition => condition.since ?? Number.NEGATIVE_INFINITY));
	const isAnsweredBy: Query['isAnsweredBy'] = ({requestedAt, completeSince}) =>
		requestedAt !== undefined && (isOfLatest || completeSince <= since);
	const isNewest: DeploymentTest = ({projectId, id}) => newestOf(table.get(projectId))?.id === id;
	const ofDeployments = [
		...(isOfLatest ? [{isMet: isNewest, spares: undefined}] : []),
		...conditions.flatMap(({deployment, spares}) => (deployment ? {isMet: deployment, spares} : [])),
	];
	/** What a deployment of this project must meet. */
	const testsFor = (project: Project) => ofDeployments.flatMap(({isMet, spares}) => (spares?.(project) ? [] : isMet));
	const finders = texts.map(word => ({word, finds: findsWord(word, table)}));
	const mayHaveRows = (project: Project) =>
		conditions.every(({project: isMet}) => isMet?.(project) ?? true) && hidden.every(word => !shows(project, word));
	return {
		test(project) {
			if (!mayHaveRows(project) || !finders.every(({finds}) => finds(project))) return false;
			const tests = testsFor(project);
			if (tests.length === 0) return true;
			const known = table.get(project.id) ?? noDeployments;
			const results = known.recent.map(deployment => metBy(tests, deployment));
			if (results.includes(true)) return true;
			if (!isAnsweredBy(known)) return 'unread';
			return results.includes(undefined) ? 'undecided' : false;
		},
		judge(project, deployment) {
			const isShown = (word: string) => deployment !== undefined && showsOf(deployment, word);
			if (!mayHaveRows(project) || hidden.some(isShown)) return false;
			if (!finders.every(({word, finds}) => finds(project) || isShown(word))) return false;
			const tests = testsFor(project);
			return tests.length === 0 || (deployment !== undefined && (metBy(tests, deployment) ?? 'undecided'));
		},
		isAnsweredBy,
		mayHaveRows,
		unknownValueIn: memo((projects, hasFound, shown) => {
			const [unknown] = conditions.flatMap(({value}) => (value && unknownValue(value, projects)) ?? []);
			if (unknown || hasFound || projects.length === 0) return unknown;
			const isKnown = ({word, finds}: (typeof finders)[number]) =>
				projects.some(finds) || shown?.some(deployment => showsOf(deployment, word));
			return finders.filter(finder => !isKnown(finder)).map(({word}) => unfoundWord(word))[0];
		}),
		texts,
		problems,
		hasIgnored,
		isEmpty: conditions.length + texts.length + hidden.length === 0,
		usesWatches: conditions.some(({usesWatches}) => usesWatches),
		looksAtDeployments: ofDeployments.length > 0,
	};
}

const not = (result: boolean | undefined): boolean | undefined => (result === undefined ? undefined : !result);

const negated = ({spares, project = spares, deployment, ...rest}: Condition): Condition => ({
	...rest,
	...(project && {project: each => !project(each)}),
	...(deployment && {deployment: each => not(deployment(each))}),
	since: undefined,
});

/** The most useful problem of a query: a mistake, else what nothing has that was read, else something unfinished, else a hint if it finds nothing. */
export const queryProblem = (
	{problems, unknownValueIn}: Query,
	foundCount: number,
	...[projects = [], shown]: Partial<ReadRecords>
): QueryProblem | undefined =>
	problems.find(({kind}) => kind === 'mistake') ??
	unknownValueIn(projects, foundCount > 0, shown) ??
	problems.find(({kind}) => kind === 'unfinished') ??
	(foundCount === 0 ? problems[0] : undefined);

const withAdvice = (text: SafeText, {advice}: QueryProblem): SafeText =>
	advice === undefined ? text : plain`${text}. ${advice}`;

/** Returns what to say of a problem while a query is typed: also what becomes of a mistaken word. */
export function problemSentence(problem: QueryProblem): SafeText {
	const {kind, text, isText} = problem;
	if (kind !== 'mistake') return withAdvice(text, problem);
	return withAdvice(plain`${text}, so it is ${isText ? plain`searched as text` : plain`ignored`}`, problem);
}

/** Why a query is invalid, as a sentence: it contains a mistake, restricts nothing where it should, or names what nothing has that was read. Undefined if it is valid. */
export function invalidityOf(query: Query, ...read: Partial<ReadRecords>): SafeText | undefined {
	const problem = queryProblem(query, 0, ...read);
	if (!problem) return query.isEmpty ? plain`it has no word and no condition.` : undefined;
	if (!['mistake', 'unknown value'].includes(problem.kind) && !query.hasIgnored) return undefined;
	return withPeriod(withAdvice(problem.text, problem));
}

/** The projects that match, in list order, those that may match once their deployments are loaded, and those that may match by a word that nobody has classified. */
export function findIn(rows: readonly Project[], {test}: Pick<Query, 'test'>) {
	const [found, unread, undecided]: [Project[], Project[], Project[]] = [[], [], []];
	for (const project of rows) {
		const result = test(project);
		if (result === true) found.push(project);
		else if (result) (result === 'unread' ? unread : undecided).push(project);
	}

	return {found, unread, undecided};
}

/** Returns a function that finds the parts of a text to highlight for a query, from left to right: half-open ranges in code units. It highlights nothing in text whose width differs between terminals. */
export function highlightsOf(typed: string): (text: string) => ReadonlyArray<readonly [from: number, to: number]> {
	const {texts} = parseQuery(typed, {now: 0, wordMeanings: new Map(), table: new Map()});
	return text => {
		const searched = caseless(text);
		if (!isOneCellEach(text) || searched.length !== text.length) return [];
		const found = texts
			.map(word => [searched.indexOf(word), word.length] as const)
			.filter(([at]) => at >= 0)
			.sort(([a], [b]) => a - b);
		const ranges: Array<[from: number, to: number]> = [];
		for (const [from, length] of found) {
			const last = ranges.at(-1);
			if (last && from <= last[1]) last[1] = Math.max(last[1], from + length);
			else ranges.push([from, from + length]);
		}

		return ranges;
	};
}

/** Ranks how a text contains a part of it, both in the form in which they are compared: 0 for the whole text, 1 for its start, 2 for the start of a word, 3 for any other part. Infinite if it does not. */
export function rankOf(text: string, part: string): number {
	if (!text.includes(part)) return Number.POSITIVE_INFINITY;
	if (text === part) return 0;
	if (text.startsWith(part)) return 1;
	return text.includes(` ${part}`) ? 2 : 3;
}

/** Returns the items with a finite rank, those with the lowest first. Equal ones keep their order. */
export const ranked = <Item>(items: readonly Item[], rankIn: (item: Item) => number): readonly Item[] =>
	items
		.map(item => ({item, rank: rankIn(item)}))
		.filter(({rank}) => Number.isFinite(rank))
		.sort((a, b) => a.rank - b.rank)
		.map(({item}) => item);

const maxFound = 50;
const maxRank = 4;

/** Finds projects by name, slug, id or URL, best matches first. */
export function findProjects(rows: readonly Project[], text: string): readonly Project[] {
	const word = caseless(text);
	if (word === '') return [];
	const rankAmong = ({id, name, slug}: Project) =>
		// A project that is found by its URL alone comes last.
		Math.min(maxRank, ...[name?.caseless, slug?.caseless, caseless(id)].map(own => rankOf(own ?? '', word)));
	return ranked(rows.filter(findsWord(word, new Map())), rankAmong).slice(0, maxFound);
}

/** Returns the part of a typed command that names a project: all of it, or what follows `open`. */
export const projectPartOf = (typed: string): string => typed.replace(/^open\s+/, '').trim();
