import {globSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {expect, test} from 'vitest';
import {objectsKeyedByText} from './kit/fixtures/text-keys.ts';

/** Which rooms and files of the root each room may import from, besides itself. */
const below: Readonly<Record<string, readonly string[]>> = {
	ui: [
		'store',
		'present',
		'terminal',
		'api',
		'clock.ts',
		'color.ts',
		'duration.ts',
		'status-words.ts',
		'project-title.ts',
		'text.ts',
		'usual-range.ts',
	],
	commands: ['api', 'present', 'store', 'settings', 'command-line', 'clock.ts', 'duration.ts', 'text.ts'],
	store: [
		'api',
		'journal',
		'clock.ts',
		'color.ts',
		'deployment-times.ts',
		'duration.ts',
		'status-words.ts',
		'project-title.ts',
		'text.ts',
		'usual-range.ts',
	],
	journal: ['api', 'clock.ts', 'text.ts'],
	present: [
		'api',
		'journal',
		'deployment-times.ts',
		'duration.ts',
		'status-words.ts',
		'project-title.ts',
		'text.ts',
		'usual-range.ts',
	],
	terminal: ['color.ts', 'text.ts'],
	api: ['clock.ts', 'duration.ts', 'redaction.ts', 'text.ts'],
	settings: ['text.ts'],
	'command-line': [],
	sandbox: ['clock.ts'],
	'clock.ts': [],
	'color.ts': [],
	'deployment-times.ts': ['api'],
	'duration.ts': ['text.ts'],
	'status-words.ts': ['api', 'text.ts'],
	'project-title.ts': ['api', 'text.ts'],
	'text.ts': [],
	'redaction.ts': [],
	'usual-range.ts': ['api', 'deployment-times.ts', 'status-words.ts', 'text.ts'],
};

/** The launcher, and what assembles the program: they may import from every folder. */
const assembly = ['main.ts', 'app'];

/** What Ink draws. Everything else must be there before Ink is loaded. */
const components = globSync('src/ui/**/*.tsx');

/** Imports that are only about types, and so are no arrow at run time: a command is handed the built-in service, and what is shown has moments by one clock or the other. */
const typeArrows: Readonly<Record<string, readonly string[]>> = {commands: ['sandbox'], present: ['clock.ts']};

const files = globSync('src/**/*.{ts,tsx}').toSorted();
const sourceOf = (file: string) => readFileSync(file, 'utf8');
const roomOf = (path: string) => path.split('/')[1] ?? '';

type Import = {readonly to: string; readonly isType: boolean};

/** What a file imports of ours: statically, as types, or when it gets there. */
const importsOf = (file: string): readonly Import[] =>
	[
		...sourceOf(file).matchAll(/(?:^|\n)(?:import|export)\s+(type\s)?[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/g),
	].map(([, type, from, later]) => ({to: posix.join(posix.dirname(file), from ?? later ?? ''), isType: Boolean(type)}));

test.each(files)('%s imports only from the rooms below it', file => {
	const room = roomOf(file);
	if (assembly.includes(room)) return;
	const allowed = [room, ...(below[room] ?? [])];
	for (const {to, isType} of importsOf(file)) {
		if (to === 'package.json') continue;
		const also = isType ? (typeArrows[room] ?? []) : [];
		expect([...allowed, ...also], `${file} imports ${to}`).toContain(roomOf(to));
	}
});

test('every room and every file of the root is known here', () => {
	expect(new Set(files.map(roomOf))).toEqual(
		new Set([...Object.keys(below), ...assembly].filter(room => files.some(file => roomOf(file) === room))),
	);
	for (const file of files) expect([...Object.keys(below), ...assembly]).toContain(roomOf(file));
});

/** The layers of the store, from the bottom up. */
const storeLayers = ['model', 'state', 'reducers', 'store.ts', 'effects', 'actions', 'polling', 'session.ts'];
const layerOf = (file: string) => storeLayers.indexOf(file.split('/')[2] ?? '');

test.each(files.filter(file => roomOf(file) === 'store'))('%s imports only from its layer and those below', file => {
	for (const {to} of importsOf(file)) {
		if (roomOf(to) === 'store') expect(layerOf(to), `${file} imports ${to}`).toBeLessThanOrEqual(layerOf(file));
	}
});

test('every file of the store is in a layer', () => {
	expect(files.filter(file => roomOf(file) === 'store' && layerOf(file) < 0)).toEqual([]);
});

test('no folder holds more than twenty files', () => {
	const counts = new Map<string, number>();
	for (const file of files) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
	expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
});

test('there are no import cycles, not even between types', () => {
	const done = new Set<string>();
	const visit = (file: string, path: readonly string[]) => {
		expect(path, [...path, file].join(' → ')).not.toContain(file);
		if (done.has(file) || !files.includes(file)) return;
		for (const {to} of importsOf(file)) visit(to, [...path, file]);
		done.add(file);
	};
	for (const file of files) visit(file, []);
});

test.each(files)('%s has at most 250 lines', file => {
	expect(sourceOf(file).split('\n').length).toBeLessThanOrEqual(251);
});

test.each([
	[
		'loads an HTTP client or a database before it is needed',
		/^import (?!type )[^;]*from 'node:(?:https?|http2|sqlite)'/m,
		[],
	],
	['sets a timer besides the clock', /\bset(?:Timeout|Interval)\(/, ['src/clock.ts']],
	[
		'but the registry imports a component, which would load Ink with it',
		/^import (?!type )[^;]*from '\.[^']*\.tsx'/m,
		[...components, 'src/ui/registry.ts'],
	],
	['hears the keyboard besides the key input', /\buse(?:Input|Paste)\(/, []],
	['that is no component loads Ink or React', /^import (?!type )[^;]*from '(?:ink|react)[^']*'/m, components],
	['reads the store in a component besides the app', /\buseSyncExternalStore\(/, ['src/ui/runtime.tsx']],
	['keeps state of a module', /^(?:export )?let /m, []],
	['reads what time it is besides the clock', /\bDate\.now\b|new Date\(\)/, ['src/clock.ts']],
	[
		'reads the environment besides the start',
		/\bprocess\.env\b/,
		['src/main.ts', 'src/app/start.ts', 'src/app/cli.ts'],
	],
	['makes random numbers besides the start', /\bMath\.random\b/, ['src/app/cli.ts']],
	['calls a text safe that nobody made so', /\bas (?:readonly )?SafeText\b/, ['src/text.ts', 'src/present/line.ts']],
	[
		'gives Ink a text without the theme, which takes only safe ones',
		/<Text\b[^>]*>\s*(?!\{(?:view\.)?theme\.paint\(|<Spinner |<\/Text>)(?=\S)/,
		[],
	],
	[
		'knows the wire’s names besides the decoder',
		/'(?:upload_mode|latest_upload_version|next_cursor|concluded_at)'/,
		[],
	],
] as const)('no file %s', (_what, forbidden, exceptions) => {
	const wireRooms = ['src/sandbox/', 'src/api/decode/decode.ts', 'src/api/decode/fields.ts'];
	const guilty = files
		.filter(file => !(exceptions as readonly string[]).includes(file))
		.filter(file => !wireRooms.some(room => forbidden.source.includes('upload_mode') && file.startsWith(room)))
		.filter(file => forbidden.test(sourceOf(file)));
	expect(guilty).toEqual([]);
});

/** The parts that handle what the service says. */
const aboutRecords = globSync('src/{api,journal,present,sandbox,settings,store,ui}/**/*.{ts,tsx}').concat(
	'src/status-words.ts',
);

/** Objects with text keys that are all written in our own source, or that are only listed and never looked up in. */
const ownKeys: ReadonlyMap<string, string> = new Map([
	['src/api/decode/fields.ts', 'a record of the service, read only by the field names of the decoder'],
	['src/api/transport/in-process.ts', 'headers as a test or the sandbox writes them, made into a map'],
	['src/api/transport/transport.ts', 'headers of a request, which the client names'],
	['src/journal/database.ts', 'a row of the database, by its columns'],
	['src/sandbox/endpoints/response.ts', 'headers of an answer, which the sandbox names'],
	['src/sandbox/endpoints/projects.ts', 'a row of the database, by its columns'],
	['src/settings/json-file.ts', 'JSON on its way from and to a map'],
	['src/store/model/form.ts', 'the fields of a form'],
]);

test('no object is keyed by a text of the service or of a person', {tags: ['fault-84']}, () => {
	const found = aboutRecords.flatMap(file => objectsKeyedByText(file, sourceOf(file)).map(code => ({file, code})));
	expect(found.filter(({file}) => !ownKeys.has(file))).toEqual([]);
	expect(new Set(found.map(({file}) => file))).toEqual(new Set(ownKeys.keys()));
});

test.each([
	['type Rows = Readonly<Record<string, Row>>;', ['Record<string, Row>']],
	['type Rows = Partial<Record<Id | string, Row>>;', ['Record<Id | string, Row>']],
	['type Rows = {readonly [id: string]: Row};', ['readonly [id: string]: Row']],
	['const next = {...rows, [row.id]: row};', ['[row.id]: row']],
	['const rows = Object.fromEntries(list);', ['Object.fromEntries(list)']],
	['const isKnown = id in rows;', ['id in rows']],
	['const shown = ({up: "↑"})[key] ?? key;', ['({up: "↑"})[key]']],
	['type Names = Record<Field, string>; const is = "id" in rows; const {[0]: first} = list;', []],
	['const text = `a [name: string] in {b}`; // Record<string, number>', []],
])('an object keyed by a text is found in %j', (source, found) => {
	expect(objectsKeyedByText('planted.ts', source)).toEqual(found);
});

test('no file is named for nothing in particular', () => {
	const names = [...files, ...globSync('test/**/*.{ts,tsx}')].flatMap(file => file.replace(/\.\w+$/, '').split('/'));
	for (const name of ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'index']) {
		expect(names).not.toContain(name);
	}
});

test('no test replaces a module by a mock', () => {
	const mock = ['vi', 'mock('].join('.');
	expect(globSync('test/**/*.{ts,tsx}').filter(file => sourceOf(file).includes(mock))).toEqual([]);
});
