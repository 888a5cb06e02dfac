import {exitCodes} from '../command-line/exit-codes.ts';
import type {LightOptions} from '../command-line/options.ts';
import {safe} from '../text.ts';
import {runGet} from './get.ts';
import type {CommandContext} from './headless/context.ts';
import {runList} from './ls.ts';

/** Runs a command without a session. All of them share one bundle: parsing it takes less time than loading more files. */
export async function runLightCommand(options: LightOptions, context: CommandContext): Promise<number> {
	switch (options.command) {
		case 'ls':
			return runList(options, context);
		case 'get':
			return runGet(options, context);

		case 'completion': {
			const {completionScript} = await import('../command-line/shells.ts');
			for (const line of completionScript(options.shell).trimEnd().split('\n')) context.output.print(safe(line));
			return exitCodes.done;
		}
	}
}
