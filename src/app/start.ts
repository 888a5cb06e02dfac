import {type ParsedOptions, parseOptions} from '../command-line/options.ts';
import {type EarlyScreen, openEarlyScreen} from '../terminal/lifecycle/early-screen.ts';

export type Start = {readonly parsed: ParsedOptions; readonly early: EarlyScreen | undefined};

/** What comes before everything else is loaded: the command line is read, and where it asks for the screens, the terminal is taken. */
export function start(argv: readonly string[], process: NodeJS.Process): Start {
	const parsed = parseOptions(argv, process.env);
	const isForScreens = parsed.ok && (parsed.options.command === 'screens' || parsed.options.command === 'demo');
	return {parsed, early: isForScreens ? openEarlyScreen(process) : undefined};
}
