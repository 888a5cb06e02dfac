/*
People deploy, look, and deploy again: whether a project deploys now depends on how long ago it last did. How strongly is learned over all projects: for each interval since the last deployment, how many deployments began, compared with how many would have begun if it made no difference.
*/

/** How many deployments began in an interval, and how many would have been expected. */
type Count = {readonly begun: number; readonly expected: number};

/** By interval: the first minute, the second, the third and fourth, and so on, each as long as all before it. */
export type FollowUps = readonly Count[];

const intervals = 14;

/** The weight of the assumption that the interval makes no difference, in deployments. */
const prior = 3;

/** Older evidence fades once this many deployments have begun in an interval. */
const maxBegun = 2000;

const minuteMs = 60_000;

export const initialFollowUps: FollowUps = Array.from({length: intervals}, () => ({begun: prior, expected: prior}));

const intervalOf = (ageMs: number): number =>
	ageMs < minuteMs ? 0 : Math.min(intervals - 1, 1 + Math.floor(Math.log2(ageMs / minuteMs)));

const startOf = (interval: number): number => (interval === 0 ? 0 : minuteMs * 2 ** (interval - 1));

/** Returns what is known after a read of a project's deployments. `begunAt` holds when each began, oldest first; the first only marks the start of the count. `rate` is how many begin per second on average. */
export function withFollowUps(
	known: FollowUps,
	{begunAt, until, rate}: {begunAt: readonly number[]; until: number; rate: number},
): FollowUps {
	if (begunAt.length === 0) return known;
	const begun = new Float64Array(intervals);
	const expected = new Float64Array(intervals);
	for (const [index, at] of begunAt.entries()) {
		const isLast = index === begunAt.length - 1;
		const ageMs = Math.max(0, (begunAt[index + 1] ?? until) - at);
		const last = intervalOf(ageMs);
		for (let interval = 0; interval <= last; interval++) {
			const end = interval === last ? ageMs : startOf(interval + 1);
			expected[interval] = (expected[interval] ?? 0) + (rate * (end - startOf(interval))) / 1000;
		}

		if (!isLast) begun[last] = (begun[last] ?? 0) + 1;
	}

	return known.map((count, interval) => {
		const kept = count.begun > maxBegun ? 0.5 : 1;
		return {
			begun: count.begun * kept + (begun[interval] ?? 0),
			expected: count.expected * kept + (expected[interval] ?? 0),
		};
	});
}

/** Returns how many times more likely than average a project is to deploy soon, by the time since its last deployment began. */
export function followUpFactor(known: FollowUps, ageMs: number): number {
	// The next one seldom begins before the last one has ended, so the first minute says nothing about what comes soon.
	const interval = Math.max(1, intervalOf(ageMs));
	const counts = [known[interval], known[interval + 1]];
	const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + (count ? of(count) : 0), 0);
	return sum(({begun}) => begun) / sum(({expected}) => expected);
}
