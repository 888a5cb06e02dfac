import {exitCodes} from '../base/exit-codes.ts';
import type {Option} from '../commands/options.ts';
import {unknownCommand} from './command-line.ts';
import {
	type CliCommand,
	cliCommands,
	commandNamed,
	commandNames,
	isShared,
	isWriting,
	optionNamed,
	screensCommand,
} from './command-table.ts';

type HelpRow = readonly [name: string, about: string, variable?: string | undefined];

const nameAndAlias = ({name, alias}: CliCommand): string => (alias ? `${name}|${alias}` : name);

function overviewRows(): readonly HelpRow[] {
	const rows: HelpRow[] = [];
	for (const command of cliCommands) {
		const {about, overview} = command;
		const name = nameAndAlias(command);
		const [names = '', shared = ''] = overview === undefined ? (rows.pop() ?? []) : [];
		const text = overview === true ? about : (overview ?? shared);
		const mark = optionNamed(command, 'demo') ? '*' : '';
		const shown = `${name === 'help' ? 'help COMMAND' : name}${mark}`;
		rows.push([names === '' ? shown : `${names}, ${shown}`, text]);
	}

	return rows;
}

export function findHelp(
	about: string | undefined,
): {readonly ok: true; readonly text: string} | {readonly ok: false; readonly sentence: string} {
	const names = [...commandNames, screensCommand.name];
	if (about === undefined || names.includes(about)) return {ok: true, text: helpText(about)};
	return {ok: false, sentence: `${unknownCommand(about, names)} Try landfall --help.`};
}

export const helpText = (about = 'help'): string =>
	about === 'help' ? overviewText() : commandHelp(commandNamed(about));

const overviewOptions: readonly string[] = ['profile', 'base-url', 'api-key-file', 'api-key-stdin', 'rpm', 'no-color'];

/** Screens read at once what the user asks for, so the option has another meaning there. */
const aboutRpm = 'reads per minute; screens: in background';

function overviewText(): string {
	const options = screensCommand.options
		.filter(({name}) => overviewOptions.includes(name))
		.map((option): Option => (option.name === 'rpm' ? {...option, about: aboutRpm} : option));
	return [
		'landfall: browse upload projects, deploy them, watch the deployments land',
		...table([
			['landfall', 'the screens; the first run asks for address and key'],
			['landfall --demo', 'the same on the built-in service: no network, no key'],
		]),
		'Commands (* also with --demo)',
		...table(overviewRows()),
		'Options of most commands, besides --read-only, --tz, --ascii',
		...table([...optionRows(options), ['-h, --help', 'show this'], ['-v, --version', 'show the version']]),
		'',
	].join('\n');
}

function commandHelp(command: CliCommand): string {
	const {name, arguments: placeholders, about, options} = command;
	const hasDemo = optionNamed(command, 'demo') !== undefined;
	const shared = options.filter(option => hasDemo && isShared(option));
	const ownOptions = options.filter(option => !shared.includes(option));
	const width = nameColumnWidth(optionRows(options));
	const usage = [
		'landfall',
		name === 'screens' ? '' : nameAndAlias(command),
		placeholders ?? '',
		options.length > 0 ? '[OPTION…]' : '',
	];
	return [
		usage.filter(word => word !== '').join(' '),
		'',
		`  ${about[0]?.toUpperCase()}${about.slice(1)}.`,
		...(placeholders?.includes('PROJECT') ? [aboutProject(isWriting(command))] : []),
		...indentedTexts(command.notes),
		...section('Examples', indentedTexts(command.examples)),
		...section('Options', table(optionRows(ownOptions), width)),
		...section('Options of most commands', table(optionRows(shared), width)),
		...section('Exit codes', table(exitCodeRows(command), 3)),
		'',
	].join('\n');
}

const aboutProject = (isOne: boolean): string =>
	`  PROJECT is an id, a slug or a name${isOne ? '' : '; - reads one from each line of the input'}.`;

const section = (title: string, rows: readonly string[]): readonly string[] =>
	rows.length === 0 ? [] : ['', title, ...rows];

