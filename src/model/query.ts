import {idsIn, isAtOrBelow, pathSegments} from '../api/endpoint.ts';
import type {Deployment, Project} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {dayMs, hourMs, minuteMs, secondMs} from '../base/duration.ts';
import {memo} from '../base/memo.ts';
import {
	addPeriod,
	caseless,
	isOneCellEach,
	isVisible,
	plain,
	type SafeText,
	type ServiceText,
	safe,
	serviceText,
} from '../base/text.ts';
import type {SavedFilters} from './connection.ts';
import {noVersions, versionsBehind, versionsIn} from './deployed-versions.ts';
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
import type {Watches} from './watch.ts';

export type QueryContext = {
	readonly now: ServiceTime;
	readonly wordMeanings: WordMeanings;
	readonly table: DeploymentTable;
	readonly watches?: Watches;
	readonly filters?: SavedFilters | undefined;
	/** The environment whose versions a sort compares. */
	readonly environment?: string | undefined;
};

/** `unread`: needs deployments that are not loaded yet. `undecided`: needs the outcome of an unknown status word. */
type Match = boolean | 'unread' | 'undecided';

type DeploymentTest = (deployment: Deployment) => Match;

/** A value that is probably mistyped if no record contains it. All texts are caseless. */
type SearchedValue = {
	readonly what: string;
	readonly parts: readonly string[];
	readonly among: (projects: readonly Project[]) => ReadonlyArray<string | undefined>;
};

/** `advice` is a second sentence, without its period. */
type QueryProblem = {
	readonly kind: 'mistake' | 'unknown value' | 'unfinished' | 'hint';
	readonly text: SafeText;
	readonly advice?: SafeText | undefined;
	/** Whether the word is searched as text. Without it, a mistake is ignored. */
	readonly isText?: boolean;
};

/** `shown`: the deployments, for a query in a list of deployments. */
type ReadRecords = [projects: readonly Project[], shown?: readonly Deployment[] | undefined];

/** Conditions about deployments test deployments, never the cells that show them. A project matches if one of its known deployments meets them all. The row of a deployment matches if that deployment meets them all. */
export type Query = {
	readonly testProject: (project: Project) => Match;
	readonly testRow: (project: Project, deployment: Deployment | undefined) => Match;
	/** Whether the known deployments of a project reach back far enough to decide. */
	readonly isAnsweredBy: (known: Pick<ProjectDeployments, 'readAt' | 'completeSince'>) => boolean;
	/** Whether the project meets every condition that is not about deployments, as far as is known. */
	readonly mayHaveRows: (project: Project) => boolean;
	/** The value of a condition that no record contains. If no row matches, also a word that no record contains. Undefined before anything was read. */
	readonly unknownValueIn: (
		projects: readonly Project[],
		hasFound: boolean,
		shown: readonly Deployment[] | undefined,
	) => QueryProblem | undefined;
	readonly texts: readonly string[];
	readonly problems: readonly QueryProblem[];
	/** Whether some word is unfinished or mistaken, so that the query restricts less than it seems to. */
	readonly hasIgnored: boolean;
	readonly isEmpty: boolean;
	readonly usesWatches: boolean;
	readonly looksAtDeployments: boolean;
};

type Condition = {
	readonly project?: (project: Project) => Match;
	readonly deployment?: DeploymentTest;
	readonly isOfLatest?: boolean;
	/** Projects that match even without a matching deployment. */
	readonly exempts?: ((project: Project) => boolean) | undefined;
	readonly value?: SearchedValue | undefined;
	/** Deployments that ended earlier never meet the condition. */
	readonly since?: ServiceTime | undefined;
	readonly problem?: QueryProblem | undefined;
	readonly hasIgnored?: boolean;
	readonly usesWatches?: boolean;
	/** The test of the project needs its deployments. */
	readonly usesVersions?: boolean;
};

const mistake = (text: SafeText, advice?: SafeText): Condition => ({problem: {kind: 'mistake', text, advice}});
const unfinished = (text: SafeText): Condition => ({problem: {kind: 'unfinished', text}});
const shortened = (text: string): SafeText => safe(text, 40);

