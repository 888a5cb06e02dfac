// They are loaded when they are needed, which must not take real time here.
import '../../../src/commands/deploy.ts';
import '../../../src/commands/wait.ts';
import '../../../src/commands/watch.ts';
import type {createTeam} from '../services/team.ts';
import type {CommandOptions, RunningCommand} from './command.ts';
import {createTeamCommands} from './team-commands.ts';

/** What the service does instead of answering: it cannot be reached, or sends this. */
type Fault = 'ECONNREFUSED' | {readonly status: number; readonly headers?: Readonly<Record<string, string>>};

type TeamOptions = Partial<Omit<Parameters<typeof createTeam>[0], 'clock'>>;

/** Commands on a team whose service may fail while they follow its deployments. Its projects are `docs` and `shop` unless others are given. */
export function createFollowing({projects = ['docs', 'shop'], ...teamOptions}: TeamOptions = {}) {
	const {clock, team, start} = createTeamCommands({projects, teamOptions});
	let fault: Fault | undefined;
	let failing = /./;
	const faultFor = (target: string) => (failing.test(target) ? fault : undefined);
	return {
		team,
		clock,

		/** From now on requests for a path that matches fail, or none. Default: all paths. */
		fail(next: Fault | undefined, path = /./) {
			[fault, failing] = [next, path];
		},

		/** Starts a command that follows deployments of this team. */
		start: (line: string | readonly string[], more?: CommandOptions) =>
			start(line, {
				connectError: () => (fault === 'ECONNREFUSED' ? fault : undefined),
				handle(request) {
					const found = faultFor(request.target);
					if (found === undefined || found === 'ECONNREFUSED') return team.handle(request);
					return {status: found.status, headers: {'content-type': 'application/json', ...found.headers}, body: '{}'};
				},
				...more,
			}),
	};
}

/** The lines that a command has printed to standard output, as fields. */
export const fieldsIn = (command: RunningCommand): readonly (readonly string[])[] =>
	command
		.out()
		.split('\n')
		.slice(0, -1)
		.map(line => line.split('\t'));
