import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {join, relative} from 'node:path';
import {type CodeSplittingNameFunction, type OutputChunk, rolldown} from 'rolldown';
import {bundlePatches} from './bundle-patches.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** What assembles the program. Everything that it imports is parsed before the first screen. */
const startModule = join(root, 'src/app/cli.ts');

const bundle = await rolldown({
	cwd: root,
	input: {landfall: 'src/main.ts'},
	platform: 'node',
	preserveEntrySignatures: false,
	// No module relies on side effects of reading a property or a global.
	treeshake: {propertyReadSideEffects: false, unknownGlobalSideEffects: false},
	plugins: bundlePatches,
	transform: {
		jsx: {runtime: 'automatic'},
		// React's development build takes nearly twice as long, and Ink reads only `process.env.DEV`.
		define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
	},
	onLog(level, log) {
		if (level === 'warn') throw new Error(log.message);
	},
});
const {output} = await bundle.generate({
	format: 'esm',
	minify: true,
	comments: false,
	entryFileNames: '[name].js',
	chunkFileNames: '[name].js',
	// Everything that every start needs goes into one file: each further file costs a millisecond.
	codeSplitting: {groups: [{name: chunkOf, debugName: 'start'}], includeDependenciesRecursively: false},
	banner: chunk => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
});
await bundle.close();

const chunks = output.filter(part => part.type === 'chunk');
check(chunks);
mkdirSync(dist, {recursive: true});
for (const {fileName, code} of chunks) write(join(dist, fileName), code);
for (const name of readdirSync(dist)) {
	if (!chunks.some(({fileName}) => fileName === name)) rmSync(join(dist, name), {recursive: true});
}

chmodSync(join(dist, 'landfall.js'), 0o755);
for (const {fileName, code} of chunks)
	console.log(`${fileName.padEnd(24)} ${(code.length / 1000).toFixed(1).padStart(8)} kB`);

/** Returns the chunk of a module, or null for the default: the chunk of the screens, of a command or of the sandbox. The first screen needs as few files as possible, without any unneeded code in them. */
function chunkOf(id: string, context: ChunkContext): string | null {
	const path = relative(root, id);
	if (
		/^src\/(?:app\/start|theme-names|command-line\/(?!help-text|version)|terminal\/lifecycle\/(?:early-screen|screen-modes|signals))/.test(
			path,
		)
	)
		return 'start';
	if (/^package\.json$|^src\/(?:main|sandbox|commands|command-line|app\/demo)/.test(path)) return null;
	return importedBy(startModule, context).has(id) ? 'app' : null;
}

type ChunkContext = Parameters<CodeSplittingNameFunction>[1];

/** Returns a module with everything that it imports statically, directly or not. */
function importedBy(module: string, context: ChunkContext): ReadonlySet<string> {
	const imported = new Set([module]);
	for (const id of imported) {
		for (const next of context.getModuleInfo(id)?.importedIds ?? []) imported.add(next);
	}

	return imported;
}

/** Rejects a bundle that would fail or be slow where only Node is installed. */
function check(parts: readonly OutputChunk[]): void {
	const own = new Set(parts.map(({fileName}) => fileName));
	for (const {fileName, imports, dynamicImports, code} of parts) {
		// Every command would load Ink, and the two files would import each other.
		if (fileName === 'app.js' && imports.includes('ink.js')) {
			throw new Error('app.js imports ink.js: a .ts file imports a component');
		}

		for (const imported of [...imports, ...dynamicImports]) {
			if (!own.has(imported) && !isBuiltin(imported)) throw new Error(`${fileName} imports ${imported}`);
			// Importing these loads an unused HTTP client.
			if (/^(?:node:)?https?$/.test(imported)) throw new Error(`${fileName} imports ${imported}: use getBuiltinModule`);
		}

		if (/react-(?:reconciler|jsx-runtime|dom)?\.?development/.test(code)) {
			throw new Error(`${fileName} holds React's development build`);
		}
	}
}

/** Writes only changed files, and atomically: the program may be running. */
function write(path: string, code: string): void {
	if (existsSync(path) && readFileSync(path, 'utf8') === code) return;
	writeFileSync(`${path}.new`, code);
	renameSync(`${path}.new`, path);
}
