import type {Deployment, Project} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {plain, type SafeText, safe, serviceText} from '../base/text.ts';
import {deployedVersions} from './deployed-versions.ts';
import {type DeploymentTable, environmentKey, newestOf, type ProjectDeployments} from './deployment-table.ts';
import {type Outcome, outcomeOf, projectOutcome, type WordMeanings} from './status-words.ts';
import type {Watches} from './watches.ts';

/** Tests a project. Returns undefined if the result depends on deployments that are not loaded yet. */
export type Test = (project: Project, table: DeploymentTable) => boolean | undefined;

export type DeploymentTest = (deployment: Deployment) => boolean;

/** Feedback about a word of a query while it is typed. A word with a mistake is ignored or searched as text. */
export type QueryProblem = {readonly kind: 'mistake' | 'unfinished' | 'hint'; readonly text: SafeText};

/** The meaning of a query word that looks like a condition. */
export type Condition = {
	/** Tests the project. Undefined if the word does not restrict the search, or tests deployments. */
	readonly test?: Test;
	/** Tests the deployments that stand for the project: see `isByCell`. */
	readonly deploymentTest?: DeploymentTest;
	readonly problem?: QueryProblem;
	/** Whether the word is searched as text because no such condition exists. */
	readonly isText?: boolean;
};

/** What conditions depend on: the service's time, the user's classification of status words, and what is watched. */
export type QueryContext = {
	readonly now: ServiceTime;
	readonly wordMeanings: WordMeanings;
	/** The watched projects and deployments. */
	readonly watches?: Watches;
	/** Whether the cells of the versions stand for a project, instead of its newest deployment. */
	readonly isByCell?: boolean;
};

/** The fields of a project that a condition can name, in lower case. */
const fields: ReadonlyMap<string, (project: Project) => string | undefined> = new Map([
	['name', ({name}) => name?.lowerCase],
	['slug', ({slug}) => slug?.lowerCase],
	['url', ({url}) => url?.lowerCase],
	['status', ({status}) => status?.lowerCase],
	['mode', ({uploadMode}) => uploadMode?.lowerCase],
	['id', ({id}) => id.toLowerCase()],
]);

