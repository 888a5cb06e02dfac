import {isHeadless} from '../cli/command-table.ts';
import {type HeadlessOptions, type ParsedOptions, parseOptions} from '../cli/options.ts';
import {type EarlyScreen, openEarlyScreen} from '../terminal/early-screen.ts';

export type Start = {
	readonly parsed: ParsedOptions;
	/** The options of a command without screens. */
	readonly headless: HeadlessOptions | undefined;
	/** The value of LANDFALL_API_KEY. */
	readonly environmentKey: string | undefined;
	/** The terminal, if it was taken over for the screens. */
	readonly early: EarlyScreen | undefined;
};

/** Runs before anything else is loaded: parses the command line, takes what is not for others out of the environment and, for the screens, takes over the terminal. */
export function start(argv: readonly string[], process: NodeJS.Process): Start {
	const parsed = parseOptions(argv, process.env);
	const options = parsed.ok ? parsed.options : undefined;
	// Node applies it at once, also to programs that landfall runs.
	if (options && 'timeZone' in options && options.timeZone !== undefined) process.env.TZ = options.timeZone;
	const isForScreens = options?.command === 'screens' || options?.command === 'demo';
	const headless = options && isHeadless(options.command) ? (options as HeadlessOptions) : undefined;
	// A screen reader gets lines below what the terminal already shows, so the terminal is not taken over.
	const early = isForScreens && !options.isSpoken ? openEarlyScreen(process) : undefined;
	const environmentKey = process.env.LANDFALL_API_KEY;
	// Child processes and diagnostic reports must not see it.
	delete process.env.LANDFALL_API_KEY;
	if (process.report) process.report.excludeEnv = true;
	return {parsed, headless, environmentKey, early};
}
