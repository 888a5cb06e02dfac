/** The units of a duration, the longest first. */
const optionUnits = [
	['d', 86_400_000],
	['h', 3_600_000],
	['m', 60_000],
	['s', 1000],
	['ms', 1],
] as const;

/** Parses the value of an option such as `90s` or `10m`, or `0`. Returns milliseconds, undefined for anything else. */
export function parseDuration(text: string): number | undefined {
	if (text === '0') return 0;
	const [, value = '', unit] = /^([1-9]\d{0,4})([a-z]+)$/.exec(text) ?? [];
	const unitMs = optionUnits.find(([name]) => name === unit)?.[1];
	return unitMs && Number(value) * unitMs;
}

/** The largest number that the value of an option takes. */
const maxValue = 99_999;

/** Writes a duration as an option takes it, rounded up to whole seconds. */
export function durationText(ms: number): string {
	const wholeMs = Math.max(1, Math.ceil(ms / 1000)) * 1000;
	const [unit, unitMs] = optionUnits.find(([, size]) => wholeMs % size === 0) ?? ['s', 1000];
	if (wholeMs / unitMs <= maxValue) return `${wholeMs / unitMs}${unit}`;
	return `${Math.min(maxValue, Math.ceil(wholeMs / 86_400_000))}d`;
}
