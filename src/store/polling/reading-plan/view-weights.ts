/** Where a row is: in the project that is selected or open, in a watched project, elsewhere on the screen, or off the screen. */
export type View = 'live' | 'watched' | 'visible' | 'rest';

/** The projects that people look at. */
export type Views = {
	/** Selected, or open. */
	readonly live: ReadonlySet<string>;
	readonly watched: ReadonlySet<string>;
	/** On the screen. */
	readonly visible: ReadonlySet<string>;
};

export const noViews: Views = {live: new Set(), watched: new Set(), visible: new Set()};

export function viewOf(projectId: string, {live, watched, visible}: Views): View {
	if (live.has(projectId)) return 'live';
	if (watched.has(projectId)) return 'watched';
	return visible.has(projectId) ? 'visible' : 'rest';
}

/** The weight of a second of staleness in each view, relative to a second before a deployment is discovered. */
export type ViewWeights = Readonly<Record<View, number>>;

/** The goal of each view: to be wrong for longer than `seconds` for at most `wrongShare` of the time. Its weight adapts to that between `min` and `max`, which leaves reads for discovery if there is too much to look at. */
const goals = {
	live: {seconds: 1.9, min: 8, max: 4000},
	watched: {seconds: 3.2, min: 3, max: 1000},
	visible: {seconds: 9.6, min: 0.5, max: 40},
};
const wrongShare = 0.05;

/** The weight of a row off the screen, relative to one on the screen. */
const rest = 0.3;

/** How fast weights adapt. One read raises the logarithm of a weight by at most `speed * maxStep`. */
const speed = 0.2;
const maxStep = 1;

export const initialWeights: ViewWeights = {live: 30, watched: 10, visible: 2, rest: 2 * rest};

/** Returns for how many of the `since` seconds since its last read a row is expected to have been wrong for longer than `limit` seconds, if its state lasts `stateDuration` seconds on average. */
export function wrongSeconds(since: number, stateDuration: number, limit: number): number {
	const over = since - limit;
	return over <= 0 ? 0 : over - stateDuration * (1 - Math.exp(-over / stateDuration));
}

/** Returns the weights after a row in a view was read again after `since` seconds. */
export function weightsAfter(
	weights: ViewWeights,
	{view, since, stateDuration}: {view: View; since: number; stateDuration: number},
): ViewWeights {
	if (view === 'rest') return weights;
	const {seconds, min, max} = goals[view];
	const excess = (wrongSeconds(since, stateDuration, seconds) - wrongShare * since) / seconds;
	const weight = Math.min(max, Math.max(min, weights[view] * Math.exp(speed * Math.min(maxStep, excess))));
	if (view === 'live') return {...weights, live: weight};
	return view === 'watched' ? {...weights, watched: weight} : {...weights, visible: weight, rest: weight * rest};
}
