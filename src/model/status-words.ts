import {type Deployment, isConcluded} from '../api/types.ts';
import {caseless, isVisible, plain, type SafeText, type ServiceText} from '../base/text.ts';

export type Outcome = 'waiting' | 'running' | 'good' | 'bad' | 'stopped' | 'unknown';

export const outcomeNames: Readonly<Record<Outcome, SafeText>> = {
	waiting: plain`waiting`,
	running: plain`in progress`,
	good: plain`succeeded`,
	bad: plain`failed`,
	stopped: plain`stopped`,
	unknown: plain`unknown`,
};

export type WordMeanings = ReadonlyMap<string, Outcome>;

export const noWordMeanings: WordMeanings = new Map();

export const outcomes = Object.keys(outcomeNames) as readonly Outcome[];

/** Also understands the names that earlier versions saved. */
export const wordMeaningsFrom = (saved: ReadonlyMap<string, unknown>): WordMeanings =>
	new Map(
		[...saved].flatMap(([word, meaning]) => {
			const outcome = outcomes.find(known => outcomeNames[known] === meaning || known === meaning);
			return outcome ? [[meaningKey(word), outcome] as const] : [];
		}),
	);

export const toSavedMeanings = (wordMeanings: WordMeanings): ReadonlyMap<string, SafeText> =>
	new Map([...wordMeanings].map(([word, outcome]) => [word, outcomeNames[outcome]]));

/** The interface documents no status words. Unlisted words are neutral. */
const commonDeploymentWords = {
	waiting: 'queued queueing enqueued pending waiting scheduled created new requested accepted held paused',
	running:
		'building uploading deploying running progress progressing inprogress verifying releasing processing preparing ' +
		'initializing initialising starting started publishing promoting provisioning installing packaging validating ' +
		'testing checking retrying syncing activating finalizing finalising cancelling canceling stopping',
	good: 'success successful successfully succeeded ok passed ready live published deployed released healthy',
	bad:
		'failure failed failing fail error errors errored crashed crash timeout timedout timed rejected denied declined ' +
		'invalid unhealthy broken fatal',
	stopped:
		'cancelled canceled skipped superseded aborted stopped replaced obsolete withdrawn terminated interrupted ' +
		'dismissed inactive',
} satisfies Partial<Record<Outcome, string>>;

/** Words separated by spaces. Some mean something else for a project: a `paused` project is stopped, not waiting. */
export const commonWords: Readonly<Record<'deployment' | 'project', Partial<Readonly<Record<Outcome, string>>>>> = {
	deployment: commonDeploymentWords,
	project: {
		...commonDeploymentWords,
		waiting: 'queued pending waiting scheduled new created requested',
		good: `${commonDeploymentWords.good} active enabled open online`,
		bad: `${commonDeploymentWords.bad} blocked locked`,
		stopped: `${commonDeploymentWords.stopped} archived paused disabled suspended deleted closed offline frozen held`,
	},
};

const negations = new Set(['not', 'no', 'non', 'never', 'without']);

const qualifiers = new Set(['partial', 'partially', 'maybe', 'almost']);

const indexOf = (words: Partial<Readonly<Record<Outcome, string>>>): ReadonlyMap<string, Outcome> =>
	new Map(
		Object.entries(words).flatMap(([outcome, list]) =>
			list.split(' ').map(word => [word, outcome as Outcome] as const),
		),
	);

const deploymentWords = indexOf(commonWords.deployment);
const projectWords = indexOf(commonWords.project);

/** Words of different outcomes cancel each other out, but a failure also counts next to waiting or running. */
function outcomeIn(text: string, known: ReadonlyMap<string, Outcome>): Outcome {
	const searched = caseless(text);
	const single = known.get(searched);
	// Most texts are one common word.
	if (single) return single;
	const all = searched.split(/\P{L}+/u);
	// In JSON, a word may be the name of a field: {"success":false}.
	if (/^[{[]/.test(searched) || all.some(word => qualifiers.has(word))) return 'unknown';
	const negation = all.findIndex(word => negations.has(word));
	const words = negation === -1 ? all : all.slice(0, negation);
	const met = new Set(words.map(word => known.get(word)).filter(outcome => outcome !== undefined));
	const [first] = met;
	if (met.size === 1 && first) return first;
	return met.has('bad') && !met.has('good') && !met.has('stopped') ? 'bad' : 'unknown';
}

export const wordOutcome = (word: string, wordMeanings: WordMeanings): Outcome =>
	wordMeanings.get(meaningKey(word)) ?? outcomeIn(word, deploymentWords);

/** A concluded deployment is never `waiting` or `running`. A deployment in progress is always one of them, unless the user has given its word another meaning. */
export function outcomeOf(
	deployment: Pick<Deployment, 'status' | 'conclusion' | 'concludedAt' | 'concludedText'>,
	wordMeanings: WordMeanings,
): Outcome {
	const word = outcomeWord(deployment);
	const outcome = word ? wordOutcome(word, wordMeanings) : 'unknown';
	if (!isConcluded(deployment)) {
		const own = word && wordMeanings.get(meaningKey(word));
		if (own && own !== 'unknown') return own;
		return outcome === 'waiting' ? outcome : 'running';
	}

	return outcome === 'waiting' || outcome === 'running' ? 'unknown' : outcome;
}

export const outcomeWord = ({conclusion, status}: Pick<Deployment, 'status' | 'conclusion'>): SafeText | undefined =>
	conclusion?.shown ?? status?.shown;

export const meaningKey = (word: string): string => caseless(word.trim());

/** Undefined for an invisible word, because a question about it would show nothing. */
export function unknownWord(deployment: Deployment, wordMeanings: WordMeanings): SafeText | undefined {
	const word = outcomeWord(deployment);
	if (word === undefined || !isVisible(word)) return undefined;
	return wordMeanings.has(meaningKey(word)) || wordOutcome(word, wordMeanings) !== 'unknown' ? undefined : word;
}

export type CountedWord = {readonly word: SafeText; readonly count: number};

export function wordsToClassify(
	first: readonly SafeText[],
	deployments: readonly Deployment[],
	wordMeanings: WordMeanings,
): readonly CountedWord[] {
	const words = new Map(first.map(word => [meaningKey(word), {word, count: 0}]));
	const firstCount = words.size;
	for (const deployment of deployments) {
		const word = outcomeWord(deployment);
		const key = word && meaningKey(word);
		const known = key === undefined ? undefined : words.get(key);
		if (known) known.count += 1;
		else if (word && key !== undefined && unknownWord(deployment, wordMeanings)) words.set(key, {word, count: 1});
	}

	const all = [...words.values()];
	return [...all.slice(0, firstCount), ...all.slice(firstCount).toSorted((a, b) => b.count - a.count)];
}

export const projectOutcome = (status: ServiceText | undefined): Outcome =>
	status ? outcomeIn(status.shown, projectWords) : 'unknown';
