import {themeNames} from '../theme-names.ts';
import {zoneNamed} from './time-zone.ts';

/** The commands. `screens` has no name on the command line: it is the default. */
type CommandName = 'screens' | 'sandbox' | 'doctor' | 'keys';

/** Where an option applies. `demo` is the screens with `--demo`. */
export type Place = CommandName | 'demo';

type OptionRow = {
	readonly name: string;
	/** Without it, help lists the option in the row of the one before. */
	readonly about?: string;
	/** The value's placeholder in help. Without it, the option is a flag. */
	readonly value?: string;
	/** The minimum and maximum of an integer value. Without it, the value is text. */
	readonly range?: readonly [number, number];
	/** The form of a text value, and an example. */
	readonly form?: readonly [pattern: Pick<RegExp, 'test'>, example: string];
	/** The environment variable that is used if the option is missing. */
	readonly variable?: string;
	readonly places: readonly Place[];
};

/** The commands. Parsing and help are generated from these two tables. */
export const commands = [
	{usage: 'landfall', about: 'the screens; the first run asks for address and key'},
	{usage: 'landfall --demo', about: 'the same on the built-in service: no network, no key'},
	{usage: 'landfall doctor', about: 'print what a bug report should contain'},
	{usage: 'landfall keys', about: 'print the keys in force, and the ids of their commands'},
	{usage: 'landfall sandbox', about: 'serve that service to other programs on this machine'},
] as const;

/** The names of time zones. Offsets such as +02:00 are none, because their sign means the opposite in TZ. */
const timeZones = {test: (name: string) => /^[a-z]/i.test(name) && zoneNamed(name) !== undefined};

const service: readonly Place[] = ['screens', 'doctor'];
const anyScreen: readonly Place[] = ['screens', 'demo'];
const builtIn: readonly Place[] = ['demo', 'sandbox'];
const sandbox: readonly Place[] = ['sandbox'];

/** The options, in the order of the help. */
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
	{name: 'rpm', value: 'N', range: [0, 600], about: 'requests per minute, 0: on request only; 60', places: anyScreen},
	{name: 'read-only', about: 'never change anything', places: anyScreen},
	{name: 'wall', about: 'the board for a screen on a wall, or as it was', places: anyScreen},
	{
		name: 'replay',
		value: 'TIME',
		form: [/^[1-9]\d{0,2}[mhd]$/, 'a time such as 90m, 3h or 2d'],
		places: anyScreen,
	},
	{
		name: 'tz',
		value: 'ZONE',
		form: [timeZones, 'a time zone such as Europe/Berlin or UTC'],
		about: 'time zone, such as Europe/Berlin',
		variable: 'TZ',
		places: anyScreen,
	},
	{name: 'no-color', about: 'no colours; only ASCII', variable: 'NO_COLOR', places: anyScreen},
	{name: 'ascii', places: anyScreen},
	{
		name: 'theme',
		value: 'NAME',
		form: [new RegExp(`^(?:${themeNames.join('|')})$`), `one of ${themeNames.join(', ')}`],
		about: `${themeNames.join(', ')}`,
		places: anyScreen,
	},
	{
		name: 'screen-reader',
		about: 'announce line by line',
		variable: 'INK_SCREEN_READER',
		places: anyScreen,
	},
	{name: 'world', value: 'NAME', about: 'the sample data; a wrong name lists them', places: builtIn},
	{
		name: 'projects',
		value: 'N',
		range: [0, 1_000_000],
		about: 'how many; the same seed makes the same data',
		places: builtIn,
	},
	{name: 'seed', value: 'N', range: [0, 2 ** 32 - 1], places: builtIn},
	{name: 'latency', value: 'MS', range: [0, 60_000], about: 'how long each response takes', places: builtIn},
	{
		name: 'port',
		value: 'N',
		range: [0, 65_535],
		about: 'sandbox only: where to listen and keep the data',
		places: sandbox,
	},
	{name: 'data', value: 'FILE', places: sandbox},
] as const satisfies readonly OptionRow[];

export type OptionName = (typeof optionTable)[number]['name'];
