import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {durationText, parseDuration} from '../../src/base/duration-option.ts';
import {type Options, parseOptions} from '../../src/cli/command-line.ts';
import {allOptions} from '../../src/cli/command-table.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';

const parse = (line: string, environment = {}) => parseOptions(line.split(' ').filter(Boolean), environment);

function optionsOf(line: string, environment = {}): Options {
	const parsed = parse(line, environment);
	if (!parsed.ok) throw new Error(parsed.sentence);
	return parsed.options;
}

describe('the command line', () => {
	const screens = {command: 'screens', isReadOnly: false, isDemo: false};
	const none = {profile: undefined, baseUrl: undefined, apiKeyFile: undefined, isApiKeyFromInput: false};
	const plainly = {
		timeZone: undefined,
		theme: undefined,
		isAscii: false,
		isSpoken: false,
		color: 'auto',
		isWall: false,
	};

	test.each<readonly [line: string, options: object]>([
		['', {...screens, ...none, ...plainly, rpm: undefined}],
		['--profile acme --base-url=https://x.example', {...screens, profile: 'acme', baseUrl: 'https://x.example'}],
		['--read-only --api-key-file key --rpm 600', {isReadOnly: true, apiKeyFile: 'key', rpm: 600}],
		['--patience 3', {patience: 3}],
		['--api-key-stdin --no-color --ascii', {isApiKeyFromInput: true, color: 'never', isAscii: true}],
		['--wall', {...screens, isWall: true, isReadOnly: true}],
		['--screen board --filter @prod', {...screens, screen: 'board', filter: '@prod'}],
		['--screen-reader --theme color-blind', {...screens, isSpoken: true, theme: 'color-blind'}],
		['--tz Europe/Berlin', {...screens, timeZone: 'Europe/Berlin'}],
		['--tz utc', {...screens, timeZone: 'UTC'}],
		['--demo', {...plainly, world: undefined, isDemo: true}],
		['--world odd --demo --rpm 1', {isDemo: true, rpm: 1, world: 'odd'}],
		['sandbox', {command: 'sandbox', port: undefined, world: undefined, projects: undefined}],
		[
			'sandbox --port 8080 --world odd --projects 0 --seed 7 --latency 250',
			{command: 'sandbox', port: 8080, world: 'odd', projects: 0, seed: 7, latencyMs: 250},
		],
		['--filter latest:failed --filter @prod', {...screens, filter: 'latest:failed @prod'}],
		['wait docs --ok a,b --ok c --bad d', {options: {okWords: ['a', 'b', 'c'], badWords: ['d']}}],
		['keys', {command: 'keys'}],
		['list -n 5', {command: 'headless', name: 'ls', options: {limit: 5}}],
		['ls -n5 --demo', {command: 'headless', name: 'ls', options: {limit: 5, isDemo: true}}],
		...['--sort -updated', '--sort=-updated'].map(given => [`ls ${given}`, {options: {sort: '-updated'}}] as const),
		...['--version', 'sandbox -v', 'version'].map(line => [line, {command: 'version'}] as const),
		...['-h', 'help', 'help ls', 'ls --help', '--nonsense --help'].map(line => [line, {command: 'help'}] as const),
		// One thing may be read from standard input.
		...['create - --api-key-stdin', 'get - --api-key-file key'].map(line => [line, {command: 'headless'}] as const),
	])('"landfall %s" is parsed', (line, options) => {
		expect(optionsOf(line)).toMatchObject(options);
	});

	const acme = {LANDFALL_PROFILE: 'acme', LANDFALL_BASE_URL: 'https://x.example'};

	test.each<[line: string, environment: object, options: object]>([
		['', acme, {profile: 'acme', baseUrl: 'https://x.example'}],
		['--profile other', acme, {profile: 'other', baseUrl: undefined, isProfileFromOption: true}],
		['--base-url https://y.example', acme, {profile: 'acme', baseUrl: 'https://y.example', isProfileFromOption: false}],
		['doctor', {LANDFALL_BASE_URL: 'https://x.example'}, {command: 'doctor', baseUrl: 'https://x.example'}],
		['--demo', {LANDFALL_BASE_URL: '', LANDFALL_API_KEY: '', LANDFALL_PROFILE: ''}, {isDemo: true}],
		['sandbox', {LANDFALL_BASE_URL: '', LANDFALL_PROFILE: ''}, {command: 'sandbox'}],
		['', {NO_COLOR: '1'}, {color: 'never'}],
		['', {NO_COLOR: ''}, {color: 'auto'}],
		['', {NO_COLOR: '1', FORCE_COLOR: ''}, {color: 'always'}],
		['', {FORCE_COLOR: '0'}, {color: 'never'}],
		['--no-color', {FORCE_COLOR: '1'}, {color: 'never'}],
		['', {INK_SCREEN_READER: 'true'}, {isSpoken: true}],
		['', {INK_SCREEN_READER: 'false'}, {isSpoken: false}],
	])('"landfall %s" is parsed with the environment %j', (line, environment, options) => {
		expect(optionsOf(line, environment)).toMatchObject(options);
	});
});

