import type {Clock} from '../../clock.ts';
import type {OpenWindow} from '../../journal/names.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import type {Clients} from './clients.ts';
import type {JournalOf} from './journal-sync.ts';

type WindowsOptions = {
	readonly store: Store;
	readonly connections: Clients;
	readonly clock: Clock;
	readonly journalOf: JournalOf;
	/** Returns a unique id. */
	readonly newId: () => string;
	/** The `--rpm` of this window. */
	readonly requestsPerMinute: number;
	/** Called with each heartbeat, and when the user returns to this window. */
	readonly onBeat: () => void;
};

/** How often a window says that it is open, and learns of the others. */
const beatMs = 5000;

/** Most of the budget goes where the user looks. A paused window needs none. */
const weights = {paused: 0, away: 1, focused: 3};

const weightOf = ({polling, presence}: State): number => {
	if (polling.isPaused) return weights.paused;
	return presence.isFocused ? weights.focused : weights.away;
};

/** Returns how many background reads per minute a window may make: its share of the smallest `--rpm` of all windows. */
function budgetOf({weight}: OpenWindow, windows: readonly OpenWindow[]): number {
	const smallest = Math.min(...windows.map(({perMinute}) => perMinute));
	if (weight === 0 || smallest === 0) return 0;
	const total = windows.reduce((sum, window) => sum + window.weight, 0);
	return Math.max(1, Math.floor((smallest * weight) / total));
}

/** Divides the budget among the windows on one service with the same key, which to the service are one client: each says in the journal that it is open. Returns a function that takes this one out. */
export function startWindows(options: WindowsOptions): () => void {
	const {store, connections, clock, journalOf, newId, requestsPerMinute, onBeat} = options;
	/** Takes this window out of the journal. Undefined while it is not there. */
	let leave: (() => void) | undefined;
	let beat = () => {};

	function setBudget(perMinute: number) {
		if (perMinute !== store.get().polling.throttle.perMinute) store.dispatch({type: 'budget-changed', perMinute});
	}

	function enter({connection}: State) {
		const service = connection && connections.fingerprintOf(connection.id);
		if (service === undefined || leave) return;
		const journal = journalOf(connection);
		const id = newId();
		let cancel = () => {};
		beat = () => {
			cancel();
			cancel = clock.after(beatMs, beat);
			const window = {id, service, weight: weightOf(store.get()), perMinute: requestsPerMinute, at: clock.wall()};
			setBudget(budgetOf(window, journal.saveWindow(window)));
			onBeat();
		};
		leave = () => {
			cancel();
			journal.deleteWindow(id);
			leave = undefined;
		};
		beat();
	}

	const unsubscribe = store.subscribe((event, before, after) => {
		if (before.connection?.id !== after.connection?.id) {
			leave?.();
			setBudget(requestsPerMinute);
		}

		// The journal is open now, and the first background read is still to come.
		if (event.type === 'journal-recalled') enter(after);
		else if (leave && weightOf(before) !== weightOf(after)) beat();
	});
	return () => {
		unsubscribe();
		leave?.();
	};
}
