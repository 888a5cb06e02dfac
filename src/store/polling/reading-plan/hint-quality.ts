/*
Whether the project list hints at new deployments, as far as this service was seen to do so.

Between two reads of a page, a project's `updated_at` and `latest_upload_version` either moved or did not; the list of its deployments tells later whether one began in between. Nobody says what moves them, so nothing is assumed: both shares are counted, and older evidence fades.
*/

type Share = {readonly hits: number; readonly count: number};

export type HintQuality = {
	/** Of the deployments that began, how many moved the hint. */
	readonly recall: Share;
	/** Of the moves, how many came with a new deployment: where none was known to be in progress, and where one was, which may have moved it by ending. */
	readonly precision: {readonly idle: Share; readonly busy: Share};
};

/** A service that says nothing of itself is believed half the time, until about so many cases have shown better. */
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

/** That a deployment began between two reads of a page, and whether the hint moved between them. */
export const qualityAfterBegin = (quality: HintQuality, hasMoved: boolean): HintQuality => ({
	...quality,
	recall: withCase(quality.recall, hasMoved),
});

/** That the hint moved, and whether a deployment began. */
export function qualityAfterMove(
	quality: HintQuality,
	{wasBusy, hasBegun}: {wasBusy: boolean; hasBegun: boolean},
): HintQuality {
	const {idle, busy} = quality.precision;
	const precision = wasBusy ? {idle, busy: withCase(busy, hasBegun)} : {idle: withCase(idle, hasBegun), busy};
	return {...quality, precision};
}
