import {type Connection, connectionKey} from '../model/connection.ts';
import {type SavedPlace, serializePlace} from '../model/saved-place.ts';
import {currentPlace} from '../state/place.ts';
import type {State} from '../state/state.ts';
import type {SyncContext} from './store.ts';

export type Places = {
	readonly read: (service: string) => SavedPlace | undefined;
	readonly keep: (service: string, place: SavedPlace) => void;
};

const keepAfterMs = 3000;

/** Undefined for a service opened without a profile. */
const placeKey = (connection: Connection | undefined): string | undefined =>
	connection?.profile === undefined ? connection?.demoPlace : connectionKey(connection);

export function startPlaceSync({store, clock}: Pick<SyncContext, 'store' | 'clock'>, places: Places) {
	let cancel: (() => void) | undefined;
	let kept = '';

	function keep(state: State) {
		cancel?.();
		cancel = undefined;
		const key = placeKey(state.connection);
		const place = currentPlace(state);
		if (key === undefined || !place) return;
		const text = `${key} ${serializePlace(place)}`;
		if (text !== kept) places.keep(key, place);
		kept = text;
	}

	function flush() {
		if (cancel) keep(store.get());
	}

	const unsubscribe = store.subscribe((before, after) => {
		const parts = ['interface', 'projects', 'preferences'] as const;
		if (parts.some(part => before[part] !== after[part])) cancel ??= clock.after(keepAfterMs, () => keep(store.get()));
	});
	return {
		placeOf(connection: Connection): SavedPlace | undefined {
			flush();
			const key = placeKey(connection);
			return key === undefined ? undefined : places.read(key);
		},

		stop() {
			unsubscribe();
			flush();
		},
	};
}
