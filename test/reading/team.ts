/** When a project's `updated_at` and `latest_upload_version` move: when a deployment begins, often without reason and often not at all, or never. `version`: only the version moves, when a deployment begins. `every status`: `updated_at` also moves when the status of a deployment changes. */
export type Hints = 'begin' | 'lying' | 'none' | 'version' | 'every status';

/** A team that deploys. Times are in seconds. */
export type Team = {
	readonly name: string;
	readonly projects: number;
	/** How many deployments begin a second. */
	readonly rate: number;
	/** How long a deployment takes on average. */
	readonly lasts: number;
	/** How unequal projects are: the standard deviation of the logarithm of how often each deploys. */
	readonly skew: number;
	/** How many deployments a project makes in a row on average, a few minutes apart: people deploy, look, and deploy again. */
	readonly inARow: number;
	readonly hints: Hints;
	/** What is measured begins and ends then. */
	readonly from: number;
	readonly to: number;
};

const hour = 3600;
const usual = {projects: 3000, rate: 0.2, lasts: 60, skew: 2.3, inARow: 3, from: hour, to: 4 * hour};
const brief = {...usual, name: 'brief'};
const overloaded = {...usual, name: 'overloaded', rate: 0.8, lasts: 31};
const quiet = {...usual, name: 'quiet', rate: 0.03, lasts: 90};
const small = {...usual, name: '240 projects', projects: 240};
const long = {...usual, name: 'long', rate: 0.03, lasts: 600};

export const teams: readonly Team[] = [
	{...brief, hints: 'begin'},
	{...brief, hints: 'lying'},
	{...brief, hints: 'none'},
	{...brief, hints: 'version'},
	{...brief, hints: 'every status'},
	{...brief, name: 'brief, after 4 h', hints: 'none', from: 4 * hour, to: 7 * hour},
	...[overloaded, quiet, small, long].flatMap(team => (['begin', 'none'] as const).map(hints => ({...team, hints}))),
];
