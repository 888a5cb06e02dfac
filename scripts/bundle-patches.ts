import {fileURLToPath} from 'node:url';
import {brotliCompressSync} from 'node:zlib';
import type {Plugin} from 'rolldown';

/** What string-width measures one code point at a time as one cell: Latin, dashes and quotes, arrows, boxes, blocks, shapes, braille, and the marks that landfall draws. */
const narrow =
	'/^[\\u0020-\\u007E\\u00A1-\\u00AC\\u00AE-\\u02FF\\u2010-\\u2027\\u2030-\\u205E\\u2190-\\u2193\\u2298\\u2500-\\u25FC\\u2713\\u2714\\u2716\\u2717\\u276F\\u2800-\\u28FF]*$/';

/** Modules of Ink's that make a segmenter when they are loaded, whether or not one is needed. */
const segmenting =
	/(?:string-width\/index|wrap-ansi\/index|slice-ansi\/tokenize-ansi|ansi-tokenize\/build\/tokenize|ink\/build\/line-update)\.js$/;

const nothing = 'export default () => () => {};';

/** Parts of Ink that are for a terminal which Ink owns. Here it writes whole frames to a stand-in, and landfall restores the terminal. */
const unused = [
	{
		id: /ink\/build\/log-update\.js$/,
		code: "const log = () => false; for (const name of ['clear', 'done', 'reset', 'sync', 'setCursorPosition', 'getCursorPosition', 'willRender', 'isCursorDirty']) log[name] = () => undefined; export default {create: () => log};",
	},
	{id: /[\\/]signal-exit[\\/].*\.js$/, code: nothing},
	{id: /[\\/]patch-console[\\/].*\.js$/, code: nothing},
	{id: /es-toolkit[\\/]dist[\\/]compat[\\/]function[\\/]throttle\.mjs$/, code: 'export const throttle = run => run;'},
	{id: /[\\/]terminal-size[\\/]index\.js$/, code: 'export default () => ({columns: 80, rows: 24});'},
];

