import {globSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {expect, test} from 'vitest';

/** The folders that each folder of src may import from, besides itself. */
const below: Readonly<Record<string, readonly string[]>> = {
	base: [],
	api: ['base'],
	terminal: ['base'],
	settings: ['base', 'api'],
	sandbox: ['base'],
	model: ['base', 'api'],
	journal: ['base', 'api', 'model'],
	present: ['base', 'api', 'model'],
	state: ['base', 'api', 'model'],
	sync: ['base', 'api', 'model', 'state', 'journal'],
	commands: ['base', 'api', 'model', 'state', 'sync', 'present', 'journal', 'settings'],
	cli: ['base', 'commands'],
	ui: ['base', 'api', 'model', 'state', 'sync', 'present', 'terminal'],
};

/** The launcher and the code that assembles the program, which may import from every folder. */
const assembly = ['main.ts', 'app'];

/** Components, the only files that may load Ink. */
const components = globSync('src/ui/**/*.tsx');

const files = globSync('src/**/*.{ts,tsx}').toSorted();
const sourceOf = (file: string) => readFileSync(file, 'utf8');
const folderOf = (path: string) => path.split('/')[1] ?? '';

/** The project files that a file imports: statically, as types or dynamically. */
const importsOf = (file: string): readonly string[] =>
	[...sourceOf(file).matchAll(/(?:^|\n)(?:import|export)\s[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(
		([, from, later]) => posix.join(posix.dirname(file), from ?? later ?? ''),
	);

test('every file imports only from the folders below its own', () => {
	for (const file of files) {
		const folder = folderOf(file);
		if (assembly.includes(folder)) continue;
		expect(Object.keys(below), `the import rules for ${folder}`).toContain(folder);
		for (const to of importsOf(file)) {
			if (to === 'package.json') continue;
			const allowed = [folder, ...(below[folder] ?? [])];
			const isAllowed = allowed.some(part => `${to}/`.startsWith(`src/${part}/`));
			expect(isAllowed, `${file} imports ${to}`).toBe(true);
		}
	}
});

test('every name at the top level of a file is defined in one file only', () => {
	const filesOf = Map.groupBy(
		files.flatMap(file =>
			[...sourceOf(file).matchAll(/^(?:export )?(?:async )?(?:function\*?|const|let|type|class) (\w+)/gm)].map(
				([, name = '']) => ({name, file}),
			),
		),
		({name}) => name,
	);
	const shared = [...filesOf].map(([name, found]) => [name, ...new Set(found.map(({file}) => file))]);
	expect(shared.filter(([, ...where]) => where.length > 1)).toEqual([]);
});

/** The parts of the UI, from the bottom up. */
const uiLayers = [
	'themes.ts',
	'contexts.ts',
	'lines',
	'keys',
	'hooks.tsx',
	'components',
	'dialogs',
	'screens',
	'frame',
	'speaker.ts',
	'app.tsx',
];
const layerOf = (file: string) => uiLayers.indexOf(file.split('/')[2] ?? '');

test('every file of the UI imports only from its own or lower layers', () => {
	for (const file of files.filter(file => folderOf(file) === 'ui')) {
		expect(layerOf(file), `the layer of ${file}`).toBeGreaterThanOrEqual(0);
		for (const to of importsOf(file)) {
			if (folderOf(to) !== 'ui') continue;
			expect(layerOf(to), `${file} imports ${to}`).toBeLessThanOrEqual(layerOf(file));
		}
	}
});

test('no files import each other in a circle, not even types', () => {
	const done = new Set<string>();
	const visit = (file: string, path: readonly string[]) => {
		expect(path, `${[...path, file].join(' imports ')}`).not.toContain(file);
		if (done.has(file) || !file.startsWith('src/')) return;
		for (const to of importsOf(file)) visit(to, [...path, file]);
		done.add(file);
	};
	for (const file of files) visit(file, []);
});

test.each([
	[
		'loads an HTTP client or a database before it is needed',
		/^import (?!type )[^;]*from 'node:(?:https?|http2|sqlite)'/m,
		[],
	],
	['sets a timer outside the clock', /\bset(?:Timeout|Interval)\(/, ['src/base/clock.ts']],
	[
		'outside the screens and dialogs imports a component, which would load Ink',
		/^import (?!type )[^;]*from '\.[^']*\.tsx'/m,
		components,
	],
	['reads the keyboard outside the key input', /\buse(?:Input|Paste)\(/, ['src/ui/components/input.tsx']],
	['except a component loads Ink or React', /^import (?!type )[^;]*from '(?:ink|react)[^']*'/m, components],
	['subscribes a component to the store outside the runtime', /\buseSyncExternalStore\(/, ['src/ui/hooks.tsx']],
	['has module-level state', /^(?:export )?(?:let |const \w+[^\n]*= new Weak(?:Map|Set)\b)/m, []],
	['reads the time outside the clock', /\bDate\.now\b|new Date\(\)/, ['src/base/clock.ts']],
	[
		'reads the environment outside the start',
		/\bprocess\.env\b/,
		['src/main.ts', 'src/app/cli.ts', 'src/app/open-session.ts'],
	],
	[
		'compares text in a form of its own',
		/\.to(?:Locale)?LowerCase\(|\.localeCompare\(|\bexact [!=]==/,
		[
			...['src/base/text.ts', 'src/base/name-pattern.ts'],
			// Words of landfall itself, of protocols and of the system.
			...['src/base/did-you-mean.ts', 'src/commands/options.ts', 'src/present/table.ts', 'src/ui/keys/'],
			...['src/ui/lines/text-lines.ts', 'src/api/', 'src/terminal/', 'src/sandbox/'],
			// Ids, and whether a record has changed.
			...['src/model/deployment-changes.ts', 'src/sync/name-sync.ts'],
		],
	],
	['creates random numbers outside the start', /\bMath\.random\b/, ['src/app/cli.ts', 'src/app/open-service.ts']],
	['casts a text to SafeText', /\bas (?:readonly )?SafeText\b/, ['src/base/text.ts', 'src/present/line.ts']],
	[
		'passes text to Ink without the theme, which accepts only SafeText',
		/<Text\b[^>]*>\s*(?!\{(?:view\.)?theme\.paint\(|<Spinner |<Transform |<\/Text>)(?=\S)/,
		[],
	],
	[
		'uses wire names outside the decoder',
		/'(?:upload_mode|latest_upload_version|next_cursor|concluded_at)'/,
		['src/sandbox/', 'src/api/decode.ts'],
	],
] as const)('no file %s', (_what, forbidden, exceptions) => {
	const violations = files
		.filter(file => !exceptions.some(path => file.startsWith(path)))
		.filter(file => forbidden.test(sourceOf(file)));
	expect(violations).toEqual([]);
});

/** What is declared at the top level of a file, and how: `const name =` with what follows. */
const declarationsIn = (file: string) =>
	sourceOf(file)
		.split(/^(?=(?:export )?(?:async )?(?:function|const)\b)/m)
		.map(text => ({
			text,
			name: /^(?:export )?(?:async )?(?:function\*?|const) (\w+)/.exec(text)?.[1] ?? '',
			/** The function that is called for the value, if one is. */
			from: /^(?:export )?const \w+(?:: [^=\n]+)? = (?:\{\.\.\.)?(\w+)[<(]/.exec(text)?.[1],
		}));

test('nothing at the top level of a file remembers, unless in a `WeakMap` by object', () => {
	// The values of base/text.ts are made when they are first used, and depend on nothing.
	const declarations = files.filter(file => file !== 'src/base/text.ts').flatMap(declarationsIn);
	const functions = declarations.filter(({from}) => from === undefined);
	/** The functions that have a variable, a collection or what another such function makes. */
	const remembering = new Set<string>();
	let keeps = /^\t(?:let |const \w+(?:: [^=\n]+)? = new (?:Map|Set)\b)/m;
	for (;;) {
		const found = functions.filter(({name, text}) => !remembering.has(name) && keeps.test(text));
		if (found.length === 0) break;
		for (const {name} of found) remembering.add(name);
		keeps = new RegExp(`^\\t(?:return |const \\w+(?:: [^=\\n]+)? = )?(?:${[...remembering].join('|')})[<(]`, 'm');
	}

	const kept = declarations.filter(({from}) => from !== undefined && remembering.has(from));
	expect(kept.map(({name, from}) => `${name} = ${from}()`)).toEqual([]);
});

test('no test mocks a module', () => {
	const mock = ['vi', 'mock('].join('.');
	expect(globSync('test/**/*.{ts,tsx}').filter(file => sourceOf(file).includes(mock))).toEqual([]);
});

test('what is not loaded at a start is loaded soon after it, so that landfall may be replaced while it runs', () => {
	const laterIn = (file: string) =>
		[
			...sourceOf(file).matchAll(
				/await import\('([^']+)'\)|^\t*(?:void |\()?import\('([^']+)'\)|[=(] ?import\('([^']+)'\)/gm,
			),
		].map(([, ...ids]) => posix.basename(ids.find(id => id !== undefined) ?? ''));
	const rest = laterIn('src/app/rest.ts');
	const atStart = [
		...['src/main.ts', 'src/app/cli.ts', 'src/cli/command-table.ts'].flatMap(laterIn),
		...['keyboard.ts', 'speaker.ts', 'ls-deployments.ts', 'select-projects.ts'],
	];
	const others = files.flatMap(laterIn).filter(id => !rest.includes(id) && !atStart.includes(id));
	expect(others.filter(id => !id.startsWith('node:'))).toEqual([]);
	expect(rest.length).toBeGreaterThan(5);
});
