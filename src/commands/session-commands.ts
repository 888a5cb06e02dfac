import {exitCodes} from '../command-line/exit-codes.ts';
import type {SessionOptions} from '../command-line/headless-options.ts';
import {plain} from '../text.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext} from './headless/context.ts';

/** Runs a command that needs a session. */
export async function runSessionCommand(options: SessionOptions, _context: CommandContext): Promise<number> {
	switch (options.command) {
		default:
			throw new CommandError(exitCodes.usage, plain`This command is not part of this version.`);
	}
}