const indentedTexts = (lines: readonly string[] = []): readonly string[] => lines.map(line => `  ${line}`);

const optionRows = (options: readonly Option[]): readonly HelpRow[] =>
	options.flatMap((option): readonly HelpRow[] => {
		const shown = option.shownDefault ?? option.default;
		const about = shown ? `${option.about} (default: ${shown})` : option.about;
		const row: HelpRow = [optionName(option), about, option.variable];
		return option.name === 'api-key-stdin' ? [row, ['LANDFALL_API_KEY', 'the key itself, as a variable']] : [row];
	});

const optionName = ({name, short, value, takesBody}: Option): string =>
	`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : takesBody ? ' [FILE]' : ''}`;

const nameColumnWidth = (rows: readonly HelpRow[]): number => Math.max(20, ...rows.map(([name]) => name.length));

const maxColumns = 79;

function wrappedTexts(text: string, width: number): readonly string[] {
	if (text.length <= width) return [text];
	// Text in brackets stays together.
	const end = text.includes(' (') ? text.lastIndexOf(' (', width) : text.lastIndexOf(' ', width);
	return end <= 0 ? [text] : [text.slice(0, end), ...wrappedTexts(text.slice(end + 1), width)];
}

function table(rows: readonly HelpRow[], width = nameColumnWidth(rows)): readonly string[] {
	const withVariables = rows.filter(([, , variable]) => variable !== undefined);
	const aboutWidth = Math.max(0, ...withVariables.map(([, about]) => about.length));
	return rows.flatMap(([name, about, variable]) =>
		wrappedTexts(variable ? `${about.padEnd(aboutWidth)}  ${variable}` : about, maxColumns - width - 4).map(
			(line, index) => `  ${(index === 0 ? name : '').padEnd(width)}  ${line}`.trimEnd(),
		),
	);
}

const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
	done: 'done',
	notGood: 'the service rejected the request',
	usage: 'wrong command line or settings',
	keyRefused: 'no key, or the key was rejected',
	notFound: 'not found',
	unreachable: 'the service could not be reached for too long',
	unusable: 'the answer of the service was unusable',
	unknownOutcome: 'a change was sent and is unconfirmed',
	busy: 'the service was too busy for too long',
	stillRunning: 'still in progress at --timeout',
	unknownConclusion: 'concluded with an unrecognised status',
	bug: 'a bug in landfall',
	hungUp: 'the terminal was closed',
	interrupted: 'interrupted with ctrl+c',
	terminated: 'ended by a signal',
};

function exitCodeRows(command: CliCommand): readonly HelpRow[] {
	const {name} = command;
	if (name === 'screens') return [];
	const has = (option: string) => optionNamed(command, option) !== undefined;
	const isFollower = has('timeout');
	// Read-only connections and a profile's guards stop writes, too.
	const rejected =
		has('wait-for-outcome') && name !== 'reconcile'
			? 'the service or a safeguard rejected the request'
			: has('fail-on')
				? `${exitCodeMeanings.notGood}, or --fail-on applies`
				: exitCodeMeanings.notGood;
	const meanings = {
		...exitCodeMeanings,
		done: isFollower ? 'done, or concluded well' : exitCodeMeanings.done,
		// `wait` ends with another code after a rejected read.
		notGood: name === 'wait' ? 'concluded badly' : isFollower ? `concluded badly, or ${rejected}` : rejected,
	};
	const canEndWith = (key: string) => {
		if (key === 'unknownOutcome') return has('wait-for-outcome');
		if (key === 'stillRunning') return isFollower;
		if (key === 'notFound' && name === 'status') return true;
		if (key === 'unknownConclusion') return isFollower || has('fail-on');
		// The sandbox runs until a signal ends it.
		if (name === 'sandbox') return ['usage', 'bug', 'hungUp', 'interrupted', 'terminated'].includes(key);
		return has('api-key-file') || ['done', 'usage', 'bug'].includes(key);
	};
	return Object.entries(exitCodes).flatMap(([key, code]) =>
		canEndWith(key) ? [[String(code), meanings[key as keyof typeof exitCodes]] as const] : [],
	);
}
