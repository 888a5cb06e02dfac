import {type ApiError, errorSentence} from '../api/errors.ts';
import {type Deployment, isConcluded} from '../api/types.ts';
import {isVisible, plain, type SafeText} from '../base/text.ts';
import {exitCodes} from '../cli/exit-codes.ts';
import {meaningKey, type Outcome, outcomeNames, outcomeOf, type WordMeanings} from '../model/status-words.ts';
import {type CommandError, exitCodeFor} from './errors.ts';

/** How waiting for a deployment ended. */
export type Verdict = {
	readonly exitCode: CommandError['exitCode'];
	/** In landfall's words. */
	readonly name: SafeText;
	/** Completes a sentence about the deployment. */
	readonly reason: SafeText;
};

/** Words in lower case that take precedence over every other classification. */
export type DecidingWords = {readonly okWords: readonly string[]; readonly badWords: readonly string[]};

const verdict = (outcome: Outcome, exitCode: Verdict['exitCode'], reason: SafeText): Verdict => ({
	exitCode,
	name: outcomeNames[outcome],
	reason,
});

const unknown = (exitCode: Verdict['exitCode'], reason: SafeText): Verdict => verdict('unknown', exitCode, reason);

/**
Returns the verdict on a deployment. Undefined until the service says when or how it concluded: a status word alone does not prove that.

What counts is its conclusion, or its status if there is none. The words of `--ok` and `--bad` come first, then the user's classification, then the words that landfall knows.
*/
export function verdictOn(
	deployment: Deployment,
	{okWords, badWords}: DecidingWords,
	wordMeanings: WordMeanings,
): Verdict | undefined {
	if (!isConcluded(deployment)) return undefined;
	const text = deployment.conclusion ?? deployment.status;
	const shown = text?.shown;
	if (text === undefined || shown === undefined || !isVisible(shown)) {
		return unknown(exitCodes.unknownConclusion, plain`concluded, and the service does not say how`);
	}

	const source = deployment.conclusion ? plain`conclusion ${shown}` : plain`no conclusion, and status ${shown}`;
	const word = text.exact.trim().toLowerCase();
	if (okWords.includes(word)) return verdict('good', exitCodes.done, plain`${source}, a success by --ok`);
	if (badWords.includes(word)) return verdict('bad', exitCodes.notGood, plain`${source}, a failure by --bad`);
	const by = wordMeanings.has(meaningKey(shown)) ? plain`${source}, as you classified it` : source;
	const outcome = outcomeOf(deployment, wordMeanings);
	switch (outcome) {
		case 'good':
			return verdict(outcome, exitCodes.done, by);
		case 'bad':
		case 'stopped':
			return verdict(outcome, exitCodes.notGood, by);
		default:
			return unknown(
				exitCodes.unknownConclusion,
				plain`${source}, which nobody has classified: use --ok or --bad, or m on the screen`,
			);
	}
}

export const gone: Verdict = {
	exitCode: exitCodes.notFound,
	name: plain`gone`,
	reason: plain`the service no longer knows it`,
};

export const noSuchDeployment = unknown(exitCodes.notFound, plain`the project has no such deployment`);

export const withoutDeployments = unknown(exitCodes.notFound, plain`the project has no deployments`);

export const noNewest = unknown(
	exitCodes.unusable,
	plain`the service has more deployments than it lists, and not the newest first: name a deployment`,
);

export const unreadable = (count: number): Verdict =>
	unknown(
		exitCodes.unusable,
		plain`deployments that could not be read: ${count}, and what you wait for may be among them: name a deployment`,
	);

/** `count` is how many deployments were listed if there are more. Undefined if these are all. */
export const nothingInProgress = (count: number | undefined): Verdict => ({
	exitCode: exitCodes.done,
	name: plain`nothing in progress`,
	reason:
		count === undefined
			? plain`no deployment is in progress`
			: plain`none of the newest ${count} deployments is in progress, and older ones are not listed`,
});

export const notAllowed = unknown(
	exitCodes.usage,
	plain`nothing was read for too long: another landfall window on this service was started with --rpm 0`,
);

export const neverRead = unknown(exitCodes.stillRunning, plain`not read before --timeout`);

/** Returns the verdict on what could not be read for too long. A forbidden read gets the exit code of a rejected key, because 1 means that a deployment failed. */
export function verdictUnread(error: ApiError): Verdict {
	const isRefused = error.kind === 'rejected' || error.kind === 'refused';
	const refused = isRefused ? exitCodes.unusable : exitCodeFor(error);
	return unknown(error.kind === 'forbidden' ? exitCodes.keyRefused : refused, errorSentence(error));
}

/** The exit codes by precedence among several deployments, highest first: a failure is certain, whatever is unknown about the others. */
const deciding: readonly number[] = [
	exitCodes.notGood,
	exitCodes.notFound,
	exitCodes.keyRefused,
	exitCodes.unusable,
	exitCodes.busy,
	exitCodes.unreachable,
	exitCodes.usage,
	exitCodes.unknownConclusion,
	exitCodes.stillRunning,
	exitCodes.done,
];

/** Compares exit codes for sorting: the one that counts most comes last. */
export const worstLast = (a: number, b: number): number => deciding.indexOf(b) - deciding.indexOf(a);
