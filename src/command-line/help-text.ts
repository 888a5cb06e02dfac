import {commandTable, isHeadless, optionTable, type Place} from './command-table.ts';
import {exitCodes} from './exit-codes.ts';

type Row = (typeof optionTable)[number];

/** The commands that share a line in the overview, in their order. */
const overview: ReadonlyArray<readonly [names: string, about: string]> = [
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

/** Returns the output of `landfall --help`, and of `landfall help` with the name of a command or `screens`. Lines have at most 79 columns. */
export function helpText(about?: string): string {
	if (about === 'screens') return screensHelp();
	const row = commandTable.find(({name}) => name === about);
	return row === undefined || row.name === 'help' ? overviewText() : commandHelp(row);
}

const overviewText = (): string =>
	[
		'landfall: browse upload projects, deploy them, watch the deployments land',
		line('landfall', 'the screens; the first run asks for address and key'),
		line('landfall --demo', 'the same on the built-in service: no network, no key'),
		'Commands, which also work with --demo',
		...overview.map(([names, text]) => line(names, text)),
		'Options of most commands',
		...rowsOf(({places, name}) => name !== 'demo' && isIn(places, 'screens') && isIn(places, 'get')),
		line('-h, --help', 'show this; -V, --version shows the version'),
		'',
	].join('\n');

const screensHelp = (): string =>
	[
		'landfall [--demo] [options]',
		'',
		'Options',
		...rowsOf(({places}) => isIn(places, 'screens')),
		'With --demo',
		...rowsOf(({places}) => isIn(places, 'demo') && !isIn(places, 'screens')),
		'',
	].join('\n');

function commandHelp({name, arguments: placeholders, about, details = []}: (typeof commandTable)[number]): string {
	const own = ({places}: Row) => isIn(places, name) && !isIn(places, 'get');
	const shared = ({places}: Row) => isIn(places, name) && isIn(places, 'get') && !isIn(places, 'sandbox');
	const data = ({places}: Row) => isIn(places, name) && isIn(places, 'sandbox');
	const isRemote = isHeadless(name) && name !== 'completion';
	return [
		`landfall ${[name, placeholders, 'and options'].filter(Boolean).join(' ')}`,
		'',
		`  ${about[0]?.toUpperCase()}${about.slice(1)}.`,
		...(isRemote ? ['  PROJECT is an id, a slug or a name; - reads them from standard input.'] : []),
		...details.map(text => `  ${text}`),
		...section('Options', rowsOf(own, name)),
		...section(isRemote ? 'Options of most commands' : 'Options', rowsOf(shared, name)),
		...section(isRemote ? 'With --demo' : 'Options', rowsOf(data, name)),
		...section('Exit codes', isRemote ? exitCodeRows() : []),
		'',
	].join('\n');
}

const section = (title: string, rows: readonly string[]): readonly string[] =>
	rows.length === 0 ? [] : ['', title, ...rows];

const isIn = (places: readonly Place[], place: Place): boolean => places.includes(place);

/** The rows of the options that belong. `place` is the command that is explained. */
function rowsOf(belongs: (option: Row) => boolean, place?: Place): readonly string[] {
	const listed = optionTable.filter(option => belongs(option));
	return listed.flatMap((option, index) => {
		if (!('about' in option)) return [];
		const next = listed.slice(index + 1);
		const end = next.findIndex(other => 'about' in other);
		const names = [option, ...next.slice(0, end < 0 ? undefined : end)].map(nameOf).join(', ');
		const takesBody = place !== undefined && 'bodyPlaces' in option && isIn(option.bodyPlaces, place);
		return [
			line(names, option.about, 'variable' in option ? option.variable : undefined),
			...(takesBody ? [line(`--${option.name} FILE`, 'the JSON to send; - is standard input')] : []),
		];
	});
}

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
	done: 'done, or concluded well',
	notGood: 'concluded badly, or refused by the service',
	usage: 'wrong command line or settings',
	keyRefused: 'no key, or the key was rejected',
	notFound: 'not found',
	unreachable: 'the service could not be reached for too long',
	unusable: 'the service sent an unusable response',
	unknownOutcome: 'a write was sent and its outcome is unknown',
	busy: 'the service was too busy for too long',
	stillRunning: 'still in progress at --timeout',
	unknownConclusion: 'concluded with a word that nobody has classified',
	bug: 'a bug in landfall',
	hungUp: 'hung up',
	interrupted: 'interrupted',
	terminated: 'terminated',
};

const exitCodeRows = (): readonly string[] =>
	Object.entries(exitCodes).map(([name, code]) => line(String(code), meanings[name as keyof typeof exitCodes]));

const nameOf = (option: Row): string => ('value' in option ? `--${option.name} ${option.value}` : `--${option.name}`);

const line = (name: string, about: string, variable?: string): string =>
	`  ${name.padEnd(20)}  ${variable ? `${about.padEnd(37)} ${variable}` : about}`;
