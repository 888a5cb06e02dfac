import {type Deployment, isConcluded} from './api/types.ts';
import {isVisible, type SafeText, type Said} from './text.ts';

/** How something is going, as far as its words say. `unknown` is a word that landfall has not met, or none at all. */
export type Outcome = 'waiting' | 'running' | 'good' | 'bad' | 'stopped' | 'unknown';

/** What words of the service mean, as the person said: by the whole word in small letters. */
export type Pins = ReadonlyMap<string, Outcome>;

export const noPins: Pins = new Map();

/** The interface lists no words. These are the usual ones; any other stays neutral. */
const wordsOf = {
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

/** A project's own status is about the project: `paused` is where it rests, not something it waits for. */
const projectWordsOf = {
	...wordsOf,
	waiting: 'queued pending waiting scheduled new created requested',
	good: `${wordsOf.good} active enabled open online`,
	bad: `${wordsOf.bad} blocked locked`,
	stopped: `${wordsOf.stopped} archived paused disabled suspended deleted closed offline frozen held`,
};

/** What follows one of these is denied: `not ready` is not ready. */
const denials = new Set(['not', 'no', 'non', 'never', 'without']);

/** One of these anywhere leaves only half of what the other words say. */
const doubts = new Set(['partial', 'partially', 'maybe', 'almost']);

const indexOf = (words: Partial<Readonly<Record<Outcome, string>>>): ReadonlyMap<string, Outcome> =>
	new Map(
		Object.entries(words).flatMap(([outcome, list]) =>
			list.split(' ').map(word => [word, outcome as Outcome] as const),
		),
	);

const deploymentWords = indexOf(wordsOf);
const projectWords = indexOf(projectWordsOf);

/** Two words of different kinds say nothing together, except that a failure is one even where something goes on. */
function outcomeIn(text: string, known: ReadonlyMap<string, Outcome>): Outcome {
	const said = text.toLowerCase().split(/\P{L}+/u);
	if (said.some(word => doubts.has(word))) return 'unknown';
	const denial = said.findIndex(word => denials.has(word));
	const words = denial === -1 ? said : said.slice(0, denial);
	const met = new Set(words.map(word => known.get(word)).filter(outcome => outcome !== undefined));
	const [first] = met;
	if (met.size === 1 && first) return first;
	return met.has('bad') && !met.has('good') && !met.has('stopped') ? 'bad' : 'unknown';
}

/**
How a deployment is going, by its conclusion, else by its status.

It does not say whether the deployment is over: `isConcluded` does. One that is over is never `waiting` or `running`, whatever its words say.
*/
export function outcomeOf(deployment: Pick<Deployment, 'status' | 'conclusion' | 'concludedAt'>, pins: Pins): Outcome {
	const word = outcomeWord(deployment);
	const outcome = word ? (pins.get(pinOf(word)) ?? outcomeIn(word, deploymentWords)) : 'unknown';
	const isGoingOn = outcome === 'waiting' || outcome === 'running';
	return isGoingOn && isConcluded(deployment) ? 'unknown' : outcome;
}

/** The service's own word for it: the conclusion, else the status, as it was sent. */
export const outcomeWord = ({conclusion, status}: Pick<Deployment, 'status' | 'conclusion'>): SafeText | undefined =>
	conclusion?.shown ?? status?.shown;

/** What a word goes by where its meaning is looked up. */
export const pinOf = (word: string): string => word.trim().toLowerCase();

/** The word of a deployment that nobody has said the meaning of. One that shows nothing cannot be asked about. */
export function unknownWord(deployment: Deployment, pins: Pins): SafeText | undefined {
	const word = outcomeWord(deployment);
	if (word === undefined || !isVisible(word)) return undefined;
	return pins.has(pinOf(word)) || outcomeIn(word, deploymentWords) !== 'unknown' ? undefined : word;
}

/** How a project is, by its own status. */
export const projectOutcome = (status: Said | undefined): Outcome =>
	status ? outcomeIn(status.shown, projectWords) : 'unknown';
