import {createTestClock, type TestClock} from '../fixtures/clock.ts';
import {createTeam, type Team} from '../services/team.ts';
import {type OpenApp, openDemo} from './open.ts';

type TeamOptions = Parameters<typeof createTeam>[0];

/** Adds deployments before the app opens. */
export type Prepare = (team: Team, now: number) => unknown;

export type OpenOnTeamOptions = Omit<NonNullable<Parameters<typeof openDemo>[0]>, 'clock' | 'handle'> &
	Partial<Pick<TeamOptions, 'skewMs' | 'order' | 'readFault'>> & {
		readonly clock?: TestClock;
		readonly prepare?: Prepare;
	};

/** Opens the app on a team with these projects, on the same clock. */
export async function openOnTeam(projects: readonly string[], options: OpenOnTeamOptions = {}) {
	const {prepare, skewMs = 0, order = 'newest first', readFault, clock = createTestClock(), ...rest} = options;
	const team = createTeam({clock, projects, skewMs, order, ...(readFault && {readFault})});
	prepare?.(team, clock.now());
	/** Opens the app once more, on the same team. */
	const reopen = async (): Promise<OpenApp> => {
		const app = await openDemo({...rest, clock, handle: team.handle});
		await app.see(/of \d/);
		return app;
	};
	return {app: await reopen(), team, clock, reopen};
}
