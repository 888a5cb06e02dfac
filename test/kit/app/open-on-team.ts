import {createTestClock} from '../fixtures/clock.ts';
import {createTeam} from '../services/team.ts';
import {type OpenApp, openDemo} from './open.ts';

type OpenOnTeamOptions = Omit<NonNullable<Parameters<typeof openDemo>[0]>, 'clock' | 'handle'>;

/** Opens the app on a team with these projects, on the same clock. */
export async function openOnTeam(projects: readonly string[], options: OpenOnTeamOptions = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects});
	/** Opens the app once more, on the same team. */
	const reopen = async (): Promise<OpenApp> => {
		const app = await openDemo({...options, clock, handle: team.handle});
		await app.see(/of \d/);
		return app;
	};
	return {app: await reopen(), team, reopen};
}
