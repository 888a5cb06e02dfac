import {Aborted, ApiError, errorSentence} from '../api/errors.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {safe} from '../base/text.ts';
import type {HeadlessOptions} from '../cli/options.ts';
import {completionScript} from '../cli/shells.ts';
import type {CommandContext} from './context.ts';
import {CommandError, exitCodeFor} from './errors.ts';
import {runGet} from './get.ts';
import {runList} from './ls.ts';

/** Runs a command. Returns the exit code. Explains expected failures on standard error, and throws bugs. */
export async function runCommand(options: HeadlessOptions, context: CommandContext): Promise<number> {
	const {output, signal} = context;
	try {
		return await run(options, context);
	} catch (error) {
		if (error instanceof Aborted && signal.aborted) return signal.reason;
		if (error instanceof CommandError) {
			output.complain(error.message);
			return error.exitCode;
		}

		if (!(error instanceof ApiError)) throw error;
		output.complain(errorSentence(error));
		return exitCodeFor(error);
	}
}

/** The short commands are loaded with this file: each further file takes a millisecond. */
async function run(options: HeadlessOptions, context: CommandContext): Promise<number> {
	switch (options.command) {
		case 'ls':
			return runList(options, context);
		case 'get':
			return runGet(options, context);
		case 'completion':
			for (const line of completionScript(options.shell).trimEnd().split('\n')) context.output.print(safe(line));
			return exitCodes.done;
		case 'create':
			return (await import('./projects.ts')).runCreate(options, context);
		case 'edit':
			return (await import('./projects.ts')).runEdit(options, context);
		case 'delete':
			return (await import('./projects.ts')).runDelete(options, context);
		case 'deploy':
			return (await import('./deploy.ts')).runDeploy(options, context);
		case 'reconcile':
			return (await import('./reconcile.ts')).runReconcile(options, context);
		case 'wait':
			return (await import('./wait.ts')).runWait(options, context);
		case 'api':
			return (await import('./api.ts')).runApi(options, context);
		case 'watch':
			return (await import('./watch.ts')).runWatch(options, context);
	}
}