const queryFields: ReadonlyMap<string, (project: Project) => string | undefined> = new Map([
	// A row without a visible name shows another text.
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

/** The first value of each outcome is suggested. */
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
			return outcome === 'unknown' && hasEnded && !wanted.has(outcome) ? 'undecided' : wanted.has(outcome);
		},
		isOfLatest: name === 'latest',
		problem: exact ? undefined : choice.problem,
	};
}

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
	`${[...queryFields.keys(), 'is', 'outcome', 'env', 'latest', 'behind', 'live'].join(': ')}: v> age< upload> updated<`,
);

const unknownCondition = (name: string, sign: string): Condition => ({
	problem: {
		kind: 'mistake',
		text: plain`${shortened(name)}${shortened(sign)} is not a condition`,
		advice: plain`Conditions: ${allConditions}`,
		isText: true,
	},
});

function environmentCondition(value: string, {table, wordMeanings}: QueryContext): Condition {
	const parts = value.split(',').filter(Boolean);
	if (parts.length === 0) return unfinished(plain`env: needs an environment to search for`);
	const among = () => versionsIn(table, wordMeanings).environments.map(({text}) => text?.caseless);
	return {
		deployment: ({environmentId}) => parts.some(part => isPartOf(part, environmentId)),
		value: {what: 'environment', parts, among},
	};
}

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
	// A status that landfall knows is no mistake, even if no project has it now.
	const isMistypable = name === 'mode' || (name === 'status' && projectOutcome(serviceText(value)) === 'unknown');
	return {
		project: project => field(project)?.includes(value) ?? false,
		value: isMistypable ? {what: name, parts: [value], among: projects => projects.map(field)} : undefined,
		problem: name === 'status' ? statusHint(value) : undefined,
	};
}

/** One failing test decides, whatever the others need. */
function allOf(results: readonly Match[]): Match {
	if (results.includes(false)) return false;
	return results.find(result => result !== true) ?? true;
}

const holds = (a: number, sign: string, b: number): boolean =>
	(sign.includes('=') && a === b) || (sign.startsWith('>') && a > b) || (sign.startsWith('<') && a < b);

/** The problem of a mistaken or missing value. */
function comparison(name: string, sign: string, value: string, what = plain`version`, example = 41) {
	const said = shortened(`${name}${sign}`);
	if (value === '') return unfinished(plain`${said} needs a ${what}, such as ${said}${example}`);
	const [, digits] = /^v?(\d+)$/.exec(value) ?? [];
	if (!digits) return mistake(plain`${shortened(value)} is not a ${what}`);
	return (number: number | undefined) => number !== undefined && holds(number, sign, Number(digits));
}

