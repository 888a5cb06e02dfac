import {createHash} from 'node:crypto';
import type {Plugin, PluginContext} from 'rolldown';

/** Code points that string-width measures as one cell each: Latin, dashes and quotes, arrows, boxes, blocks, shapes, braille, and the symbols that landfall draws. */
const narrowCharacters =
	'\\u0020-\\u007E\\u00A1-\\u00AC\\u00AE-\\u02FF\\u2010-\\u2027\\u2030-\\u205E\\u2190-\\u2193\\u2298\\u2500-\\u25FC\\u2713\\u2714\\u2716\\u2717\\u276F\\u2800-\\u28FF';

const narrow = `/^[${narrowCharacters}]*$/`;

/** Each of these code points is a segment of its own. Includes escape and line feed, because Ink segments coloured lines and whole borders. */
const separate = `/^[\\n\\u001B${narrowCharacters}]*$/`;

/** Dependencies of Ink that create a segmenter on load, whether or not it is needed. Any character separates folders: on Windows it is not a slash. */
const segmenting =
	/(?:string-width.index|wrap-ansi.index|slice-ansi.tokenize-ansi|ansi-tokenize.build.tokenize|ink.build.line-update)\.js$/;

/**
Patches to bundled dependencies: code that Node cannot load, and code that costs a millisecond or more at start. Patches that save only a few bytes do not belong here.

The figures are the milliseconds that a patch saves: medians of paired runs of two bundles with and without it, from their second start on. "Start" is the time until the first rows of the demo are on the terminal; "first dialog" is the time from pressing `?`, which loads Ink, to the help. Differences below one millisecond are noise. `npm run bench -- --only start` with `LANDFALL_BENCH_PROGRAM` measures a bundle.

A patch whose target has changed fails the build, so that it is reviewed after an update.
*/
export const bundlePatches: Plugin[] = [
	{
		// Not for speed: Ink's developer tools import packages that are not installed.
		name: 'without-devtools',
		load: {filter: {id: /ink.build.devtools\.js$/}, handler: () => 'export {};'},
	},
	{
		// Not for speed: it shows the cursor on standard error when the process ends, which blocks where the terminal is not read, and writes to a file where that is one. Landfall shows the cursor itself.
		name: 'without-restore-cursor',
		load: {filter: {id: /restore-cursor.index\.js$/}, handler: () => 'export default () => {};'},
	},
	{
		// A seventh of the package, and most of what saving settings loads: conf creates its validator only for a schema, and landfall has none.
		name: 'without-validator',
		load: {
			filter: {id: /node_modules.(?:ajv.dist.2020|ajv-formats.dist.index)\.js$/},
			handler: () => 'export class Ajv2020 {} export default {};',
		},
	},
	{
		// First dialog: 46 ms. Yoga would fetch() its own bytes from a data: url, and fetch loads an HTTP client. As a file of their own, they are also 11 kB smaller.
		name: 'yoga-from-file',
		transform: {filter: {id: /yoga-wasm-base64-esm\.js$/}, handler: withYogaInFile},
	},
	{
		// Start: 13 ms, first dialog: 19 ms. Loading the Unicode tables for these regexes takes as long as loading React.
		name: 'unicode-when-needed',
		transform: {filter: {id: /string-width.index\.js$/}, handler: withLazyUnicode},
	},
	{
		// Start: 6 ms, first dialog: 9 ms. The first segmenter loads tables that narrow text does not need.
		name: 'segmenter-when-needed',
		transform: {filter: {id: segmenting}, handler: withLazySegmenter},
	},
	{
		// Start: 2 ms, first dialog: 2 ms. For an import, Node evaluates every export of a built-in module, and some of these load further modules.
		name: 'builtins-as-they-are',
		renderChunk: code => ({code: withoutFacades(code)}),
	},
];

const builtinImport = /\bimport ?([^;"']*?) ?from ?["'](node:[a-z_/]+)["'];?/g;

/** Replaces imports of built-in modules. Imports are hoisted, so the replacements go first. */
function withoutFacades(code: string): string {
	const made: string[] = [];
	const rest = code.replaceAll(builtinImport, (all, names: string, id: string) => {
		made.push(withoutFacade(all, names, id));
		return '';
	});
	const [banner = ''] = /^#!.*\n/.exec(rest) ?? [];
	return banner + made.join('') + rest.slice(banner.length);
}

/** Declares the same names without an import: `import a,{b as c}from"node:fs"`. */
function withoutFacade(all: string, names: string, id: string): string {
	const builtin = `globalThis.process.getBuiltinModule(${JSON.stringify(id)})`;
	const parts = /^(?:([\w$]+),?)? ?(?:\* ?as ([\w$]+))? ?(\{[^}]*\})?$/.exec(names.trim());
	if (!parts) throw moved(all);
	const [, whole, namespace, some] = parts;
	return [whole, namespace, some?.replaceAll(/([\w$]+) as ([\w$]+)/g, '$1:$2')]
		.flatMap(name => (name ? [`const ${name}=${builtin};`] : []))
		.join('');
}

function withYogaInFile(this: Pick<PluginContext, 'emitFile'>, code: string): string {
	const found = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/.exec(code);
	if (!found?.[1]) throw moved('base64');
	const source = Buffer.from(found[1], 'base64');
	const fileName = `yoga-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.wasm`;
	this.emitFile({type: 'asset', fileName, source});
	const read = `w=globalThis.process.getBuiltinModule('node:fs').readFileSync(new URL('./${fileName}', import.meta.url));`;
	return replaced(replaced(code, found[0], '"yoga.wasm"'), 'h.wasmBinary&&(w=h.wasmBinary);', read);
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
	// An array is enough if the segments are only iterated.
	const isOnlyIterated = !code.includes('.containing(');
	const lazy = `{segment: text => ${isOnlyIterated ? `${separate}.test(text) ? ${characters} : ` : ''}${segments}}`;
	return replaced(code, all, `let _${name}; const ${name} = ${lazy};`);
}

function replaced(code: string, before: string, after: string): string {
	if (code.split(before).length !== 2) throw moved(before);
	return code.replace(before, () => after);
}

const moved = (text: string) => new Error(`The target of a patch has changed, see scripts/bundle-patches.ts: ${text}`);
