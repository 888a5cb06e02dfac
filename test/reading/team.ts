/** When a project's `updated_at` and `latest_upload_version` move: when a deployment begins, also when it ends, often without reason and often not at all, or never. */
export type Hints = 'begin' | 'both' | 'lying' | 'none';

/** A team that deploys. Times are in seconds. */
export type Team = {
	readonly name: string;
	readonly projects: number;
	/** How many deployments begin a second, by the time since the start. */
	readonly rateAt: (seconds: number) => number;
	/** The highest of these. */
	readonly maxRate: number;
	/** How long a deployment takes on average. */
	readonly lasts: number;
	/** How unequal projects are: the standard deviation of the logarithm of how often each deploys. */
	readonly skew: number;
	/** How many deployments a project makes in a row on average, a few minutes apart: people deploy, look, and deploy again. */
	readonly inARow: number;
	readonly hints: Hints;
	/** The share of deployments that never end. */
	readonly stuck: number;
	/** Whether one project deploys again as soon as its last deployment has ended. */
	readonly hasBusiest: boolean;
	/** What is measured begins and ends then. */
	readonly from: number;
	readonly to: number;
};

const hour = 3600;

const steady = (rate: number) => ({rateAt: () => rate, maxRate: rate});

const usual = {projects: 3000, lasts: 60, skew: 2.3, inARow: 3, hasBusiest: false, stuck: 0, from: hour, to: 4 * hour};

const brief = {...usual, name: 'brief', ...steady(0.2)};
const overloaded = {...usual, name: 'overloaded', ...steady(0.8), lasts: 31};

const huge = {...usual, name: '100,000 projects', projects: 100_000, ...steady(0.2), to: 2.5 * hour};

/** Nine o'clock is one hour and ten minutes after the start; the rush lasts twenty minutes. */
const nine = hour + 600;
const isRush = (seconds: number) => seconds >= nine && seconds < nine + 1200;

export const teams: readonly Team[] = [
	{...brief, hints: 'begin'},
	{...brief, hints: 'both'},
	{...brief, hints: 'lying'},
	{...brief, hints: 'none'},
	{...brief, name: 'brief, after 4 h', hints: 'none', from: 4 * hour, to: 7 * hour},
	{...overloaded, hints: 'begin'},
	{...overloaded, hints: 'none'},
	{...usual, name: 'quiet', ...steady(0.03), lasts: 90, hints: 'begin'},
	{...usual, name: 'quiet', ...steady(0.03), lasts: 90, hints: 'none'},
	{
		...usual,
		name: 'burst at nine',
		rateAt: seconds => (isRush(seconds) ? 1 : 0.05),
		maxRate: 1,
		hints: 'begin',
		to: 2.5 * hour,
	},
	{...usual, name: 'one always deploys', ...steady(0.1), hints: 'begin', hasBusiest: true},
	{...usual, name: '240 projects', projects: 240, ...steady(0.2), hints: 'begin'},
	{...usual, name: '240 projects', projects: 240, ...steady(0.2), hints: 'none'},
	{...brief, name: 'all alike', skew: 0.5, inARow: 1, hints: 'begin'},
	{...brief, name: 'all alike', skew: 0.5, inARow: 1, hints: 'none'},
	{...usual, name: 'long', ...steady(0.03), lasts: 600, hints: 'begin'},
	{...usual, name: 'long', ...steady(0.03), lasts: 600, hints: 'none'},
	{...brief, name: 'some never end', stuck: 0.02, hints: 'begin'},
	{...huge, hints: 'begin'},
	{...huge, hints: 'none'},
];
