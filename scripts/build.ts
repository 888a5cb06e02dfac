import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {join, relative} from 'node:path';
import {type CodeSplittingNameFunction, type OutputChunk, type Plugin, rolldown} from 'rolldown';
import {inAscii, withoutForwarders} from './bundle-files.ts';
import {bundlePatches} from './bundle-patches.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** What assembles the program. Everything that it imports is parsed before the first screen. */
const startModule = join(root, 'src/app/cli.ts');

/** The maximum size of the file with all that. Every 100 kB delay the first screen by two milliseconds, whether they are used or not. */
const maxAppLength = 340_000;

/** The commands that need no session. They are a bundle of their own, because each file that two programs share costs both of them a millisecond. */
const lightModule = join(root, 'src/app/headless/light.ts');
const lightFolder = 'light';

/** What runs without parsing a command line: completion, which runs at each press of tab, and help. Each is one file of its own. */
const loneModules: ReadonlyMap<string, string> = new Map([
	['complete', join(root, 'src/app/headless/complete.ts')],
	['help-text', join(root, 'src/command-line/help-text.ts')],
]);

const treeshake = {propertyReadSideEffects: false, unknownGlobalSideEffects: false} as const;
const transform = {
	jsx: {runtime: 'automatic'},
	// React's development build takes nearly twice as long, and Ink reads only `process.env.DEV`.
	define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
} as const;
const onLog = (level: string, log: {readonly message: string}) => {
	if (level === 'warn') throw new Error(log.message);
};

/** Leaves a module to the other bundle, where it is the file `path`. */
const elsewhere = (module: string, path: string): Plugin => ({
	name: `elsewhere-${path}`,
	resolveId: (source, importer) =>
		importer !== undefined && join(importer, '..', source) === module ? {id: path, external: true} : null,
});

/** Only changes of the settings need conf, and a command that only reads makes none. */
const withoutConf: Plugin = {
	name: 'without-conf',
	resolveId: source => (source === 'conf' ? {id: '../conf.js', external: true} : null),
};

const main = await rolldown({
	cwd: root,
	input: {landfall: 'src/main.ts'},
	platform: 'node',
	preserveEntrySignatures: false,
	// No module relies on side effects of reading a property or a global.
	treeshake,
	plugins: [
		elsewhere(lightModule, `./${lightFolder}/light.js`),
		...[...loneModules].map(([name, module]) => elsewhere(module, `./${name}.js`)),
		...bundlePatches,
	],
	transform,
	onLog,
});
const {output: mainOutput} = await main.generate({
	format: 'esm',
	minify: true,
	comments: false,
	entryFileNames: '[name].js',
	chunkFileNames: ({facadeModuleId}) => (facadeModuleId?.includes('/node_modules/conf/') ? 'conf.js' : '[name].js'),
	// Everything that every start needs goes into one file: each further file costs a millisecond.
	codeSplitting: {groups: [{name: chunkOf, debugName: 'start'}], includeDependenciesRecursively: false},
	banner: chunk => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
});
await main.close();

const light = await rolldown({
	cwd: root,
	input: {light: lightModule},
	platform: 'node',
	// What the file shares with those that it loads later stays in it.
	preserveEntrySignatures: 'allow-extension',
	treeshake,
	plugins: [elsewhere(join(root, 'src/app/demo.ts'), '../demo.js'), withoutConf, ...bundlePatches],
	transform,
	onLog,
});
const {output: lightOutput} = await light.generate({
	format: 'esm',
	minify: true,
	comments: false,
	entryFileNames: `${lightFolder}/[name].js`,
	chunkFileNames: `${lightFolder}/[name].js`,
});
await light.close();

const lone = await Promise.all([...loneModules].map(([name, module]) => buildLone(name, module)));

const output = [...mainOutput, ...lightOutput, ...lone.flat()];
const chunks = output.filter(part => part.type === 'chunk');
check(chunks);
const files = new Map<string, string | Uint8Array>([
	...withoutForwarders(new Map(chunks.map(({fileName, code}) => [fileName, inAscii(code)]))),
	...output.flatMap(part => (part.type === 'asset' ? [[part.fileName, part.source] as const] : [])),
]);
mkdirSync(join(dist, lightFolder), {recursive: true});
for (const [name, content] of files) write(join(dist, name), Buffer.from(content));
for (const name of readdirSync(dist, {recursive: true, encoding: 'utf8'})) {
	const isBuilt = name === lightFolder || files.has(name.replaceAll('\\', '/'));
	if (!isBuilt) rmSync(join(dist, name), {recursive: true, force: true});
}

chmodSync(join(dist, 'landfall.js'), 0o755);
for (const [name, {length}] of files) console.log(`${name.padEnd(24)} ${(length / 1000).toFixed(1).padStart(8)} kB`);

/** Bundles a module with everything that it imports into one file. */
async function buildLone(name: string, module: string) {
	const build = await rolldown({
		cwd: root,
		input: {[name]: module},
		platform: 'node',
		treeshake,
		plugins: [...bundlePatches],
		transform,
		onLog,
	});
	const {output: files} = await build.generate({format: 'esm', minify: true, comments: false});
	await build.close();
	return files;
}

/** Returns the chunk of a module, or null for the default: the chunk of the screens, of a command or of the sandbox. The first screen needs as few files as possible, without any unneeded code in them. */
function chunkOf(id: string, context: ChunkContext): string | null {
	const path = relative(root, id);
	if (
		/^src\/(?:app\/start|(?:theme|world)-names|command-line\/(?!help-text|version)|terminal\/lifecycle\/(?:early-screen|screen-modes|signals))/.test(
			path,
		)
	)
		return 'start';
	// The commands of a kind share most of their code, and each further file costs a millisecond.
	if (/^src\/commands\/(?:(?:writes|headless)\/|(?:create|edit|delete|deploy|reconcile|api)\.ts$)/.test(path))
		return 'writes';
	if (/^src\/api\/(?:decode\/as-sent|transport\/raw-path)\.ts$/.test(path)) return 'writes';
	if (/^src\/commands\/(?:wait\/|watch\.ts$)/.test(path)) return 'following';
	// The screens and two kinds of commands need it, and by itself it is smaller than what the package says about a file.
	if (path === 'src/shell-word.ts') return 'app';
	if (/^src\/(?:main|sandbox|commands|command-line|app\/(?:demo|headless))/.test(path)) return null;
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

/** Returns the largest modules of a file, as they are before they are minified. */
function largestModules({modules}: OutputChunk): string {
	return Object.entries(modules)
		.toSorted(([, a], [, b]) => b.renderedLength - a.renderedLength)
		.slice(0, 20)
		.map(([id, {renderedLength}]) => `${String(renderedLength).padStart(7)} ${relative(root, id)}`)
		.join('\n');
}

/** Rejects a bundle that would fail or be slow where only Node is installed. */
function check(parts: readonly OutputChunk[]): void {
	const own = new Set(parts.flatMap(({fileName}) => [fileName, `./${fileName}`, `../${fileName}`]));
	for (const part of parts) {
		const {fileName, imports, dynamicImports, code} = part;
		if (fileName === 'app.js' && code.length > maxAppLength) {
			const advice = `app.js takes ${code.length} bytes, more than ${maxAppLength}. Load what the first list of projects does not need with import().`;
			throw new Error(`${advice} Its largest modules:\n${largestModules(part)}`);
		}

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
function write(path: string, content: Buffer): void {
	if (existsSync(path) && readFileSync(path).equals(content)) return;
	writeFileSync(`${path}.new`, content);
	renameSync(`${path}.new`, path);
}
