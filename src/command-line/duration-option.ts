const units: ReadonlyMap<string, number> = new Map([
	['ms', 1],
	['s', 1000],
	['m', 60_000],
	['h', 3_600_000],
	['d', 86_400_000],
]);

/** Parses the value of an option such as `90s` or `10m`. Returns milliseconds, undefined for no value. */
export function durationMs(text: string | undefined): number | undefined {
	const [, value, unit = ''] = /^(\d+)([a-z]*)$/.exec(text ?? '') ?? [];
	return value === undefined ? undefined : Number(value) * (units.get(unit) ?? 0);
}
