import type {Clock} from '../../clock.ts';
import {safe} from '../../text.ts';
import type {Connection} from '../model/connection.ts';
import type {Place} from '../model/place.ts';
import type {ProfilesEvent} from '../reducers/profile/profiles.ts';
import {currentPlace, hasPlaceChanged} from '../state/current-place.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import {serviceOf} from './journal-sync.ts';

/** Where users were, by the key of the service. */
export type Places = {
	readonly read: (service: string) => Place | undefined;
	readonly keep: (service: string, place: Place) => void;
	/** Moves a place to another key, or deletes it if there is none. */
	readonly rename: (service: string, newService: string | undefined) => void;
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

	/** Follows the names of profiles. */
	function follow(
		{interface: {profiles: before}}: State,
		{interface: {profiles}}: State,
		renamed: ProfilesEvent['renamed'],
	) {
		const names = new Set(profiles.map(({name}) => name));
		for (const {name, host, baseUrl} of before) {
			if (names.has(name)) continue;
			const newName = name === renamed?.from ? renamed.to : undefined;
			const keyNamed = (known: string) => serviceOf({name: safe(known), host, baseUrl});
			places.rename(keyNamed(name), newName === undefined ? undefined : keyNamed(newName));
		}
	}

	const unsubscribe = store.subscribe((event, before, after) => {
		if (event.type === 'connected') {
			if (cancel) keep(before);
			restore(after);
		} else if (event.type === 'profiles-changed') {
			follow(before, after, event.renamed);
		} else if (event.type !== 'place-restored' && hasPlaceChanged(before, after)) {
			cancel ??= clock.after(keepAfterMs, () => keep(store.get()));
		}
	});
	return () => {
		unsubscribe();
		if (cancel) keep(store.get());
	};
}
