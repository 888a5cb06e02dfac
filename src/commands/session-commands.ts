import {exitCodes} from '../command-line/exit-codes.ts';
import type {SessionOptions} from '../command-line/headless-options.ts';
import {plain} from '../text.ts';
import type {CommandContext} from './headless/context.ts';
import {CommandError} from './headless/errors.ts';

/** Runs a command that needs a session. */
export async function runSessionCommand(options: SessionOptions, context: CommandContext): Promise<number> {
	switch (options.command) {
		case 'create': {
			const {runCreate} = await import('./create.ts');
			return runCreate(options, context);
		}

		case 'edit': {
			const {runEdit} = await import('./edit.ts');
			return runEdit(options, context);
		}

		case 'delete': {
			const {runDelete} = await import('./delete.ts');
			return runDelete(options, context);
		}

		case 'deploy': {
			const {runDeploy} = await import('./deploy.ts');
			return runDeploy(options, context);
		}

		case 'reconcile': {
			const {runReconcile} = await import('./reconcile.ts');
			return runReconcile(options, context);
		}

		case 'wait': {
			const {runWait} = await import('./wait/wait.ts');
			return runWait(options, context);
		}

		case 'api': {
			const {runApi} = await import('./api.ts');
			return runApi(options, context);
		}

		case 'watch': {
			const {runWatch} = await import('./watch.ts');
			return runWatch(options, context);
		}

		default:
			throw new CommandError(exitCodes.usage, plain`This command is not part of this version.`);
	}
}
