/** What people look at: rows of the project that is selected or open, of watched projects, on the screen, and the rest. */
export type View = 'live' | 'watched' | 'visible' | 'rest';

/** What people look at, by project. */
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

/** How much more a second of staleness counts in a view than that a deployment is not discovered yet. */
export type ViewWeights = Readonly<Record<View, number>>;

/** A view may be wrong for longer than `seconds` for one part in twenty of the time. Its weight is what that takes, within bounds: so much it counts at least, and at most, so that discovery goes on where there is too much to look at. */
const goals = {
	live: {seconds: 1.9, min: 8, max: 4000},
	watched: {seconds: 3.2, min: 3, max: 1000},
	visible: {seconds: 9.6, min: 0.5, max: 40},
};
const wrongShare = 0.05;

/** Rows that are not on the screen count for so much of one that is. */
const rest = 0.3;

/** How fast weights follow: by at most half of this for one read. */
const speed = 0.2;
const maxStep = 1;

export const initialWeights: ViewWeights = {live: 30, watched: 10, visible: 2, rest: 2 * rest};

/** For how many of `since` seconds a row is expected to be wrong for longer than `limit`, if its state lasts `stateLasts` seconds on average. */
export function wrongSeconds(since: number, stateLasts: number, limit: number): number {
	const over = since - limit;
	return over <= 0 ? 0 : over - stateLasts * (1 - Math.exp(-over / stateLasts));
}

/** The weights after a row in a view is read again `since` seconds later. */
export function weightsAfter(
	weights: ViewWeights,
	{view, since, stateLasts}: {view: View; since: number; stateLasts: number},
): ViewWeights {
	if (view === 'rest') return weights;
	const {seconds, min, max} = goals[view];
	const excess = (wrongSeconds(since, stateLasts, seconds) - wrongShare * since) / seconds;
	const weight = Math.min(max, Math.max(min, weights[view] * Math.exp(speed * Math.min(maxStep, excess))));
	if (view === 'live') return {...weights, live: weight};
	return view === 'watched' ? {...weights, watched: weight} : {...weights, visible: weight, rest: weight * rest};
}
