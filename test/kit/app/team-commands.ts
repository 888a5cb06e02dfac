import {createTestClock} from '../fixtures/clock.ts';
import {createTeam} from '../services/team.ts';
import {type CommandOptions, runCommandLine, startCommand} from './command.ts';

type TeamOptions = Omit<Parameters<typeof createTeam>[0], 'clock' | 'projects'>;

type Options = Omit<CommandOptions, 'projects'> & {
	/** Their ids, which are also their names. */
	readonly projects?: readonly string[];
	readonly teamOptions?: TeamOptions;
};

/** The commands of one user on the service of a team, all on one clock. */
export function createTeamCommands({projects = ['api', 'web'], teamOptions, ...more}: Options = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects, ...teamOptions});
	const defaults = {clock, handle: team.handle, ...more};
	return {
		clock,
		team,
		start: (line: string | readonly string[], options: CommandOptions = {}) =>
			startCommand(line, {...defaults, ...options}),
		run: (line: string | readonly string[], options: CommandOptions = {}) =>
			runCommandLine(line, {...defaults, ...options}),
	};
}
