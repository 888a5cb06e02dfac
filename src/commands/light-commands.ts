import type {LightOptions} from '../command-line/headless-options.ts';
import type {CommandContext} from './headless/context.ts';

/** Runs a command that only reads, and loads only its code. */
export async function runLightCommand(options: LightOptions, context: CommandContext): Promise<number> {
	switch (options.command) {
		case 'ls': {
			const {runList} = await import('./ls.ts');
			return runList(options, context);
		}

		case 'get': {
			const {runGet} = await import('./get.ts');
			return runGet(options, context);
		}
	}
}
