export type Size = {readonly columns: number; readonly rows: number};

/** Values by the name of the figure. */
export type Samples = Readonly<Record<string, readonly number[]>>;

export type Bound = {
	readonly figure: string;
	/** The share of the values that must be within the limit: 0.5 for the median, 1 for all. */
	readonly share: number;
	readonly limit: number;
	readonly unit: string;
};

export const keyFigures = ({columns, rows}: Size) => {
	const at = `${columns}×${rows}`;
	return {move: `move, ${at}`, scroll: `scroll, ${at}`, page: `page, ${at}`, held: `held key, ${at}`};
};

const keyLimits = [
	{columns: 80, rows: 24, p50: 4, p99: 16.7, page: 8},
	{columns: 120, rows: 40, p50: 4, p99: 16.7, page: 8},
	{columns: 240, rows: 70, p50: 8, p99: 33, page: 17},
];

export const sizes: readonly Size[] = keyLimits;

/** docs/architecture.md says why each number is there. */
export const bounds: readonly Bound[] = [
	...keyLimits.flatMap(({p50, p99, page, ...size}) => {
		const figures = keyFigures(size);
		return [
			{figure: figures.move, share: 0.5, limit: p50, unit: 'ms'},
			{figure: figures.move, share: 0.99, limit: p99, unit: 'ms'},
			{figure: figures.scroll, share: 0.5, limit: p50, unit: 'ms'},
			{figure: figures.scroll, share: 0.99, limit: p99, unit: 'ms'},
			{figure: figures.held, share: 0.99, limit: p99, unit: 'ms'},
			{figure: figures.page, share: 0.5, limit: page, unit: 'ms'},
		];
	}),
	{figure: 'lost of a held key', share: 1, limit: 0, unit: ''},
	{figure: 'bytes of a move', share: 0.5, limit: 600, unit: 'B'},
	{figure: 'bytes of a scrolled line', share: 0.5, limit: 1000, unit: 'B'},
	{figure: 'blank, shrunken or cleared frames', share: 1, limit: 0, unit: ''},
	{figure: 'start by a bare request', share: 0.5, limit: 1.6, unit: '×'},
	{figure: 'idle, nothing ticks', share: 1, limit: 0, unit: '%'},
	{figure: 'idle, a list with ages and reads', share: 1, limit: 3, unit: '%'},
	{figure: 'idle, the same without focus', share: 1, limit: 1, unit: '%'},
	{figure: 'memory after browsing', share: 1, limit: 120, unit: 'MB'},
	{figure: 'memory after 500 pages', share: 1, limit: 170, unit: 'MB'},
	{figure: 'memory after a week', share: 1, limit: 190, unit: 'MB'},
	{figure: 'package', share: 1, limit: 430, unit: 'kB'},
	{figure: 'install scripts and dependencies', share: 1, limit: 0, unit: ''},
];
