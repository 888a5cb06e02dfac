import type {Journal} from '../journal/journal.ts';
import type {OpenWindow} from '../journal/read-only.ts';
import type {State} from '../state/state.ts';
import type {SyncContext} from './store.ts';

/** How often a window says that it is open, and learns of the others. */
const beatMs = 5000;

/** Most of the budget goes where the user looks. A paused window needs none. */
export const weights = {paused: 0, background: 1, focused: 3};

/** Returns how many background reads per minute a window may make: its share of the smallest `--rpm` of all windows. */
function budgetOf({weight}: OpenWindow, windows: readonly OpenWindow[]): number {
	const smallest = Math.min(...windows.map(({perMinute}) => perMinute));
	if (weight === 0 || smallest === 0) return 0;
	const total = windows.reduce((sum, window) => sum + window.weight, 0);
	return Math.max(1, Math.floor((smallest * weight) / total));
}

/** Divides the budget among the windows and commands that read from a service: from the first `beat` on, each says in the journal every few seconds that it does. */
export function joinWindows({
	journal,
	clock,
	newId,
	service,
	weight,
	requestsPerMinute,
	onBudget,
}: Pick<SyncContext, 'clock' | 'newId'> & {
	readonly journal: Journal;
	/** What all windows on a service with the same key have in common: to the service they are one client. */
	readonly service: string;
	readonly weight: () => number;
	/** The `--rpm` of this window. */
	readonly requestsPerMinute: number;
	/** Receives this window's share with each heartbeat. */
	readonly onBudget: (perMinute: number) => void;
}) {
	const id = newId();
	let cancel = () => {};
	const beat = (): void => {
		cancel();
		cancel = clock.after(beatMs, beat);
		const window = {id, service, weight: weight(), perMinute: requestsPerMinute, at: clock.wall()};
		onBudget(budgetOf(window, journal.saveWindow(window)));
	};

	return {
		/** Says so at once. */
		beat,

		leave() {
			cancel();
			journal.deleteWindow(id);
		},
	};
}

/** Sets how many background reads per minute this window or command may make. It is here because commands load this file, and should not load what a read does to the state. */
export function withBudget(state: State, perMinute: number): State {
	const {polling} = state;
	if (polling.throttle.perMinute === perMinute) return state;
	return {...state, polling: {...polling, throttle: {...polling.throttle, perMinute}}};
}

function weightOf({polling, presence}: State): number {
	if (polling.pausedAt !== undefined) return weights.paused;
	return presence.isFocused ? weights.focused : weights.background;
}

/** Gives the connected service its share of the budget, and calls `onBeat` with each heartbeat and when the user returns to this window. Returns a function that takes this window out. */
export function startWindows(context: SyncContext, requestsPerMinute: number, onBeat: () => void): () => void {
	const {store, connections, journalOf} = context;
	/** Undefined while this window is not in the journal. */
	let joined: ReturnType<typeof joinWindows> | undefined;

	const setBudget = (perMinute: number) => store.change(state => withBudget(state, perMinute));

	function leave() {
		joined?.leave();
		joined = undefined;
	}

	function enter({connection}: State) {
		const service = connection && connections.fingerprintOf(connection.id);
		if (service === undefined || joined) return;
		joined = joinWindows({
			...context,
			requestsPerMinute,
			journal: journalOf(connection),
			service,
			weight: () => weightOf(store.get()),
			onBudget(perMinute) {
				setBudget(perMinute);
				onBeat();
			},
		});
		joined.beat();
	}

	const unsubscribe = store.subscribe((before, after, fact) => {
		if (before.connection?.id !== after.connection?.id) {
			leave();
			setBudget(requestsPerMinute);
		}

		// The journal is open now, and the first background read is still to come.
		if (fact?.type === 'journal-recalled') enter(after);
		else if (weightOf(before) !== weightOf(after)) joined?.beat();
	});
	return () => {
		unsubscribe();
		leave();
	};
}