function versionCondition(name: string, sign: string, value: string): Condition {
	const isMet = comparison(name, sign, value);
	if (typeof isMet !== 'function') return isMet;
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

/** `age` counts from the end of a deployment, or from its start while it is in progress. `updated` concerns the record of the project. */
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

const placeAndComparison = /^:?([^<>=]*)([<>]=?|=)?(.*)$/s;

/** `behind:prod>3` and `live:prod=41` are about the live version in an environment, or in any. */
function liveCondition(name: 'behind' | 'live', rest: string, context: QueryContext): Condition {
	const isBehind = name === 'behind';
	const [, place = '', sign = isBehind ? '>' : '=', value = ''] = placeAndComparison.exec(rest) ?? [];
	const environment = place === '' ? {} : environmentCondition(place, context);
	const {parts = []} = environment.value ?? {};
	if (environment.problem) return environment;
	const said = place === '' ? name : `${name}:${place}`;
	const isMet = isBehind ? comparison(said, sign, value, plain`number`, 3) : comparison(said, sign, value);
	if (typeof isMet !== 'function') return isMet;
	const {projects} = versionsIn(context.table, context.wordMeanings);
	return {
		value: environment.value,
		usesVersions: true,
		project(project) {
			const {deployed, isRead, isWhole} = projects.get(project.id) ?? noVersions;
			const results = [...deployed].flatMap(([key, {environment: text, live, unclassified}]): Match | [] => {
				if (parts.length > 0 && !parts.some(part => isPartOf(part, text))) return [];
				if (unclassified) return 'undecided';
				if (!live) return isWhole ? false : 'unread';
				return isMet(isBehind ? versionsBehind(project, deployed, key) : live.uploadVersion);
			});
			if (!isRead || (!isWhole && results.length === 0)) return 'unread';
			return results.includes(true) || (results.find(result => result !== false) ?? false);
		},
	};
}

/** `failed:prod<2h` is short for `outcome:failed env:prod age<2h`. */
function shortCondition(outcome: string, rest: string, context: QueryContext): Condition {
	const [, environment = '', sign, age = ''] = placeAndComparison.exec(rest) ?? [];
	const parts = [
		outcomeCondition('outcome', outcome, context),
		...(environment === '' ? [] : [environmentCondition(environment, context)]),
		...(sign === undefined ? [] : [ageCondition('age', sign, age, context)]),
	];
	const tests = parts.flatMap(({deployment}) => deployment ?? []);
	return {
		deployment: each => allOf(tests.map(isMet => isMet(each))),
		value: parts.find(({value}) => value)?.value,
		since: Math.max(...parts.map(({since}) => since ?? Number.NEGATIVE_INFINITY)),
		problem: parts.find(({problem}) => problem)?.problem,
		hasIgnored: parts.some(({deployment}) => !deployment),
	};
}

/** Resolved names are already expanded, so this one is unknown, unfinished or negated, or refers to itself. */
function unresolvedFilter(name: string, {filters = new Map()}: QueryContext): Condition {
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

const unfoundWord = (word: string): QueryProblem => ({
	kind: 'unknown value',
	text:
		idsIn(word).deploymentId === undefined
			? plain`no project contains “${shortened(word)}”; env:, status: and outcome: search other fields`
			: plain`A deployment is found by its id once its project has been read`,
});

function conditionOf(word: string, context: QueryContext): Condition | undefined {
	if (word === 'or') return {problem: {kind: 'hint', text: orHint, isText: true}, hasIgnored: true};
	if (outcomeValues.has(word))
		return {...outcomeCondition('outcome', word, context), exempts: findsWord(word, context.table)};
	if (word.startsWith('@')) return unresolvedFilter(word.slice(1), context);
	if (/^[<>=]/.test(word))
		return mistake(plain`${shortened(word)} follows no condition`, plain`Type it after one: failed:prod<2h, age<2h`);
	const [, name, sign = '', value = ''] = /^(\p{L}[\p{L}_-]*)(:(?!\/\/)|[<>]=?|=)(.*)$/su.exec(word) ?? [];
	if (name === undefined) return undefined;
	if (outcomeValues.has(name)) return shortCondition(name, `${sign}${value}`, context);
	if (name === 'behind' || name === 'live') return liveCondition(name, `${sign}${value}`, context);
	if (sign === ':') return namedCondition(name, value, context);
	if (name === 'v' || name === 'version' || name === 'upload') return versionCondition(name, sign, value);
	return name === 'age' || name === 'updated' ? ageCondition(name, sign, value, context) : unknownCondition(name, sign);
}

const isNameless = ({name, slug}: Project): boolean => !isVisible(name?.exact ?? '') && !isVisible(slug?.exact ?? '');

/** Most ids and URLs contain shorter words by chance. */
const minAddressPart = 3;

const isPartOf = (part: string, text: ServiceText | undefined): boolean => text?.caseless.includes(part) ?? false;

const isInTexts = ({name, slug}: Project, word: string): boolean => isPartOf(word, name) || isPartOf(word, slug);

const projectShows = (project: Project, word: string): boolean =>
	isInTexts(project, word) || (isNameless(project) && caseless(project.id).includes(word));

function findsWord(word: string, table: DeploymentTable): (project: Project) => boolean {
	const {projectId, deploymentId} = idsIn(word);
	// A browser adds a slash to a URL.
	const address = projectId ?? (word.endsWith('/') ? word.slice(0, -1) : word);
	const isFound =
		address.length < minAddressPart
			? (project: Project) => projectShows(project, word) || caseless(project.id) === word
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

const deploymentShows = (deployment: Deployment, word: string): boolean =>
	isPartOf(word, deployment.environmentId) ||
	versionOf(deployment) === word ||
	(word.length >= minAddressPart && caseless(deployment.id).includes(word));

/** Inside a word, a quotation mark is a letter. */
const quotation = /(?<![^\s!@:])"([^"]*)(?:"|$)/g;

const isUnclosed = (word: string): boolean => [...word.matchAll(quotation)].some(([text]) => !/^"[^"]*"$/.test(text));

export const queryWords = (typed: string): readonly string[] =>
	typed.match(new RegExp(`(?:${quotation.source}|\\S)+`, 'g')) ?? [];

const takesComparison = new RegExp(
	`^!*(?:v|version|upload|age|updated|(?:behind|live|${[...outcomeValues.keys()].join('|')})(?::[^<>=]*)?)$`,
	's',
);

function joinComparisons(words: readonly string[]): readonly string[] {
	const joined: string[] = [];
	for (const word of words) {
		const last = joined.at(-1) ?? '';
		if (/^[<>=]/.test(word) && takesComparison.test(last)) joined.splice(-1, 1, last + word);
		else joined.push(word);
	}

	return joined;
}

const filterKey = (name: string): string => caseless(name.replaceAll('"', ''));

export const typedFilterName = (name: string): string =>
	/\s/.test(name) ? `@"${name.replaceAll('"', '')}"` : `@${name}`;

/** Replaces the names of saved filters by their words. A filter inside itself stays a word. A repeated filter is left out, because all words must match anyway. */
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

/** A quoted word, and a word that is no condition, is searched as text. */
export function parseQuery(typed: string, context: QueryContext): Query {
	const {table} = context;
	const [texts, negatedWords, problems]: [string[], string[], QueryProblem[]] = [[], [], []];
	const conditions: Condition[] = [];
	let hasIgnored = false;
	const needs = (word: string, what: SafeText) => {
		problems.push({kind: 'unfinished', text: plain`${shortened(word)} needs ${what}`});
		hasIgnored = true;
	};
	for (const rawWord of joinComparisons(expanded(typed, context.filters ?? new Map()))) {
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
		else if (word !== '') (isNegated ? negatedWords : texts).push(word);
		else needs(rawWord, plain`a word or a condition`);
	}

	const isOfLatest = conditions.some(condition => condition.isOfLatest);
	const since = Math.max(...conditions.map(condition => condition.since ?? Number.NEGATIVE_INFINITY));
	const isAnsweredBy: Query['isAnsweredBy'] = ({readAt, completeSince}) =>
		readAt !== undefined && (isOfLatest || completeSince <= since);
	const isNewest: DeploymentTest = ({projectId, id}) => newestOf(table.get(projectId))?.id === id;
	const ofDeployments = [
		...(isOfLatest ? [{isMet: isNewest, exempts: undefined}] : []),
		...conditions.flatMap(({deployment, exempts}) => (deployment ? {isMet: deployment, exempts} : [])),
	];
	const testsFor = (project: Project) => ofDeployments.flatMap(({isMet, exempts}) => (exempts?.(project) ? [] : isMet));
	const finders = texts.map(word => ({word, finds: findsWord(word, table)}));
	const ofProject = (project: Project): Match =>
		negatedWords.some(word => projectShows(project, word))
			? false
			: allOf(conditions.map(({project: isMet}) => isMet?.(project) ?? true));
	return {
		testProject(project) {
			const [match, tests] = [ofProject(project), testsFor(project)];
			if (match === false || !finders.every(({finds}) => finds(project))) return false;
			if (tests.length === 0) return match;
			const known = table.get(project.id) ?? noDeployments;
			const results = known.recent.map(deployment => allOf(tests.map(isMet => isMet(deployment))));
			if (results.includes(true)) return match;
			if (!isAnsweredBy(known)) return 'unread';
			return results.includes('undecided') ? 'undecided' : false;
		},
		testRow(project, deployment) {
			const isShown = (word: string) => deployment !== undefined && deploymentShows(deployment, word);
			if (negatedWords.some(isShown)) return false;
			if (!finders.every(({word, finds}) => finds(project) || isShown(word))) return false;
			const results = testsFor(project).map(isMet => deployment !== undefined && isMet(deployment));
			return allOf([ofProject(project), ...results]);
		},
		isAnsweredBy,
		mayHaveRows: project => ofProject(project) !== false,
		unknownValueIn: memo((projects, hasFound, shown) => {
			const [unknown] = conditions.flatMap(({value}) => (value && unknownValue(value, projects)) ?? []);
			if (unknown || hasFound || projects.length === 0) return unknown;
			const isKnown = ({word, finds}: (typeof finders)[number]) =>
				projects.some(finds) || shown?.some(deployment => deploymentShows(deployment, word));
			return finders.filter(finder => !isKnown(finder)).map(({word}) => unfoundWord(word))[0];
		}),
		texts,
		problems,
		hasIgnored,
		isEmpty: conditions.length + texts.length + negatedWords.length === 0,
		usesWatches: conditions.some(({usesWatches}) => usesWatches),
		looksAtDeployments: ofDeployments.length > 0 || conditions.some(({usesVersions}) => usesVersions),
	};
}

const not = (match: Match): Match => (typeof match === 'boolean' ? !match : match);

const negated = ({exempts, project = exempts, deployment, ...rest}: Condition): Condition => ({
	...rest,
	...(project && {project: each => not(project(each))}),
	...(deployment && {deployment: each => not(deployment(each))}),
	since: undefined,
});

/** The most useful problem: a mistake, then a value that no record contains, then an unfinished word. A hint only if nothing matches. */
export const queryProblem = (
	{problems, unknownValueIn}: Query,
	foundCount: number,
	...[projects = [], shown]: Partial<ReadRecords>
): QueryProblem | undefined =>
	problems.find(({kind}) => kind === 'mistake') ??
	unknownValueIn(projects, foundCount > 0, shown) ??
	problems.find(({kind}) => kind === 'unfinished') ??
	(foundCount === 0 ? problems[0] : undefined);

const advised = (text: SafeText, {advice}: QueryProblem): SafeText =>
	advice === undefined ? text : plain`${text}. ${advice}`;

export function problemSentence(problem: QueryProblem): SafeText {
	const {kind, text, isText} = problem;
	if (kind !== 'mistake') return advised(text, problem);
	return advised(plain`${text}, so it is ${isText ? plain`searched as text` : plain`ignored`}`, problem);
}

/** The reason for a command to reject a query: a mistake, a value that no record contains, or no restriction at all. */
export function invalidityOf(query: Query, ...read: Partial<ReadRecords>): SafeText | undefined {
	const problem = queryProblem(query, 0, ...read);
	if (!problem) return query.isEmpty ? plain`it has no word and no condition.` : undefined;
	if (!['mistake', 'unknown value'].includes(problem.kind) && !query.hasIgnored) return undefined;
	return addPeriod(advised(problem.text, problem));
}

export function findIn(rows: readonly Project[], {testProject}: Pick<Query, 'testProject'>) {
	const [found, unread, undecided]: [Project[], Project[], Project[]] = [[], [], []];
	for (const project of rows) {
		const result = testProject(project);
		if (result === true) found.push(project);
		else if (result) (result === 'unread' ? unread : undecided).push(project);
	}

	return {found, unread, undecided};
}

/** Half-open ranges in code units, from left to right. Empty for text with a width that differs between terminals. */
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

/** The lower, the better: 0 for the whole text, 1 for its start, 2 for the start of a word, 3 for any other part, infinite for no match. Expects caseless texts. */
export function rankOf(text: string, part: string): number {
	if (!text.includes(part)) return Number.POSITIVE_INFINITY;
	if (text === part) return 0;
	if (text.startsWith(part)) return 1;
	return text.includes(` ${part}`) ? 2 : 3;
}

export const ranked = <Item>(items: readonly Item[], rankIn: (item: Item) => number): readonly Item[] =>
	items
		.map(item => ({item, rank: rankIn(item)}))
		.filter(({rank}) => Number.isFinite(rank))
		.sort((a, b) => a.rank - b.rank)
		.map(({item}) => item);

const maxFound = 50;
const maxRank = 4;

export function findProjects(rows: readonly Project[], text: string): readonly Project[] {
	const word = caseless(text);
	if (word === '') return [];
	const rankAmong = ({id, name, slug}: Project) =>
		// Projects that match by their URL alone come last.
		Math.min(maxRank, ...[name?.caseless, slug?.caseless, caseless(id)].map(own => rankOf(own ?? '', word)));
	return ranked(rows.filter(findsWord(word, new Map())), rankAmong).slice(0, maxFound);
}

export const projectPartOf = (typed: string): string => typed.replace(/^open\s+/, '').trim();
