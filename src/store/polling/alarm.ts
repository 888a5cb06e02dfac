import type {Clock, LocalTime} from '../../clock.ts';

export type Alarm = {
	/** Rings at this time instead of any other, by the local clock. Infinity for never. */
	readonly set: (at: LocalTime) => void;
};

/** Returns an alarm that rings once each time it is set. Setting it to the same time again costs nothing. */
export function createAlarm(clock: Clock, ring: () => void): Alarm {
	let cancel: (() => void) | undefined;
	let setAt = Number.POSITIVE_INFINITY;
	return {
		set(at) {
			const now = clock.now();
			if (at === setAt && at > now) return;
			cancel?.();
			setAt = at;
			if (at === Number.POSITIVE_INFINITY) return;
			cancel = clock.after(at - now, () => {
				setAt = Number.POSITIVE_INFINITY;
				ring();
			});
		},
	};
}