describe('a rejected command line', () => {
	test.each<readonly [line: string, name: string]>([
		...['', 'deploy docs', 'ls --base-url https://x.example', 'doctor'].flatMap(line =>
			['LANDFALL_BASE_URL', 'LANDFALL_PROFILE', 'LANDFALL_API_KEY', 'LANDFALL_CONFIG_DIR'].map(
				name => [line, name] as const,
			),
		),
		['sandbox', 'LANDFALL_API_KEY'],
		['--demo', 'LANDFALL_CONFIG_DIR'],
		['keys', 'LANDFALL_CONFIG_DIR'],
	])('is explained: landfall %s, with an empty %s', {tags: ['fault-120']}, (line, name) => {
		const sentence = `${name} is set but empty: give it a value, or unset it. Try landfall --help.`;
		expect(parse(line, {[name]: ''})).toEqual({ok: false, sentence});
	});

	const namesWithValue = ['profile', 'base-url', 'api-key-file', 'tz', 'rpm', 'theme', 'filter'];

	test.each(namesWithValue)('is explained: an empty --%s', {tags: ['fault-120']}, name => {
		const sentence = expect.stringMatching(new RegExp(`^--${name} needs a value: --${name} `));
		for (const argv of [[`--${name}=`], [`--${name}`, ''], [`--${name}`, ' \t']])
			expect(parseOptions(argv, {})).toEqual({ok: false, sentence});
	});

	const key =
		'The key is not taken from the command line: every user of this computer can read it. Put it into LANDFALL_API_KEY, or name a file with --api-key-file.';

	test.each([
		['sandbx', 'There is no command sandbx. Did you mean sandbox?'],
		['lf_live_0123', 'There is no command of that name.'],
		['ls -n', '--limit needs a value: --limit N.'],
		['get docs -n 5', 'landfall get takes no --limit.'],
		['ls quiz', 'Usage: landfall ls [projects | deployments|versions [PROJECT]].'],
		['ls projects docs', 'Usage: landfall ls [projects | deployments|versions [PROJECT]].'],
		['completion tcsh', 'Usage: landfall completion bash|zsh|fish.'],
		['sandbox more', 'landfall sandbox takes only options, no arguments.'],
		['--read-onyl', 'There is no option --read-onyl. Did you mean --read-only?'],
		['--base_url=https://x.example', 'There is no option of that name. Did you mean --base-url?'],
		['ls --watch', 'There is no option --watch. Did you mean landfall watch?'],
		['--profile', '--profile needs a value: --profile NAME.'],
		['--profile --ascii', '--profile needs a value: --profile NAME.'],
		['--demo=yes', '--demo takes no value.'],
		['--patience 0', '--patience needs a whole number from 1 to 20.'],
		['--profile a --profile b', '--profile was given twice: give it once.'],
		['ls --limit 5 -n 6', '--limit was given twice: give it once.'],
		['get docs --json --json', '--json was given twice: give it once.'],
		['deploy docs --json a.json --json=b.json', '--json was given twice: give it once.'],
		['--rpm 601', '--rpm needs a whole number from 0 to 600.'],
		['--tz Europe/Nowhere', '--tz needs a time zone such as Europe/Berlin or UTC.'],
		['--tz +02:00', '--tz needs a time zone such as Europe/Berlin or UTC.'],
		['--theme dark', '--theme needs one of terminal, high-contrast, color-blind, monochrome.'],
		['--rpm 1e2', '--rpm needs a whole number from 0 to 600.'],
		['--port 1', 'landfall without a command takes no --port.'],
		['--world outage', '--world needs --demo.'],
		['--demo --base-url https://x.example', '--base-url cannot be used with --demo, which has its own service.'],
		['--api-key-file a --api-key-stdin', '--api-key-file and --api-key-stdin cannot be used together.'],
		['wait docs --ok --timeout 20m', '--ok needs a value: --ok WORD,….'],
		[
			'ls --cursor -b2Zmc2V0',
			'--cursor needs a value: --cursor CURSOR. One that begins with a dash is written --cursor=….',
		],
		['edit docs --name --docs', '--name needs a value: --name TEXT. One that begins with a dash is written --name=….'],
		['ls --cursor --limit=3', '--cursor needs a value: --cursor CURSOR.'],
		['ls --sort --json', '--sort needs a value: --sort FIELD.'],
		['get - --api-key-stdin', 'Only one thing can be read from standard input.'],
		['watch docs - --api-key-stdin', 'Only one thing can be read from standard input.'],
		['api POST projects --json - --api-key-stdin', 'Only one thing can be read from standard input.'],
		...['wait docs', 'watch docs', 'deploy docs --wait'].map(line => [
			`${line} --rpm 0`,
			'With --rpm 0 landfall reads only on request, so it cannot follow deployments. Use --rpm 1 or more.',
		]),
		...['deploy --json docs', 'edit --json docs', 'edit --json docs --name New'].map(line => [
			line,
			`Usage: landfall ${line.split(' ')[0]} PROJECT. The word after --json is the FILE to send. To print JSON, put --json last.`,
		]),
		[
			'api --json GET projects',
			'Usage: landfall api METHOD PATH. The word after --json is the FILE to send. To print JSON, put --json last.',
		],
		['deploy docs web --json change.json', 'Usage: landfall deploy PROJECT.'],
		...['deploy -', 'delete - --yes', 'edit - --slug x'].map((line): [string, string] => {
			const [command] = line.split(' ');
			const loop = `while read -r id; do landfall ${command} "$id" …; done`;
			return [line, `landfall ${command} changes one project at a time. For several, run it in a loop: ${loop}.`];
		}),
		['wait - dep_1', 'A deployment belongs to one project: name the project.'],
	])('is explained: landfall %s', (line, sentence) => {
		expect(parse(line)).toEqual({ok: false, sentence: `${sentence} Try landfall --help.`});
	});

	test.each(['get', 'wait'])('is explained: landfall %s with an empty deployment', command => {
		const sentence = 'The DEPLOYMENT argument is empty. Give an id, or leave it out. Try landfall --help.';
		expect(parseOptions([command, 'docs', ''], {})).toEqual({ok: false, sentence});
	});

	const linesWithKey = ['--api-key s3cret', '--api-key=s3cret', 'sandbox --token s3cret', '--key s3cret --help'];

	test.each(linesWithKey)('does not repeat a key: landfall %s', line => {
		expect(parse(line)).toEqual({ok: false, sentence: key});
	});
});

