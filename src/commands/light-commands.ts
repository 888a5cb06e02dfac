import {exitCodes} from '../command-line/exit-codes.ts';
import type {LightOptions} from '../command-line/headless-options.ts';
import {safe} from '../text.ts';
import type {CommandContext} from './headless/context.ts';

/** Runs a command without a session, and loads only its code. */
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

		case 'completion': {
			const {completionScript} = await import('../command-line/completion/scripts.ts');
			for (const line of completionScript(options.shell).trimEnd().split('\n')) context.output.print(safe(line));
			return exitCodes.done;
		}
	}
}
