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
	/** The ids are also the names. */
	readonly projects?: readonly string[];
	readonly teamOptions?: TeamOptions;
};

type Fault = 'ECONNREFUSED' | {readonly status: number; readonly headers?: Readonly<Record<string, string>>};

/** Commands of one user on the service of a team, on one clock. */
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
		/** Requests for a matching path fail from now on, or none. */
		fail(next: Fault | undefined, path = /./) {
			[fault, failing] = [next, path];
		},
		failures,
		start: (line: string | readonly string[], options: CommandOptions = {}) =>
			startCommand(line, {...defaults, ...options}),
		run: (line: string | readonly string[], options: CommandOptions = {}) =>
			runCommandLine(line, {...defaults, ...options}),
	};
}

/** Keeps the journal in a file, so that one command finds what another has left. */
export function createLastingCommands(options: Options = {}) {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const journal = () => openJournal({path: journalPath, now: () => 0});
	return {...createTeamCommands({...options, journalPath}), journalPath, journal};
}

export const createDocsTeam = ({
	projects = ['docs', 'shop'],
	...teamOptions
}: TeamOptions & Pick<Options, 'projects'> = {}) => createTeamCommands({projects, teamOptions});

export const createLastingDocs = (teamOptions: TeamOptions = {}) =>
	createLastingCommands({projects: ['docs', 'shop'], teamOptions});

/** A command that has followed docs for a while. Its first deployment is building. */
export async function startFollowing(
	line: string,
	{followedMs = 10_000, ...options}: CommandOptions & {readonly followedMs?: number} = {},
) {
	const docs = createDocsTeam();
	const id = docs.team.deploy('docs', {status: 'building'});
	const command = await docs.start(line, options);
	await docs.clock.advance(followedMs);
	return {...docs, id, command};
}

export const intentIn = (text: string): string => /landfall reconcile (\S+)/.exec(text)?.[1] ?? 'none';

export const fieldsIn = (command: RunningCommand): readonly (readonly string[])[] =>
	linesOf(command.out()).map(line => line.split('\t'));

/** Project, deployment and event of each line that a command has printed. */
export const eventsIn = (command: RunningCommand): readonly string[] =>
	fieldsIn(command).map(fields => `${fields[1]} ${fields[2]} ${fields[7]}`);
