/** One line of the table: a figure and its target. */
export type Row = {
	readonly name: string;
	/** Undefined if nothing could be measured; `note` says why. */
	readonly figure: number | undefined;
	readonly unit: string;
	/** The limit in words, and whether the figure is within it. */
	readonly target?: string;
	readonly isMet?: boolean;
	readonly note?: string;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the value below which this share of the values lies. NaN counts as infinite. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values
		.map(value => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value))
		.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A row whose figure must be at most `max`. */
export const atMost = (row: Row, max: number): Row => ({
	...row,
	target: `≤ ${max} ${row.unit}`.trim(),
	isMet: row.figure !== undefined && row.figure <= max,
});

/** A row that compares figures with those of a floor, each taken right after its own: what the least that a Node program can do takes. */
export const overFloor = (name: string, figures: readonly number[], floor: readonly number[], max?: number): Row => {
	const ratios = figures.map((figure, round) => figure / (floor[round] ?? Number.NaN));
	const row = {name: `${name}, by the floor`, figure: median(ratios), unit: '×'};
	return max === undefined ? row : atMost(row, max);
};

/** Measures rows together. A failure becomes a row that says why, so that the other parts still run. */
export async function attempt(name: string, measure: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
	try {
		return await measure();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return [{name, figure: undefined, unit: '', isMet: false, note: `failed: ${reason.split('\n')[0]}`}];
	}
}

const formatted = (value: number | undefined): string => {
	if (value === undefined) return '';
	return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
};

/** A row as `console.table` prints it. */
export const shownRow = ({name, figure, unit, target = '', isMet, note = ''}: Row) => ({
	'': name,
	figure: `${formatted(figure)} ${unit}`.trim(),
	target,
	met: isMet ?? '',
	note,
});
