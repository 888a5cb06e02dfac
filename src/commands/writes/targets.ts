import type {Project} from '../../api/types.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {plain} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import {findProject, rejectDoubt} from '../headless/find-project.ts';
import {eachProjectName} from '../headless/input-lines.ts';
import {worstOf} from './outcome.ts';
import type {WriteSession} from './write-session.ts';

/** Whether an argument stands for the projects named on standard input. */
export const isMany = (argument: string): boolean => argument === '-';

async function collect(names: AsyncIterable<string>): Promise<ReadonlySet<string>> {
	const all = new Set<string>();
	for await (const name of names) all.add(name);
	return all;
}

/** Finds all projects that an argument stands for, each once. Throws `CommandError` if one of them is missing or ambiguous, or if there are more than the profile allows at once. */
export async function findTargets(run: WriteSession, argument: string): Promise<readonly Project[]> {
	const {context, read, guards} = run;
	const names = await collect(eachProjectName(argument, context));
	const targets = new Map<string, Project>();
	read.expect(names.size, true);
	for (const name of names) {
		if (names.size > 1) read.progress(plain`Found ${targets.size} of ${names.size} projects`);
		const project = await findProject(read, name, rejectDoubt);
		targets.set(project.id, project);
		// Several names may stand for one project.
		if (targets.size > guards.maxBulk && isMany(argument)) {
			throw new CommandError(
				exitCodes.notGood,
				plain`More projects are named than the ${guards.maxBulk} that are allowed at once. Nothing was sent.`,
			);
		}
	}

	read.progress(undefined);
	if (targets.size === 0) context.output.note(plain`No projects were named, so nothing was sent.`);
	return [...targets.values()];
}

/** Writes to one project after the other; a failure does not stop the others. `write` resolves with an exit code. Resolves with the worst of them, or with that of the signal that ended the command. */
export async function writeToEach<Target>(
	{session, context: {signal, output}}: WriteSession,
	targets: readonly Target[],
	write: (target: Target) => Promise<number>,
): Promise<number> {
	const codes: number[] = [];
	for (const [index, target] of targets.entries()) {
		await session.writes.ready();
		// A stream reports that it is closed only after a write to it, so this gives it the time to.
		if (index > 0) await new Promise(resolve => setImmediate(resolve));
		if (signal.aborted) {
			output.note(plain`Stopped: ${targets.length - index} of ${targets.length} projects were left unchanged.`);
			break;
		}

		codes.push(await write(target));
	}

	const worst = worstOf(codes);
	return signal.aborted && signal.reason !== exitCodes.done ? signal.reason : worst;
}