const outcomes: ReadonlyMap<string, Outcome> = new Map([
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

/** Returns the first value that stands for an outcome. */
const conditionValue = (outcome: Outcome): SafeText =>
	safe([...outcomes].find(([, known]) => known === outcome)?.[0] ?? '');

const allOutcomes = plain`waiting, in-progress, succeeded, failed, stopped or unknown`;

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

const quoted = (text: string): SafeText => safe(text, 40);
const mistake = (text: SafeText): Condition => ({problem: {kind: 'mistake', text}});
const unfinished = (text: SafeText, deploymentTest?: DeploymentTest): Condition => ({
	problem: {kind: 'unfinished', text},
	...(deploymentTest && {deploymentTest}),
});

/** Returns the deployments of each cell of a project in the versions: the newest, and those that the cell shows. */
function cellsOf({recent: own}: ProjectDeployments, wordMeanings: WordMeanings) {
	return [...deployedVersions(own, wordMeanings)].map(([key, {live, deploying, failed}]) => [
		own.find(deployment => environmentKey(deployment) === key),
		live,
		deploying,
		failed,
	]);
}

/** Returns a test whether the newest deployment of a project, or one of its cells, passes all tests. A project without deployments fails it. */
export const ofDeployments =
	(tests: readonly DeploymentTest[], {isByCell, wordMeanings}: QueryContext): Test =>
	(project, table) => {
		const known = table.get(project.id);
		if (known?.askedAt === undefined) return undefined;
		const deployment = newestOf(known);
		if (!isByCell) return deployment !== undefined && tests.every(test => test(deployment));
		const cells = cellsOf(known, wordMeanings);
		return cells.some(cell => tests.every(test => cell.some(shown => shown !== undefined && test(shown))));
	};

function outcomeCondition(value: string, {wordMeanings}: QueryContext): Condition {
	if (value === '') return unfinished(plain`outcome: can be ${allOutcomes}`);
	const exact = outcomes.get(value);
	const matching = [...outcomes].filter(([name]) => name.startsWith(value)).map(([, outcome]) => outcome);
	const wanted = new Set(exact ? [exact] : matching);
	if (wanted.size === 0) return mistake(plain`Unknown outcome ${quoted(value)} is ignored. It can be ${allOutcomes}`);
	const deploymentTest: DeploymentTest = deployment => wanted.has(outcomeOf(deployment, wordMeanings));
	return exact ? {deploymentTest} : unfinished(plain`outcome: can be ${allOutcomes}`, deploymentTest);
}

/** Suggests `outcome:` if the value of `status:` is a word that deployments use. Shown when nothing is found. */
function statusHint(value: string): QueryProblem | undefined {
	const word = {status: serviceText(value), conclusion: undefined, concludedAt: undefined};
	const outcome = outcomes.get(value) ?? outcomeOf(word, new Map());
	if (outcome === 'unknown' || projectOutcome(serviceText(value)) !== outcome) return undefined;
	const text = plain`status: tests the project; for deployments use outcome:${conditionValue(outcome)}`;
	return {kind: 'hint', text};
}

/** Tests whether a project or one of its deployments is watched. */
function watchedCondition(value: string, {watches = new Map()}: QueryContext): Condition {
	if (!'watched'.startsWith(value)) return mistake(plain`Only is:watched is known, so is:${quoted(value)} is ignored`);
	if (value !== 'watched') return unfinished(plain`is: can be watched`);
	const watched = new Set([...watches.values()].map(({projectId}) => projectId));
	return {test: ({id}) => watched.has(id)};
}

function fieldCondition(name: string, value: string): Condition | undefined {
	const field = fields.get(name);
	if (!field) return undefined;
	if (value === '') return unfinished(plain`${quoted(name)}: needs a text to search for`);
	const hint = name === 'status' ? statusHint(value) : undefined;
	return {test: project => field(project)?.includes(value) ?? false, ...(hint && {problem: hint})};
}

function versionCondition(sign: string, value: string, compare: (a: number, b: number) => boolean): Condition {
	if (value === '') return unfinished(plain`v${quoted(sign)} needs a version, such as v${quoted(sign)}41`);
	const [, digits] = /^v?(\d+)$/.exec(value) ?? [];
	if (!digits) return mistake(plain`${quoted(value)} is not a version, so v${quoted(sign)} is ignored`);
	const wanted = Number(digits);
	return {test: ({latestUploadVersion: version}) => version !== undefined && compare(version, wanted)};
}

function ageCondition(
	sign: string,
	value: string,
	compare: (a: number, b: number) => boolean,
	{now}: QueryContext,
): Condition {
	const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(.*)$/s.exec(value) ?? [];
	if (value === '') return unfinished(plain`age${quoted(sign)} needs a number and a unit: s, m, h, d, w or y`);
	if (number === undefined) return mistake(plain`${quoted(value)} is not an age such as 2h, so it is ignored`);
	if (unit === '') return unfinished(plain`age${quoted(sign)}${quoted(number)} needs a unit: s, m, h, d, w or y`);
	const factor = unitMs.get(unit);
	if (factor === undefined)
		return mistake(plain`${quoted(unit)} is not a unit (s, m, h, d, w or y), so the age is ignored`);
	const limitMs = Number(number) * factor;
	return {test: ({updatedAt}) => updatedAt !== undefined && compare(now - updatedAt, limitMs)};
}

/** Parses one word of a query, without its negation. Returns undefined for a word that is plain text. */
export function conditionOf(word: string, context: QueryContext): Condition | undefined {
	const lowerCase = word.toLowerCase();
	const [, what, sign = '', amount = ''] = /^(v|age)([<>]=?|=)(.*)$/s.exec(lowerCase) ?? [];
	const compare = comparisons.get(sign);
	if (what === 'v' && compare) return versionCondition(sign, amount, compare);
	if (what === 'age' && compare) return ageCondition(sign, amount, compare, context);

	const [, name, value = ''] = /^([\p{L}_-]+):(?!\/\/)(.*)$/su.exec(lowerCase) ?? [];
	if (name === undefined) return undefined;
	if (name === 'outcome') return outcomeCondition(value, context);
	if (name === 'is') return watchedCondition(value, context);
	if (name === 'env') {
		if (value === '') return unfinished(plain`env: needs an environment to search for`);
		return {deploymentTest: ({environmentId}) => environmentId?.lowerCase.includes(value) ?? false};
	}

	const known = fieldCondition(name, value);
	if (known) return known;
	const names = [...fields.keys(), 'env', 'outcome', 'is'].map(key => `${key}:`).join(' ');
	const text = plain`${quoted(name)}: is not a condition, so it is searched as text. Conditions: ${safe(names)} v> age<`;
	return {problem: {kind: 'mistake', text}, isText: true};
}
