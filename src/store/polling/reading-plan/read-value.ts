/*
What a read is worth: by how much it is expected to reduce staleness, in seconds of staleness times seconds. Every value is the one at which reading now costs as much as reading a little later, if a request costs that value (the Whittle index of a source that is read anew each time). So values of different sources can be compared, and the highest goes first.

Times are in seconds. Durations are taken as exponential: only their means are worth learning.
*/

/** What it is worth to read a row again that was read `since` seconds ago and whose state lasts `stateLasts` seconds on average. */
export function rowValue(since: number, stateLasts: number): number {
	const x = since / stateLasts;
	// Below this, the difference of nearly equal numbers has no digits left.
	if (x < 1e-3) return (stateLasts * stateLasts * x ** 3) / 3;
	return stateLasts * stateLasts * ((x * x) / 2 - 1 + (1 + x) * Math.exp(-x));
}

/** What it is worth to look for new deployments where `rate` begin a second and each lasts `lasts` seconds, `since` seconds after the last look. Bounded, because what begins and ends between two looks is not stale for longer than it lasts. */
export function discoveryValue(since: number, rate: number, lasts: number): number {
	const x = since / lasts;
	if (x > 50) return 2 * rate * lasts ** 3;
	return rate * lasts ** 3 * (x < 1e-3 ? x ** 3 / 3 : 2 - (x * x + 2 * x + 2) * Math.exp(-x));
}

/** At most what `discoveryValue` gives, by less work. */
export function maxDiscoveryValue(since: number, rate: number, lasts: number): number {
	const x = since / lasts;
	return rate * lasts * lasts * lasts * Math.min(2, (x * x * x) / 3);
}

/** What it is worth to follow a hint that a deployment began `age` seconds ago: the staleness that is left until it ends, if it is true and has not ended. Highest for the newest hint, because the oldest are likely to be over. */
export const hintValue = (age: number, lasts: number, precision: number): number =>
	precision * Math.exp(-age / lasts) * lasts * (age + lasts);
