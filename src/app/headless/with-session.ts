import type {SessionOptions} from '../../command-line/options.ts';
import {runSessionCommand} from '../../commands/session-commands.ts';
import {type OnKey, runHeadless} from './headless.ts';

/** Runs a command that needs a session: it writes, or follows deployments. */
export const runWithSession = (options: SessionOptions, process: NodeJS.Process, onKey: OnKey): Promise<number> =>
	runHeadless(options, process, {
		run: context => runSessionCommand(options, context),
		onKey,
	});
