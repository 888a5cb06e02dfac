import {type ParsedOptions, parseOptions} from '../command-line/options.ts';
import {type EarlyScreen, openEarlyScreen} from '../terminal/lifecycle/early-screen.ts';

export type Start = {readonly parsed: ParsedOptions; readonly early: EarlyScreen | undefined};

/** Runs before anything else is loaded: parses the command line and, for the screens, takes over the terminal. */
export function start(argv: readonly string[], process: NodeJS.Process): Start {
	const parsed = parseOptions(argv, process.env);
	const options = parsed.ok ? parsed.options : undefined;
	const isForScreens = options?.command === 'screens' || options?.command === 'demo';
	// What is spoken is written below what the terminal shows already.
	return {parsed, early: isForScreens && !options.isSpoken ? openEarlyScreen(process) : undefined};
}
