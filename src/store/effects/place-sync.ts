import type {Clock} from '../../clock.ts';
import {type Connection, serviceOf} from '../model/connection.ts';
import type {Place} from '../model/place.ts';
import {currentPlace, hasPlaceChanged} from '../reducers/profile/place.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';

/** Where users were, by the key of the service. */
export type Places = {
	readonly read: (service: string) => Place | undefined;
	readonly keep: (service: string, place: Place) => void;
};

type PlaceSyncOptions = {
	readonly places: Places;
	readonly store: Store;
	readonly clock: Clock;
	/** Opens the activity, which is not in the state until then. */
	readonly openActivity: () => void;
};

/** How long a change may wait to be kept. */
const keepAfterMs = 3000;

/** Returns the key under which a place is kept. Undefined for the demo, and for a service that was opened without a profile. */
const keyOf = (connection: Connection | undefined): string | undefined =>
	connection?.profile === undefined || connection.isDemo ? undefined : serviceOf(connection);

/** Brings the user back to where they were with a profile, and keeps where they are. Returns a function that keeps it a last time and stops. */
export function startPlaceSync({places, store, clock, openActivity}: PlaceSyncOptions): () => void {
	let cancel: (() => void) | undefined;

	function keep(state: State) {
		cancel?.();
		cancel = undefined;
		const key = keyOf(state.connection);
		const place = key === undefined ? undefined : currentPlace(state);
		if (key !== undefined && place) places.keep(key, place);
	}

	function restore({connection}: State) {
		const key = keyOf(connection);
		const place = key === undefined ? undefined : places.read(key);
		if (!place) return;
		store.dispatch({type: 'place-restored', place, at: clock.now()});
		if (place.screen === 'activity' && place.open.length === 0) openActivity();
	}

	const unsubscribe = store.subscribe((before, after, fact) => {
		if (fact?.type === 'connected') {
			if (cancel) keep(before);
			restore(after);
		} else if (fact?.type !== 'place-restored' && hasPlaceChanged(before, after)) {
			cancel ??= clock.after(keepAfterMs, () => keep(store.get()));
		}
	});
	return () => {
		unsubscribe();
		if (cancel) keep(store.get());
	};
}
