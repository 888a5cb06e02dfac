import type {LightOptions} from '../../command-line/options.ts';
import {runLightCommand} from '../../commands/light-commands.ts';
import {type OnKey, runHeadless} from './headless.ts';

/** Runs a command that needs neither a session nor the journal. Its bundle holds nothing else, so that it starts at once. */
export const runLight = (options: LightOptions, process: NodeJS.Process, onKey: OnKey): Promise<number> =>
	runHeadless(options, process, {run: context => runLightCommand(options, context), onKey});
