import type {HeadlessCommon, WordOptions} from '../../command-line/headless-options.ts';
import {shellWord} from '../../shell-word.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {optionWords, serviceWords} from '../headless/context.ts';
import type {Output} from '../headless/output.ts';
import {openIds, type ProjectWait} from './project-wait.ts';

/** The options of a command that follows deployments. */
export type FollowOptions = HeadlessCommon & WordOptions;

const units: ReadonlyArray<readonly [unit: string, ms: number]> = [
	['d', 86_400_000],
	['h', 3_600_000],
	['m', 60_000],
	['s', 1000],
];

/** The largest number that a duration option takes. */
const maxValue = 99_999;

/** Writes a duration as an option takes it, rounded up to whole seconds. */
function optionDuration(ms: number): string {
	const wholeMs = Math.max(1, Math.ceil(ms / 1000)) * 1000;
	const [unit, unitMs] = units.find(([, size]) => wholeMs % size === 0) ?? ['s', 1000];
	if (wholeMs / unitMs <= maxValue) return `${wholeMs / unitMs}${unit}`;
	return `${Math.min(maxValue, Math.ceil(wholeMs / 86_400_000))}d`;
}

const defaults = {giveUpAfterMs: 600_000, requestsPerMinute: 60};

/** The options that affect the verdict or the output. `leftMs` is what is left of `--timeout`. */
function decidingWords(options: FollowOptions, leftMs: number | undefined): readonly string[] {
	const {okWords, badWords, giveUpAfterMs, requestsPerMinute, isJson, isQuiet} = options;
	const isPatient = giveUpAfterMs === defaults.giveUpAfterMs;
	return [
		...serviceWords(options),
		...optionWords('ok', okWords.join(',')),
		...optionWords('bad', badWords.join(',')),
		...optionWords('timeout', leftMs === undefined ? undefined : optionDuration(leftMs)),
		...optionWords('give-up-after', isPatient ? undefined : optionDuration(giveUpAfterMs)),
		...optionWords('rpm', requestsPerMinute === defaults.requestsPerMinute ? undefined : requestsPerMinute),
		...(isJson ? ['--json'] : []),
		...(isQuiet ? ['--quiet'] : []),
	];
}

/** The arguments for what is still awaited in one project: one list for each deployment, or the project with the option that says which. */
function openArguments({projectId, ids, which, ...wait}: ProjectWait) {
	if (ids !== undefined)
		return openIds({projectId, ids, which, ...wait}).map(id => ({ids: [projectId, id], flags: []}));
	return [{ids: [projectId], flags: which === 'newest' ? [] : [`--${which}`]}];
}

/** Returns the commands that resume waiting, except for ids that cannot be typed. */
const resumeCommands = (
	waits: readonly ProjectWait[],
	options: FollowOptions,
	leftMs: number | undefined,
): readonly SafeText[] =>
	waits.flatMap(openArguments).flatMap(({ids, flags}) => {
		const all = [...flags, ...decidingWords(options, leftMs)];
		const words = ids.some(id => id.startsWith('-')) ? [...all, '--', ...ids] : [...ids, ...all];
		const line = ['landfall', 'wait', ...words.map(shellWord)].join(' ');
		const shown = safe(line, 2000);
		return shown === line ? [plain`  ${shown}`] : [];
	});

/** Prints how to resume waiting after an interruption. `leftMs` is what is left of `--timeout`. */
export function printResumption(
	waits: readonly ProjectWait[],
	options: FollowOptions,
	leftMs: number | undefined,
	output: Pick<Output, 'note' | 'progress'>,
): void {
	const commands = resumeCommands(waits, options, leftMs);
	output.progress(undefined);
	if (commands.length === 0) return;
	output.note(plain`To resume waiting:`);
	for (const command of commands) output.note(command);
}
