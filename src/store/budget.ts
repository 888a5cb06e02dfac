/** How many reads nobody waits for may be started in a minute. */
export type Budget = {
	/** Takes one, if there is one left. */
	readonly take: (now: number) => boolean;
	/** When the next one is there. */
	readonly nextAt: (now: number) => number;
};

const minuteMs = 60_000;

export function createBudget(perMinute: number): Budget {
	let taken: readonly number[] = [];
	const recent = (now: number) => taken.filter(at => at > now - minuteMs && at <= now);
	return {
		take(now) {
			taken = recent(now);
			if (taken.length >= perMinute) return false;
			taken = [...taken, now];
			return true;
		},

		nextAt(now) {
			const [oldest] = recent(now);
			return taken.length < perMinute || oldest === undefined ? now : oldest + minuteMs;
		},
	};
}
