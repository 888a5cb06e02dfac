import {join} from 'node:path';
// They are loaded when they are needed, which must not take real time here.
import '../../../src/commands/create.ts';
import '../../../src/commands/delete.ts';
import '../../../src/commands/deploy.ts';
import '../../../src/commands/edit.ts';
import '../../../src/commands/wait.ts';
import '../../../src/commands/watch.ts';
import {openJournal} from '../../../src/journal/journal.ts';
import {createTestClock} from '../fixtures/clock.ts';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';
import {createTeam} from '../services/team.ts';
import {type CommandOptions, linesOf, type RunningCommand, runCommandLine, startCommand} from './command.ts';

type TeamOptions = Omit<Parameters<typeof createTeam>[0], 'clock' | 'projects'>;

type Options = Omit<CommandOptions, 'projects'> & {
	/** Their ids, which are also their names. */
	readonly projects?: readonly string[];
	readonly teamOptions?: TeamOptions;
};

/** What the service does instead of answering: it cannot be reached, or sends this. */
type Fault = 'ECONNREFUSED' | {readonly status: number; readonly headers?: Readonly<Record<string, string>>};

/** The commands of one user on the service of a team, all on one clock. */
export function createTeamCommands({projects = ['api', 'web'], teamOptions, ...more}: Options = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects, ...teamOptions});
	let fault: Fault | undefined;
	let failing = /./;
	const failures: number[] = [];
	const defaults: CommandOptions = {
		clock,
		connectError() {
			if (fault !== 'ECONNREFUSED') return undefined;
			failures.push(clock.now());
			return fault;
		},
		handle(request) {
			if (fault === undefined || fault === 'ECONNREFUSED' || !failing.test(request.target)) return team.handle(request);
			failures.push(clock.now());
			return {status: fault.status, headers: {'content-type': 'application/json', ...fault.headers}, body: '{}'};
		},
		...more,
	};
	return {
		clock,
		team,

		/** From now on requests for a path that matches fail, or none. Default: all paths. */
		fail(next: Fault | undefined, path = /./) {
			[fault, failing] = [next, path];
		},

		/** When requests have failed. */
		failures,

		start: (line: string | readonly string[], options: CommandOptions = {}) =>
			startCommand(line, {...defaults, ...options}),
		run: (line: string | readonly string[], options: CommandOptions = {}) =>
			runCommandLine(line, {...defaults, ...options}),
	};
}

/** The same, with a journal in a file, so that one command finds what another one left. `journal` reads it. */
export function createLastingCommands(options: Options = {}) {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const journal = () => openJournal({path: journalPath, now: () => 0});
	return {...createTeamCommands({...options, journalPath}), journalPath, journal};
}

/** The commands of a team with the projects `docs` and `shop` unless others are given. */
export const createDocsTeam = ({
	projects = ['docs', 'shop'],
	...teamOptions
}: TeamOptions & Pick<Options, 'projects'> = {}) => createTeamCommands({projects, teamOptions});

/** The same, with a journal in a file. */
export const createLastingDocs = (teamOptions: TeamOptions = {}) =>
	createLastingCommands({projects: ['docs', 'shop'], teamOptions});

/** The intent that a command names to be reconciled. */
export const intentIn = (text: string): string => /landfall reconcile (\S+)/.exec(text)?.[1] ?? 'none';

/** The lines that a command has printed to standard output, as fields. */
export const fieldsIn = (command: RunningCommand): readonly (readonly string[])[] =>
	linesOf(command.out()).map(line => line.split('\t'));

/** Project, deployment and event of each line that a command has printed. */
export const eventsIn = (command: RunningCommand): readonly string[] =>
	fieldsIn(command).map(fields => `${fields[1]} ${fields[2]} ${fields[7]}`);
