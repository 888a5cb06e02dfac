/** One line of the table: a figure beside what it is measured against. */
export type Row = {
	readonly part: string;
	readonly name: string;
	/** Undefined where nothing could be measured; the note says why. */
	readonly figure: number | undefined;
	readonly unit: string;
	/** The same of the floor, in the same run. */
	readonly floor?: number;
	/** What the figure is allowed to be, in words; and whether it is. */
	readonly target?: string;
	readonly isMet?: boolean;
	readonly note?: string;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which a share of the values lies; missing ones count as the greatest. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values
		.map(value => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value))
		.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const ratioOf = ({figure, floor}: Row): number | undefined =>
	figure === undefined || floor === undefined ? undefined : figure / floor;

/** A row that must not be more than so many times its floor, and where `below` is given less than that as well. */
export const timesFloor = (row: Row & {readonly floor: number}, most: number, below?: number): Row => ({
	...row,
	target: `≤ × ${most}${below === undefined ? '' : `, < ${below} ${row.unit}`}`,
	isMet: row.figure !== undefined && row.figure <= row.floor * most && (below === undefined || row.figure < below),
});

/** A row that must not be more than a number. */
export const atMost = (row: Row, most: number): Row => ({
	...row,
	target: `≤ ${most} ${row.unit}`.trim(),
	isMet: row.figure !== undefined && row.figure <= most,
});

/** A row whose part is not built: its figure comes with it. */
export const notYet = (part: string, name: string, target: string, note: string): Row => ({
	part,
	name,
	figure: undefined,
	unit: '',
	target,
	note: `not yet: ${note}`,
});

/** Rows that are measured together: one that fails says why and lets the others be measured. */
export async function attempt(
	part: string,
	name: string,
	measure: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
	try {
		return await measure();
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return [{part, name, figure: undefined, unit: '', isMet: false, note: `failed: ${why.split('\n')[0]}`}];
	}
}

const shown = (value: number | undefined): string => {
	if (value === undefined) return '';
	return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
};

const cells = (name: string, figure: string, floor: string, ratio: string, target: string, isMet: string, note = '') =>
	[
		name.padEnd(64),
		figure.padStart(11),
		floor.padStart(8),
		ratio.padStart(8),
		` ${target.padEnd(28)}`,
		isMet.padEnd(8),
		note,
	]
		.join(' ')
		.trimEnd();

export const headLine = cells('', 'figure', 'floor', 'ratio', 'target', '');

export function toLine(row: Row): string {
	const ratio = ratioOf(row);
	return cells(
		row.name,
		row.figure === undefined ? '' : `${shown(row.figure)} ${row.unit}`.trim(),
		shown(row.floor),
		ratio === undefined || !Number.isFinite(ratio) ? '' : `× ${ratio.toFixed(2)}`,
		row.target ?? '',
		row.isMet === undefined ? '' : row.isMet ? 'met' : 'NOT met',
		row.note,
	);
}
