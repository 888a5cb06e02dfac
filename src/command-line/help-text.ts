import {commandNotes, optionNotes} from './command-notes.ts';
import {commandTable, isHeadless, optionTable, type Place} from './command-table.ts';
import {nearest} from './did-you-mean.ts';
import {examples} from './examples.ts';
import {exitCodes} from './exit-codes.ts';

type Option = (typeof optionTable)[number];

type Command = (typeof commandTable)[number];

/** A name and what it means, and the environment variable that does the same. */
type Row = readonly [name: string, about: string, variable?: string | undefined];

/** The commands that share a line in the overview, in their order. */
const overview: readonly Row[] = [
	['ls, get', 'list projects or deployments; print one record'],
	['create, edit, delete', 'change a project'],
	['deploy, wait', 'deploy; wait for the outcome, which is the exit code'],
	['watch', 'print a line for each change, until stopped'],
	['reconcile', 'look again for writes with an unknown outcome'],
	['api', 'send any request with the key, print the answer'],
	['keys, doctor', 'print the keys in force; print what a bug report needs'],
	['sandbox', 'serve the built-in service to other programs'],
	['completion', 'print a script that completes commands in a shell'],
	['help COMMAND', 'explain its options; help screens: those of the screens'],
];

/** The names of help texts besides those of the commands. */
const others = ['screens'];

/** Returns the output of `landfall help` with a word, or why there is none. */
export function findHelp(
	about: string | undefined,
): {readonly ok: true; readonly text: string} | {readonly ok: false; readonly sentence: string} {
	const names = [...commandTable.map(({name}) => name), ...others];
	if (about === undefined || names.includes(about)) return {ok: true, text: helpText(about)};
	const meant = nearest(about, names);
	// The word is repeated only if it is certainly harmless.
	const word = /^[a-z][a-z-]{0,24}$/.test(about) ? ` ${about}` : ' of that name';
	return {
		ok: false,
		sentence: `There is no command${word}.${meant ? ` Did you mean ${meant}?` : ''} Try landfall --help.`,
	};
}

/** Returns the overview, or the help of a command or of the screens. Lines have at most 79 columns. */
export function helpText(about?: string): string {
	if (about === 'screens') return screensHelp();
	const command = commandTable.find(({name}) => name === about);
	return command === undefined || command.name === 'help' ? overviewText() : commandHelp(command);
}

/** The options that the overview has no room for, or has explained. */
const unlisted: readonly string[] = ['demo', 'tz', 'ascii', 'read-only'];

const overviewText = (): string =>
	[
		'landfall: browse upload projects, deploy them, watch the deployments land',
		...table([
			['landfall', 'the screens; the first run asks for address and key'],
			['landfall --demo', 'the same on the built-in service: no network, no key'],
		]),
		'Commands; those up to api also work with --demo',
		...table(overview),
		'Options of most commands',
		...table([
			...rowsOf(({places, name}) => !unlisted.includes(name) && isIn(places, 'screens') && isIn(places, 'get')),
			['-h, --help', 'show this'],
			['-V, --version', 'show the version'],
		]),
		'',
	].join('\n');

const screensHelp = (): string =>
	[
		'landfall [OPTION…]',
		'',
		'  Open the screens. The first run asks for an address and a key.',
		...section('Examples', indented(examples.get('screens'))),
		...section('Options', table(rowsOf(({places}) => isIn(places, 'screens')))),
		...section('With --demo', table(rowsOf(({places}) => isIn(places, 'demo') && !isIn(places, 'screens')))),
		'',
	].join('\n');

function commandHelp({name, arguments: placeholders, about}: Command): string {
	const isRemote = isHeadless(name) && name !== 'completion';
	const isHere = ({places}: Option) => isIn(places, name);
	const isShared = ({places}: Option) => isRemote && isIn(places, 'get');
	const isData = ({places}: Option) => isIn(places, 'sandbox');
	const own = rowsOf(option => isHere(option) && !isShared(option), name);
	const shared = rowsOf(option => isHere(option) && isShared(option) && !isData(option), name);
	const data = rowsOf(option => isHere(option) && isShared(option) && isData(option), name);
	const body: readonly Row[] = bodyPlaces.includes(name)
		? [['--json FILE', 'the JSON to send; - is standard input']]
		: [];
	const width = widthOf([...own, ...body, ...shared, ...data]);
	const hasOptions = own.length + shared.length > 0;
	return [
		`landfall ${[name, placeholders, hasOptions ? '[OPTION…]' : ''].filter(Boolean).join(' ')}`,
		'',
		`  ${about[0]?.toUpperCase()}${about.slice(1)}.`,
		...(placeholders?.includes('PROJECT') ? [aboutProject] : []),
		...indented(commandNotes.get(name)),
		...section('Examples', indented(examples.get(name))),
		...section('Options', table([...own, ...body], width)),
		...section('Options of most commands', table(shared, width)),
		...section('With --demo', table(data, width)),
		...section('Exit codes', table(exitCodeRows(name), 3)),
		'',
	].join('\n');
}

const aboutProject = '  PROJECT is an id, a slug or a name; - reads one from each line of the input.';

const section = (title: string, rows: readonly string[]): readonly string[] =>
	rows.length === 0 ? [] : ['', title, ...rows];

