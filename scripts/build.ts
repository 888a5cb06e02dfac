import {
	chmodSync,
	existsSync,
	globSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {isBuiltin} from 'node:module';
import {join} from 'node:path';
import {type CodeSplittingNameFunction, type OutputChunk, type Plugin, rolldown} from 'rolldown';
import {bundlePatches} from './bundle-patches.ts';
import {noticesFor} from './notices.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** The files made by hand, each with the modules that it holds together with everything that they import and no file before it has. A start needs as few files as possible, without much unneeded code in them: each further file costs a millisecond. Ink makes a file of its own, because only an `import()` leads to it. */
const handmade = [
	{name: 'start', modules: ['src/app/cli.ts', 'src/base/version.ts']},
	{name: 'commands', modules: ['src/app/run-command.ts', 'src/commands/ls.ts', 'src/commands/get.ts']},
	{name: 'app', modules: ['src/app/screen-app.ts']},
	{name: 'later', modules: globSync('src/commands/**/*.ts', {cwd: root})},
].map(({name, modules}) => ({name, modules: modules.map(module => join(root, module))}));

/** What runs without parsing a command line: completion, which runs at each press of tab, and help. Each is one file of its own. */
const loneModules: ReadonlyMap<string, string> = new Map([
	['complete', join(root, 'src/app/complete.ts')],
	['help-text', join(root, 'src/cli/help-text.ts')],
]);

/** Leaves the lone modules out of the program. */
const withoutLoneModules: Plugin = {
	name: 'without-lone-modules',
	resolveId(source, importer) {
		const path = importer === undefined ? undefined : join(importer, '..', source);
		const [name] = [...loneModules].find(([, module]) => module === path) ?? [];
		return name === undefined ? null : {id: `./${name}.js`, external: true};
	},
};

/** Stands for the commands where none is loaded. There is no such file. */
const noCommands = './no-commands.js';

/** Keeps the commands out of the lone modules: the table of commands, which these read, says how they are loaded. */
const withoutCommands: Plugin = {
	name: 'without-commands',
	resolveId(source, _importer, {kind}) {
		const isCommand = source.startsWith('../commands/') && kind === 'dynamic-import';
		return isCommand ? {id: noCommands, external: true} : null;
	},
};

const bundled = await Promise.all([
	bundle('landfall', join(root, 'src/main.ts')),
	...[...loneModules].map(([name, module]) => bundle(name, module)),
]);
const output = bundled.flat();
const chunks = output.filter(part => part.type === 'chunk');
check(chunks);
const files = new Map<string, string | Uint8Array>([
	...chunks.map(({fileName, code}) => [fileName, inAscii(code)] as const),
	...output.flatMap(part => (part.type === 'asset' ? [[part.fileName, part.source] as const] : [])),
	['THIRD-PARTY-NOTICES', noticesFor(chunks.flatMap(({moduleIds}) => moduleIds.map(slashed)))],
]);
mkdirSync(dist, {recursive: true});
for (const [name, content] of files) write(join(dist, name), Buffer.from(content));
for (const name of readdirSync(dist)) {
	if (!files.has(name)) rmSync(join(dist, name), {recursive: true, force: true});
}

chmodSync(join(dist, 'landfall.js'), 0o755);
for (const [name, {length}] of files) console.log(`${name.padEnd(24)} ${(length / 1000).toFixed(1).padStart(8)} kB`);

/** The path of a module with slashes, on Windows too. */
function slashed(path: string): string {
	return path.replaceAll('\\', '/');
}

/** Bundles a module with everything that it imports. */
async function bundle(name: string, module: string) {
	const build = await rolldown({
		cwd: root,
		input: {[name]: module},
		platform: 'node',
		preserveEntrySignatures: 'allow-extension',
		// No module relies on side effects of reading a property or a global, and importing one of ours has none.
		treeshake: {
			propertyReadSideEffects: false,
			unknownGlobalSideEffects: false,
			moduleSideEffects: id => (id.startsWith(join(root, 'src')) ? false : undefined),
		},
		plugins: [loneModules.has(name) ? withoutCommands : withoutLoneModules, ...bundlePatches],
		transform: {
			jsx: {runtime: 'automatic'},
			// React's development build takes nearly twice as long, and Ink reads only `process.env.DEV`.
			define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
		},
		// A busy machine is no fault of the code.
		checks: {bundlerTimings: false},
		onLog(level, log) {
			if (level === 'warn') throw new Error(log.message);
		},
	});
	const {output: parts} = await build.generate({
		format: 'esm',
		minify: true,
		comments: false,
		entryFileNames: '[name].js',
		// A running program must not load a file of another version: the files of each have names of their own.
		chunkFileNames: ({facadeModuleId}) =>
			slashed(facadeModuleId ?? '').includes('/node_modules/conf/') ? 'conf-[hash].js' : '[name]-[hash].js',
		...(!loneModules.has(name) && {
			banner: chunk => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
			codeSplitting: {groups: [{name: chunkOf, debugName: 'chunk'}], includeDependenciesRecursively: false},
		}),
	});
	await build.close();
	return parts;
}

/** Returns the file that a module goes into, or null for the default. */
function chunkOf(id: string, context: ChunkContext): string | null {
	if (id === join(root, 'src/main.ts')) return null;
	return handmade.find(({modules}) => modules.some(module => importedBy(module, context).has(id)))?.name ?? null;
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
	const own = new Set(parts.flatMap(({fileName}) => [fileName, `./${fileName}`, `../${fileName}`]));
	for (const {fileName, facadeModuleId, moduleIds, imports, dynamicImports, code} of parts) {
		const isOfScreens = slashed(facadeModuleId ?? '').endsWith('/src/ui/app.tsx');
		// Every command would load it.
		if (!isOfScreens && moduleIds.some(id => slashed(id).endsWith('/ink/build/render.js'))) {
			throw new Error(`${fileName} holds Ink: a .ts file imports a component`);
		}

		for (const imported of [...imports, ...dynamicImports]) {
			const isKnown = own.has(imported) || isBuiltin(imported) || imported === noCommands;
			if (!isKnown) throw new Error(`${fileName} imports ${imported}`);
			// Importing these loads an unused HTTP client.
			if (/^(?:node:)?https?$/.test(imported)) throw new Error(`${fileName} imports ${imported}: use getBuiltinModule`);
		}

		if (/react-(?:reconciler|jsx-runtime|dom)?\.?development/.test(code)) {
			throw new Error(`${fileName} holds React's development build`);
		}
	}
}

/** Escapes whatever is not ASCII. Node keeps such a file as it is; any other is decoded first and then takes twice the memory. */
function inAscii(code: string): string {
	const raw = /String\.raw`[^`]*[^\0-\x7F]/.exec(code);
	if (raw) throw new Error(`An escape would change a raw string: ${raw[0]}`);
	return code.replaceAll(/[^\0-\x7F]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes only changed files, and atomically: the program may be running. */
function write(path: string, content: Buffer): void {
	if (existsSync(path) && readFileSync(path).equals(content)) return;
	writeFileSync(`${path}.new`, content);
	renameSync(`${path}.new`, path);
}
