import type {SessionOptions} from '../command-line/options.ts';
import type {CommandContext} from './headless/context.ts';

/** Runs a command that writes, or waits for deployments. Each is a chunk of its own. */
export async function runSessionCommand(options: SessionOptions, context: CommandContext): Promise<number> {
	switch (options.command) {
		case 'create':
			return (await import('./create.ts')).runCreate(options, context);
		case 'edit':
			return (await import('./edit.ts')).runEdit(options, context);
		case 'delete':
			return (await import('./delete.ts')).runDelete(options, context);
		case 'deploy':
			return (await import('./deploy.ts')).runDeploy(options, context);
		case 'reconcile':
			return (await import('./reconcile.ts')).runReconcile(options, context);
		case 'wait':
			return (await import('./wait/wait.ts')).runWait(options, context);
		case 'api':
			return (await import('./api.ts')).runApi(options, context);
		case 'watch':
			return (await import('./watch.ts')).runWatch(options, context);
	}
}
