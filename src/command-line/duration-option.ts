/** The units of a duration, largest first. */
const units: ReadonlyMap<string, number> = new Map([
	['d', 86_400_000],
	['h', 3_600_000],
	['m', 60_000],
	['s', 1000],
	['ms', 1],
]);

/** Parses the value of an option such as `90s` or `10m`. Returns milliseconds, undefined for no value. */
export function durationMs(text: string | undefined): number | undefined {
	const [, value, unit = ''] = /^(\d+)([a-z]*)$/.exec(text ?? '') ?? [];
	return value === undefined ? undefined : Number(value) * (units.get(unit) ?? 0);
}

/** The largest number that an option takes. */
const maxValue = 99_999;

/** Writes a duration as an option takes it, rounded up to whole seconds, and to more if it would not fit. */
export function durationOption(ms: number): string {
	const wholeMs = Math.max(1, Math.ceil(ms / 1000)) * 1000;
	const [unit, unitMs] = [...units].find(([, size]) => wholeMs % size === 0) ?? ['s', 1000];
	if (wholeMs / unitMs <= maxValue) return `${wholeMs / unitMs}${unit}`;
	return `${Math.min(maxValue, Math.ceil(wholeMs / 86_400_000))}d`;
}
