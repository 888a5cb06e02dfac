/** When the next background read may be made. The budget is a rate: reads are spaced evenly. */
export type ReadPace = {
	/** When the next read may be made. */
	readonly nextAt: number;
	/** How many reads on request, and writes, are not paid back yet. */
	readonly debt: number;
};

export const initialPace: ReadPace = {nextAt: 0, debt: 0};

/** So much of the budget is given up for what was spent on request, until it is paid back: reading slows down, and never stops. */
const payback = 1 / 3;

/** Whatever was spent, not more than this is paid back. */
const maxDebt = 60;

/** After a background read. One that was made late is followed by a shorter pause, so that little of the budget is lost, but never by less than half. */
export function paceAfterRead({nextAt, debt}: ReadPace, now: number, perMinute: number): ReadPace {
	const everyMs = 60_000 / perMinute;
	const paid = Math.min(debt, payback / (1 - payback));
	return {nextAt: Math.max(nextAt, now - everyMs / 2) + everyMs * (1 + paid), debt: debt - paid};
}

/** After a read that the user waits for, or a write: it is made at once, and paid back little by little. */
export const paceAfterRequest = ({nextAt, debt}: ReadPace): ReadPace => ({
	nextAt,
	debt: Math.min(maxDebt, debt + 1),
});
