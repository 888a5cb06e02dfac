/*
The value of a read: by how much it is expected to reduce staleness, in seconds of staleness times seconds. It is the cost of a request at which reading now is as good as reading a little later (the Whittle index of a source that every read renews). So values of different sources can be compared, and the highest goes first.

Times are in seconds. Durations are assumed to be exponentially distributed: only their means are worth learning.
*/

/** Returns the value of rereading a row that was read `since` seconds ago and whose state lasts `stateDuration` seconds on average. */
export function rowValue(since: number, stateDuration: number): number {
	const x = since / stateDuration;
	// Below this, the difference of nearly equal numbers has no digits left.
	if (x < 1e-3) return (stateDuration * stateDuration * x ** 3) / 3;
	return stateDuration * stateDuration * ((x * x) / 2 - 1 + (1 + x) * Math.exp(-x));
}

/** Returns the value of looking for new deployments `since` seconds after the last read, if `rate` of them begin per second and each lasts `duration` seconds. It is bounded, because a deployment that begins and ends between two reads is stale only while it lasts. */
export function discoveryValue(since: number, rate: number, duration: number): number {
	const x = since / duration;
	if (x > 50) return 2 * rate * duration ** 3;
	return rate * duration ** 3 * (x < 1e-3 ? x ** 3 / 3 : 2 - (x * x + 2 * x + 2) * Math.exp(-x));
}

/** Returns an upper bound of `discoveryValue` that is cheaper to compute. */
export function maxDiscoveryValue(since: number, rate: number, duration: number): number {
	const x = since / duration;
	return rate * duration * duration * duration * Math.min(2, (x * x * x) / 3);
}

/** Returns the value of following a hint that a deployment began `age` seconds ago: the staleness that remains until it ends, if the hint is right and the deployment has not ended. The newest hint has the highest value, because older deployments are likely to be over. */
export const hintValue = (age: number, duration: number, precision: number): number =>
	precision * Math.exp(-age / duration) * duration * (age + duration);
