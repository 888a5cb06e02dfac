/** When a project's `updated_at` and `latest_upload_version` move. `begin`: when a deployment begins. `lying`: half of the times, and often without reason. `version`: only the version moves. `every status`: `updated_at` also moves with each status. */
export type Hints = 'begin' | 'lying' | 'none' | 'version' | 'every status';

/** Times are in seconds. */
export type Team = {
	readonly name: string;
	readonly projects: number;
	/** Deployments per second. */
	readonly rate: number;
	readonly lasts: number;
	/** The standard deviation of the logarithm of how often each project deploys. */
	readonly skew: number;
	/** The mean number of deployments in a row, a few minutes apart: people deploy, look, and deploy again. */
	readonly inARow: number;
	readonly hints: Hints;
	/** The measured period. */
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

/** Seven deployments a minute, for figures of real windows. */
export const windowTeam: Omit<Team, 'name' | 'projects'> = {
	rate: 7 / 60,
	lasts: 60,
	skew: 2.3,
	inARow: 3,
	hints: 'begin',
	from: 0,
	to: Number.POSITIVE_INFINITY,
};
