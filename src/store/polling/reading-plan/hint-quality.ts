/*
How well the project list of this service hints at new deployments, as observed so far.

Between two reads of a page, a project's `updated_at` and `latest_upload_version` either moved or did not; the list of its deployments shows later whether one began in between. The interface does not say what moves them, so nothing is assumed: recall and precision are both counted, and older evidence fades.
*/

type Share = {readonly hits: number; readonly count: number};

export type HintQuality = {
	/** The share of new deployments that moved the hint. */
	readonly recall: Share;
	/** The share of moves that came with a new deployment: `idle` where none was known to be in progress, `busy` where one was, which may have moved the hint by ending. */
	readonly precision: {readonly idle: Share; readonly busy: Share};
};

/** The share before anything is known: half, with the weight of two cases. */
const prior: Share = {hits: 1, count: 2};

/** A case counts for half after this many more cases. */
const halfLife = 200;
const kept = 0.5 ** (1 / halfLife);

export const initialHintQuality: HintQuality = {recall: prior, precision: {idle: prior, busy: prior}};

const withCase = ({hits, count}: Share, isHit: boolean): Share => ({
	hits: hits * kept + (isHit ? 1 : 0),
	count: count * kept + 1,
});

export const shareOf = ({hits, count}: Share): number => hits / count;

/** Returns the quality after a deployment that began between two reads of a page. `hasMoved` is whether the hint moved, too. */
export const qualityAfterBegin = (quality: HintQuality, hasMoved: boolean): HintQuality => ({
	...quality,
	recall: withCase(quality.recall, hasMoved),
});

/** Returns the quality after a move of the hint. `hasBegun` is whether a deployment began, too. */
export function qualityAfterMove(
	quality: HintQuality,
	{wasBusy, hasBegun}: {wasBusy: boolean; hasBegun: boolean},
): HintQuality {
	const {idle, busy} = quality.precision;
	const precision = wasBusy ? {idle, busy: withCase(busy, hasBegun)} : {idle: withCase(idle, hasBegun), busy};
	return {...quality, precision};
}
