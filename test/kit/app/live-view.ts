import {createTestClock} from '../fixtures/clock.ts';
import {createTeam, type Team} from '../services/team.ts';
import {type OpenApp, openDemo} from './open.ts';

export type LiveViewOptions = Partial<Parameters<typeof createTeam>[0]> & Parameters<typeof openDemo>[0];

/** Opens the live view of the project `api` on a team service. `prepare` adds its deployments. */
export async function openLiveView(
	prepare: (team: Team, now: number) => void = () => {},
	options: LiveViewOptions = {},
): Promise<{readonly app: OpenApp; readonly team: Team}> {
	const clock = options.clock ?? createTestClock();
	const team = createTeam({clock, projects: ['api', 'web'], ...options} as Parameters<typeof createTeam>[0]);
	prepare(team, clock.now());
	const app = await openDemo({...options, projects: undefined, clock: clock as never, handle: team.handle});
	await app.see('1 of 2');
	await app.press('enter');
	await app.see('esc back');
	await app.clock.advance(100);
	return {app, team};
}

/** Adds successful deployments of `api`, one per hour, newest first. `seconds` are their durations. */
export function deployedBefore(
	team: Team,
	now: number,
	seconds: readonly number[],
	fields: Record<string, unknown> = {},
): void {
	for (const [index, durationS] of seconds.entries()) {
		const startedAt = now - (index + 1) * 3_600_000;
		team.deploy('api', {
			status: 'completed',
			conclusion: 'success',
			created_at: new Date(startedAt).toISOString(),
			concluded_at: new Date(startedAt + durationS * 1000).toISOString(),
			...fields,
		});
	}
}
