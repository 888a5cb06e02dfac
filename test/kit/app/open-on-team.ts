import {createTestClock} from '../fixtures/clock.ts';
import {createTeam, type Team} from '../services/team.ts';
import {type OpenApp, openDemo} from './open.ts';

type OpenOnTeamOptions = Omit<NonNullable<Parameters<typeof openDemo>[0]>, 'clock' | 'handle'>;

/** Opens the app on a team with these projects, on the same clock. */
export async function openOnTeam(
	projects: readonly string[],
	options: OpenOnTeamOptions = {},
): Promise<{readonly app: OpenApp; readonly team: Team}> {
	const clock = createTestClock();
	const team = createTeam({clock, projects});
	const app = await openDemo({...options, clock, handle: team.handle});
	await app.see(`1 of ${projects.length}`);
	return {app, team};
}
