/** What may be asked of landfall on the command line. The screens have no name: they are what landfall is. */
type CommandName = 'screens' | 'sandbox' | 'doctor';

/** Where an option has a meaning. `demo` is the screens with `--demo`. */
export type Place = CommandName | 'demo';

type OptionRow = {
	readonly name: string;
	readonly about: string;
	/** What the value stands for; without it, the option is a yes. */
	readonly value?: string;
	/** The least and the greatest whole number that is taken; without it, the value is text. */
	readonly range?: readonly [number, number];
	/** The variable that counts when the option is not given. */
	readonly variable?: string;
	readonly places: readonly Place[];
};

/** Each command with what it does. Parsing, help and completion are made from these two tables. */
export const commands = [
	{usage: 'landfall', about: 'the screens; the first run asks for address and key'},
	{usage: 'landfall --demo', about: 'the same on the built-in service: no network, no key'},
	{usage: 'landfall doctor', about: 'what a report of a problem should say'},
	{usage: 'landfall sandbox', about: 'serve that service to other programs on this machine'},
] as const;

const service: readonly Place[] = ['screens', 'doctor'];
const anyScreen: readonly Place[] = ['screens', 'demo'];
const builtIn: readonly Place[] = ['demo', 'sandbox'];
const sandbox: readonly Place[] = ['sandbox'];

/** Each option, in the order in which help lists them. */
export const optionTable = [
	{name: 'demo', about: 'use the built-in service', places: anyScreen},
	{name: 'profile', value: 'NAME', about: 'a saved connection', variable: 'LANDFALL_PROFILE', places: service},
	{
		name: 'base-url',
		value: 'URL',
		about: 'its address, without /v1',
		variable: 'LANDFALL_BASE_URL',
		places: service,
	},
	{
		name: 'api-key-file',
		value: 'FILE',
		about: 'a file with the team API key',
		variable: 'LANDFALL_API_KEY',
		places: service,
	},
	{name: 'api-key-stdin', about: 'read the key from standard input', places: service},
	{name: 'rpm', value: 'N', range: [1, 600], about: 'requests a minute when reading on; 60', places: anyScreen},
	{name: 'read-only', about: 'look and never change anything', places: anyScreen},
	{name: 'no-color', about: 'no colours', variable: 'NO_COLOR', places: anyScreen},
	{name: 'ascii', about: 'signs and lines in ASCII only', places: anyScreen},
	{name: 'world', value: 'NAME', about: 'which made-up data; a wrong name lists them', places: builtIn},
	{name: 'projects', value: 'N', range: [0, 1_000_000], about: 'how many projects there are', places: builtIn},
	{name: 'seed', value: 'N', range: [0, 2 ** 32 - 1], about: 'the same number makes the same data', places: builtIn},
	{name: 'latency', value: 'MS', range: [0, 60_000], about: 'how long each answer takes', places: builtIn},
	{name: 'port', value: 'N', range: [0, 65_535], about: 'the port to listen on; else any free one', places: sandbox},
	{name: 'data', value: 'FILE', about: 'keep the data in this file', places: sandbox},
] as const satisfies readonly OptionRow[];

export type OptionName = (typeof optionTable)[number]['name'];