const indented = (lines: readonly string[] = []): readonly string[] => lines.map(line => `  ${line}`);

const isIn = (places: readonly Place[], place: Place): boolean => places.includes(place);

const bodyPlaces: readonly Place[] = optionTable.flatMap(option => ('bodyPlaces' in option ? option.bodyPlaces : []));

/** The commands that go on until they are done, so that an outage of minutes does not end them. */
const isPatient = (command: string | undefined): boolean => ['wait', 'watch'].includes(command ?? '');

function aboutText(option: Option, command: string | undefined): string {
	const about = optionNotes.get(`${command} ${option.name}`) ?? option.about;
	if (option.name === 'give-up-after' && isPatient(command)) return `${about} (default: 10m)`;
	if (option.name === 'give-up-after' && command === 'deploy') return `${about} (default: 30s; --wait: 10m)`;
	return 'default' in option ? `${about} (default: ${option.default})` : about;
}

/** The rows of the options that belong. `command` is the one that is explained. */
const rowsOf = (belongs: (option: Option) => boolean, command?: string): readonly Row[] =>
	optionTable.filter(belongs).flatMap((option): readonly Row[] => {
		const variable = 'variable' in option ? option.variable : undefined;
		const row: Row = [nameOf(option), aboutText(option, command), variable];
		return option.name === 'api-key-stdin' ? [row, ['LANDFALL_API_KEY', 'the key itself, as a variable']] : [row];
	});

const nameOf = (option: Option): string =>
	'value' in option ? `--${option.name} ${option.value}` : `--${option.name}`;

const widthOf = (rows: readonly Row[]): number => Math.max(20, ...rows.map(([name]) => name.length));

/** The width of the narrowest terminal that shows help without wrapping it. */
const maxWidth = 79;

/** Breaks a text into lines of at most `width` columns. */
function wrapped(text: string, width: number): readonly string[] {
	if (text.length <= width) return [text];
	// What is in brackets stays together.
	const end = text.includes(' (') ? text.lastIndexOf(' (', width) : text.lastIndexOf(' ', width);
	return end <= 0 ? [text] : [text.slice(0, end), ...wrapped(text.slice(end + 1), width)];
}

/** Sets rows in columns. */
function table(rows: readonly Row[], width = widthOf(rows)): readonly string[] {
	const withVariables = rows.filter(([, , variable]) => variable !== undefined);
	const aboutWidth = Math.max(0, ...withVariables.map(([, about]) => about.length));
	return rows.flatMap(([name, about, variable]) =>
		wrapped(variable ? `${about.padEnd(aboutWidth)}  ${variable}` : about, maxWidth - width - 4).map((line, index) =>
			`  ${(index === 0 ? name : '').padEnd(width)}  ${line}`.trimEnd(),
		),
	);
}

/** What each exit code means, and the commands that return it. Undefined for all of them. */
const meanings: Readonly<Record<keyof typeof exitCodes, readonly [meaning: string, names?: readonly string[]]>> = {
	done: ['done'],
	notGood: ['the service refused the request'],
	usage: ['wrong command line or settings'],
	keyRefused: ['no key, or the key was refused'],
	notFound: ['not found'],
	unreachable: ['the service could not be reached for too long'],
	unusable: ['the answer of the service was unusable'],
	unknownOutcome: [
		'a change was sent and its outcome is unknown',
		['create', 'edit', 'delete', 'deploy', 'reconcile', 'api'],
	],
	busy: ['the service was too busy for too long'],
	stillRunning: ['still in progress at --timeout', ['deploy', 'wait']],
	unknownConclusion: ['concluded with a word that nobody has classified', ['deploy', 'wait']],
	bug: ['a bug in landfall'],
	hungUp: ['the terminal was closed'],
	interrupted: ['interrupted with ctrl+c'],
	terminated: ['ended by a signal'],
};

/** The exit codes of a command that sends nothing. */
const local: readonly string[] = ['done', 'usage', 'bug'];

/** The exit codes of the sandbox, which runs until a signal ends it. */
const served: readonly string[] = ['usage', 'bug', 'hungUp', 'interrupted', 'terminated'];

/** Whether read-only connections and the guards of a profile can stop a command. */
const isGuarded = (command: string): boolean => ['create', 'edit', 'delete', 'deploy', 'api'].includes(command);

function exitCodeRows(command: string): readonly Row[] {
	const isFollower = command === 'deploy' || command === 'wait';
	const isRemote = command === 'doctor' || (isHeadless(command) && command !== 'completion');
	return Object.entries(exitCodes).flatMap(([key, code]): readonly Row[] => {
		const [always, names] = meanings[key as keyof typeof exitCodes];
		const isRefusal = key === 'notGood' && isGuarded(command);
		const meaning = isRefusal ? 'the service or a safeguard refused the request' : always;
		const own = command === 'sandbox' ? served : local;
		if (names ? !names.includes(command) : !isRemote && !own.includes(key)) return [];
		if (isFollower && key === 'done') return [[String(code), 'done, or concluded well']];
		// Whatever the service refuses, wait ends with another code.
		if (command === 'wait' && key === 'notGood') return [[String(code), 'concluded badly']];
		if (isFollower && key === 'notGood') return [[String(code), `concluded badly, or ${meaning}`]];
		return [[String(code), meaning]];
	});
}
