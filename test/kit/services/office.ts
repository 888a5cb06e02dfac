import {type CommandOptions, runCommandLine, startCommand} from '../app/command.ts';
import {createTestClock} from '../fixtures/clock.ts';
import {createTeam} from './team.ts';

/** A team and the commands of one user of its service, on one clock. */
export function createOffice({
	projects = ['api', 'web'],
	...more
}: Omit<CommandOptions, 'projects'> & {readonly projects?: readonly string[]} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects});
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
