import {fileURLToPath} from 'node:url';
import type {Plugin} from 'rolldown';

/** What string-width measures one code point at a time as one cell: Latin, dashes and quotes, arrows, boxes, blocks, shapes, braille, and the marks that landfall draws. */
const narrowCharacters =
	'\\u0020-\\u007E\\u00A1-\\u00AC\\u00AE-\\u02FF\\u2010-\\u2027\\u2030-\\u205E\\u2190-\\u2193\\u2298\\u2500-\\u25FC\\u2713\\u2714\\u2716\\u2717\\u276F\\u2800-\\u28FF';

const narrow = `/^[${narrowCharacters}]*$/`;

/** Of these, every code point is a segment. Escape and the end of a line are, too: Ink segments lines with their colours, and borders as one text. */
const separate = `/^[\\n\\u001B${narrowCharacters}]*$/`;

/** Modules of Ink's that make a segmenter when they are loaded, whether or not one is needed. */
const segmenting =
	/(?:string-width\/index|wrap-ansi\/index|slice-ansi\/tokenize-ansi|ansi-tokenize\/build\/tokenize|ink\/build\/line-update)\.js$/;

/**
What landfall changes in its dependencies when it bundles them: what Node cannot load, and what costs a millisecond or more of the start. A patch that only saves bytes is not worth its place here.

The figures are milliseconds that a patch saves, as medians of paired runs of two bundles, one of them without that patch, at their second start and later: until the first rows of the demo are on the terminal (start), and from a `?` pressed then, which loads Ink, to the help (first dialog). Differences of less than a millisecond are noise. `npm run bench -- --only start` with `LANDFALL_BENCH_PROGRAM` measures a bundle.

A patch whose place has moved fails the build: after an update somebody must look.
*/
export const bundlePatches: Plugin[] = [
	{
		// Not for speed: what Ink's developer tools import is not installed, so they cannot be bundled.
		name: 'without-devtools',
		load: {filter: {id: /ink\/build\/devtools\.js$/}, handler: () => 'export {};'},
	},
	{
		// First dialog: 46 ms. Yoga would fetch() its own bytes from a data: address, and fetch loads an HTTP client.
		name: 'yoga-from-bytes',
		transform: {
			filter: {id: /yoga-wasm-base64-esm\.js$/},
			handler: code => replaced(code, 'w||"function"!=typeof fetch?Promise.resolve()', '1?Promise.resolve()'),
		},
	},
	{
		// Start: 13 ms, first dialog: 19 ms. The Unicode tables behind these expressions take as long to set up as all of React.
		name: 'unicode-when-needed',
		transform: {filter: {id: /string-width\/index\.js$/}, handler: withLazyUnicode},
	},
	{
		// Start: 6 ms, first dialog: 9 ms. The first segmenter loads tables too, which narrow text does not need.
		name: 'segmenter-when-needed',
		transform: {filter: {id: segmenting}, handler: withLazySegmenter},
	},
	{
		// First dialog: 2 ms. ink-select-input takes one of two hundred figures, in an indicator that landfall replaces.
		name: 'own-figures-only',
		load: {filter: {id: /[\\/]figures[\\/]index\.js$/}, handler: () => "export default {pointer: '>'};"},
	},
	{
		// First dialog: 1.5 ms. Three copies of the one and two of the other, which differ in nothing that is used.
		name: 'one-of-each',
		resolveId: {
			filter: {id: /^(?:chalk|#?ansi-styles)$/},
			handler: source => fileURLToPath(import.meta.resolve(source.replace('#', ''))),
		},
	},
	{
		// Start: 2 ms, first dialog: 2 ms. For an import, Node reads every export of a built-in module, and some of these load further modules.
		name: 'builtins-as-they-are',
		renderChunk: code => ({code: withoutFacades(code)}),
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
	const lazy = `{segment: text => ${isOnlyIterated ? `${separate}.test(text) ? ${characters} : ` : ''}${segments}}`;
	return replaced(code, all, `let _${name}; const ${name} = ${lazy};`);
}

function replaced(code: string, before: string, after: string): string {
	if (code.split(before).length !== 2) throw moved(before);
	return code.replace(before, () => after);
}

const moved = (text: string) => new Error(`A patched text has moved, look at scripts/bundle-patches.ts: ${text}`);
