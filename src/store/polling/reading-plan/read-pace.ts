/** When the next background read may be made. The budget is a rate: reads are spaced evenly. */
export type ReadPace = {
	/** When the next read may be made. */
	readonly nextAt: number;
	/** How many reads on request and writes have not been paid back yet. */
	readonly debt: number;
};

export const initialPace: ReadPace = {nextAt: 0, debt: 0};

/** The share of the budget that goes to paying back what was spent on request: background reads slow down but never stop. */
const payback = 1 / 3;

/** The most that is paid back, however much was spent. */
const maxDebt = 60;

/** Returns the pace after a background read. A late read is followed by a shorter pause, at least half as long, so that little of the budget is lost. */
export function paceAfterRead({nextAt, debt}: ReadPace, now: number, perMinute: number): ReadPace {
	const everyMs = 60_000 / perMinute;
	const paid = Math.min(debt, payback / (1 - payback));
	return {nextAt: Math.max(nextAt, now - everyMs / 2) + everyMs * (1 + paid), debt: debt - paid};
}

/** Returns the pace after a read that the user waits for, or a write: these are made at once and paid back gradually. */
export const paceAfterRequest = ({nextAt, debt}: ReadPace): ReadPace => ({
	nextAt,
	debt: Math.min(maxDebt, debt + 1),
});