test('a suggested duration is a valid option value and never too short', () => {
	const maxMs = 99_999 * 86_400_000;
	fc.assert(
		fc.property(fc.oneof(fc.integer({min: 1, max: 100_000_000}), fc.integer({min: 1, max: maxMs})), ms => {
			const read = parseDuration(durationText(ms)) ?? 0;
			expect(read).toBeGreaterThanOrEqual(ms);
			expect(read - ms).toBeLessThan(ms < 99_999_000 ? 1000 : 86_400_000);
		}),
	);
});

test('no command line crashes, and no error repeats a value or contains a control character', () => {
	const name = fc.constantFrom(...allOptions.map(option => `--${option.name}`), '--nonsense', '-x', '');
	const secret = anyText(8).map(text => `S3CRET${text}`);
	const word = fc.oneof(
		name,
		secret,
		fc.tuple(name, secret).map(([option, text]) => `${option}=${text}`),
	);
	fc.assert(
		fc.property(fc.array(word), argv => {
			const parsed = parseOptions(argv, {});
			if (!parsed.ok) expect(parsed.sentence).not.toMatch(/S3CRET|\p{Cc}/u);
		}),
	);
});

test.each([
	['NODE_TLS_REJECT_UNAUTHORIZED', '0', /^NODE_TLS_REJECT_UNAUTHORIZED=0 .* NODE_EXTRA_CA_CERTS\.$/],
	['NODE_DEBUG', 'http', /^NODE_DEBUG /],
])('with %s=%s landfall does not start with a key and says why', {tags: ['fault-24']}, (name, value, sentence) => {
	for (const line of ['', '--demo', '--base-url https://x.example']) {
		expect(parse(line, {[name]: value})).toEqual({ok: false, sentence: expect.stringMatching(sentence)});
	}

	expect(parse('sandbox', {[name]: value}).ok).toBe(true);
	expect(parse('', {NODE_TLS_REJECT_UNAUTHORIZED: '1', NODE_DEBUG: ''}).ok).toBe(true);
});