/**
What landfall changes in the code of others when it is bundled, each for a faster start or a smaller package, and for nothing else.

A patch whose place has moved fails the build: after an update somebody must look.
*/
export const bundlePatches = (version: string): Plugin[] => [
	{
		// Only a developer of Ink uses it, and its imports do not exist here.
		name: 'without-devtools',
		load: {filter: {id: /ink\/build\/devtools\.js$/}, handler: () => 'export {};'},
	},
	{
		// The settings are kept without a schema, and this is a sixth of the package. Whoever gives conf one is told.
		name: 'without-schemas',
		load: {
			filter: {id: /[\\/]ajv[\\/]dist[\\/]2020\.js$/},
			handler: () =>
				"export class Ajv2020 { constructor() { throw new Error('The bundle has no validator for schemas.'); } }",
		},
	},
	{
		name: 'without-formats',
		load: {filter: {id: /[\\/]ajv-formats[\\/]dist[\\/]index\.js$/}, handler: () => 'export default {};'},
	},
	{
		// conf compares versions when it moves settings from one to the next, which is not asked of it.
		name: 'without-versions',
		load: {
			filter: {id: /[\\/]semver[\\/]index\.js$/},
			handler: () =>
				"const missing = () => { throw new Error('The bundle has nothing that compares versions.'); }; export default {Range: missing, satisfies: missing, gt: missing, minVersion: missing, valid: missing};",
		},
	},
	{
		// conf waits with this for a file to come to rest that it watches, which is not asked of it.
		name: 'without-watching',
		load: {
			filter: {id: /[\\/]debounce-fn[\\/]index\.js$/},
			handler: () => "export default () => { throw new Error('The bundle watches no files.'); };",
		},
	},
	...unused.map(({id, code}) => ({name: `without ${id.source}`, load: {filter: {id}, handler: () => code}})),
	{
		// Ink keeps the widths of texts in it, for which forgetting all of them now and then is as good as forgetting the oldest.
		name: 'small-cache',
		load: {
			filter: {id: /[\\/]quick-lru[\\/]index\.js$/},
			handler: () =>
				'export default class extends Map { constructor({maxSize}) { super(); this.most = maxSize; } set(key, value) { if (this.size >= this.most) this.clear(); return super.set(key, value); } }',
		},
	},
	{
		// Three copies of the one and two of the other, which differ in nothing that is used.
		name: 'one-of-each',
		resolveId: {
			filter: {id: /^(?:chalk|#?ansi-styles)$/},
			handler: source => fileURLToPath(import.meta.resolve(source.replace('#', ''))),
		},
	},
	{
		// It would draw a bug on a screen that is about to go. The crash file tells it.
		name: 'without-error-overview',
		load: {filter: {id: /ink\/build\/components\/ErrorOverview\.js$/}, handler: () => 'export default () => null;'},
	},
	{
		// One of two hundred, in a part that is replaced.
		name: 'own-figures-only',
		load: {filter: {id: /[\\/]figures[\\/]index\.js$/}, handler: () => "export default {pointer: '>'};"},
	},
	{
		// What other renderers do and Ink does not: to take over a page, to keep a tree instead of changing it, to be tested by selectors.
		name: 'only-what-ink-does',
		transform: {filter: {id: /react-reconciler\.production\.js$/}, handler: withoutOtherRenderers},
	},
	{
		// Two of ninety.
		name: 'own-spinners-only',
		transform: {filter: {id: /cli-spinners[\\/]spinners\.json$/}, handler: withOwnSpinners},
	},
	{
		// Yoga would fetch() its own bytes from a data: address, and fetch loads an HTTP client: a third of the start.
		name: 'yoga-from-bytes',
		transform: {
			filter: {id: /yoga-wasm-base64-esm\.js$/},
			handler: code =>
				withSmallYoga(replaced(code, 'w||"function"!=typeof fetch?Promise.resolve()', '1?Promise.resolve()')),
		},
	},
	{
		// The Unicode tables behind these expressions take as long to set up as all of React.
		name: 'unicode-when-needed',
		transform: {filter: {id: /string-width\/index\.js$/}, handler: withLazyUnicode},
	},
	{
		// In narrow text every code point is a segment, so the tables of Unicode are not needed to find them.
		name: 'segmenter-when-needed',
		transform: {filter: {id: segmenting}, handler: withLazySegmenter},
	},
	{
		// As a module, each built-in one is asked for all it has, and some of that takes longer to load than landfall itself.
		name: 'builtins-as-they-are',
		renderChunk: code => ({code: withoutFacades(code)}),
	},
	{
		// The version and nothing else of package.json.
		name: 'version-only',
		load: {filter: {id: /[\\/]package\.json$/}, handler: () => ({code: JSON.stringify({version}), moduleType: 'json'})},
	},
];

const builtinImport = /\bimport ?([^;"']*?) ?from ?["'](node:[a-z_/]+)["'];?/g;

/** As imports do, what stands for them goes before everything else. */
function withoutFacades(code: string): string {
	const made: string[] = [];
	const rest = code.replaceAll(builtinImport, (all, names: string, id: string) => {
		made.push(withoutFacade(all, names, id));
		return '';
	});
	const [banner = ''] = /^#!.*\n/.exec(rest) ?? [];
	return banner + made.join('') + rest.slice(banner.length);
}

/** The same names without an import: `import a,{b as c}from"node:fs"`. */
function withoutFacade(all: string, names: string, id: string): string {
	const builtin = `globalThis.process.getBuiltinModule(${JSON.stringify(id)})`;
	const parts = /^(?:([\w$]+),?)? ?(?:\* ?as ([\w$]+))? ?(\{[^}]*\})?$/.exec(names.trim());
	if (!parts) throw moved(all);
	const [, whole, namespace, some] = parts;
	return [whole, namespace, some?.replaceAll(/([\w$]+) as ([\w$]+)/g, '$1:$2')]
		.flatMap(name => (name ? [`const ${name}=${builtin};`] : []))
		.join('');
}

/** What Ink's renderer can do, and what it says it cannot or says nothing of. */
const abilities = {
	Mutation: true,
	Hydration: false,
	Persistence: false,
	TestSelectors: false,
	Resources: false,
	Singletons: false,
};

/** What a renderer offers to those who test it or take over a page. */
const offered =
	/exports\.(?:attempt\w+|createPortal|createHydrationContainer|createComponentSelector|createHasPseudoClassSelector|createRoleSelector|createTestNameSelector|createTextSelector|findAllNodes|findBoundingRects|findHostInstance\w*|focusWithin|getFindAllNodesFailureDescription|observeVisibleRects|shouldError|shouldSuspend) = /g;

function withoutOtherRenderers(code: string): string {
	const known = Object.entries(abilities).reduce((patched, [name, has]) => {
		if (!patched.includes(`supports${name} = $$$config.supports${name}`)) throw moved(`supports${name}`);
		return patched.replaceAll(new RegExp(`(?<!\\.)\\bsupports${name}\\b(?! =)`, 'g'), has ? '!0' : '!1');
	}, code);
	if (!offered.test(known)) throw moved('what the renderer offers');
	let unused = 0;
	return known.replaceAll(offered, () => `var _unused${unused++} = `);
}

function withOwnSpinners(code: string): string {
	const {dots, line} = JSON.parse(code);
	return JSON.stringify({dots, line});
}

/** Machine code in base64 is a fifth of the package, and cannot be packed well as it is. */
function withSmallYoga(code: string): string {
	const found = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/.exec(code);
	if (!found?.[1]) throw moved('the code of Yoga');
	const packed = brotliCompressSync(Buffer.from(found[1], 'base64')).toString('base64');
	const unpack = `process.getBuiltinModule("node:zlib").brotliDecompressSync(Buffer.from("${packed}","base64"))`;
	return replaced(code, found[0], `"data:application/octet-stream;base64,"+${unpack}.toString("base64")`);
}

function withLazyUnicode(code: string): string {
	let patched = code;
	for (const name of ['visibleCharacterRegex', 'spacingMarkRegex', 'rgiEmojiRegex']) {
		const found = new RegExp(`const ${name} = /(.*)/v;`).exec(patched);
		if (!found?.[1]) throw moved(name);
		const made = `(_${name} ??= new RegExp(${JSON.stringify(found[1])}, 'v'))`;
		const lazy = `let _${name}; const ${name} = {test: text => ${made}.test(text), [Symbol.search]: text => ${made}[Symbol.search](text)};`;
		patched = replaced(patched, found[0], lazy);
	}

	const ascii = '/^[\\u0020-\\u007E]*$/';
	return replaced(patched, `${ascii}.test(string)`, `(ambiguousIsNarrow ? ${narrow} : ${ascii}).test(string)`);
}

function withLazySegmenter(code: string): string {
	const found = /const (\w+) = (new Intl\.Segmenter\([^;]*\));/.exec(code);
	if (!found) throw moved('new Intl.Segmenter');
	const [all, name, made] = found;
	const segments = `(_${name} ??= ${made}).segment(text)`;
	const characters = `Array.from(text, (segment, index) => ({segment, index}))`;
	// An array is all that is needed where the segments are only gone through.
	const isOnlyIterated = !code.includes('.containing(');
	const lazy = `{segment: text => ${isOnlyIterated ? `${narrow}.test(text) ? ${characters} : ` : ''}${segments}}`;
	return replaced(code, all, `let _${name}; const ${name} = ${lazy};`);
}

function replaced(code: string, before: string, after: string): string {
	if (code.split(before).length !== 2) throw moved(before);
	return code.replace(before, () => after);
}

const moved = (text: string) => new Error(`A patched text has moved, look at scripts/bundle-patches.ts: ${text}`);
