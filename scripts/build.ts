import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {join} from 'node:path';
import {type OutputChunk, type Plugin, rolldown} from 'rolldown';
import {bundlePatches} from './bundle-patches.ts';
import {noticesFor} from './notices.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Each group is one file with its modules and their imports, unless an earlier group has them. Without groups, rolldown makes a hundred files, which doubles the start of a command. Modules that `src/app/rest.ts` loads must be imported by the file that contains `rest.ts`, because Node looks for a file again for each importing file. */
const groups = [
	{name: 'start', test: /src.app.cli\.ts$/},
	{name: 'commands', test: /src.(?:app.run-command|commands.[\w-]+)\.ts$/},
	{name: 'screens', test: /src.app.screen-app\.ts$/},
	{name: 'conf', test: /node_modules.conf./},
];

/** These run at each press of tab and in each prompt, so they are small files that load nothing later. */
const quickFiles: Readonly<Record<string, string>> = {complete: 'src/app/complete.ts', status: 'src/app/status.ts'};

const withoutQuickFiles: Plugin = {
	name: 'without-quick-files',
	resolveId(source) {
		const name = Object.keys(quickFiles).find(quick => source.endsWith(`/${quick}.ts`));
		return name === undefined ? null : {id: `./${name}.js`, external: true};
	},
};

const neverLoaded = './never-loaded.js';

const withoutImports: Plugin = {
	name: 'without-imports',
	resolveId: (_source, _importer, {kind}) => (kind === 'dynamic-import' ? {id: neverLoaded, external: true} : null),
};

const output = [
	...(await bundle({landfall: 'src/main.ts'}, withoutQuickFiles, {groups})),
	...(await bundle(quickFiles, withoutImports)),
];
const chunks = output.filter(part => part.type === 'chunk');
check(chunks);
const files = new Map<string, string | Uint8Array>([
	...chunks.map(({fileName, code}) => [fileName, code] as const),
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

function slashed(path: string): string {
	return path.replaceAll('\\', '/');
}

async function bundle(input: Readonly<Record<string, string>>, plugin: Plugin, codeSplitting = {}) {
	const build = await rolldown({
		cwd: root,
		input,
		platform: 'node',
		preserveEntrySignatures: 'allow-extension',
		plugins: [plugin, ...bundlePatches],
		transform: {
			jsx: {runtime: 'automatic'},
			// React's development build takes nearly twice as long, and Ink reads only `process.env.DEV`.
			define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
		},
		// A busy machine is not a flaw of the code, and an imported file may be loaded already.
		checks: {bundlerTimings: false, ineffectiveDynamicImport: false},
		onLog(level, log) {
			if (level === 'warn') throw new Error(log.message);
		},
	});
	const {output: parts} = await build.generate({
		format: 'esm',
		minify: true,
		comments: false,
		entryFileNames: '[name].js',
		// Each version has file names of its own, so that a running program never loads a file of another version.
		chunkFileNames: '[name]-[hash].js',
		banner: chunk => (chunk.name === 'landfall' ? '#!/usr/bin/env node' : ''),
		codeSplitting,
	});
	await build.close();
	return parts;
}

function check(parts: readonly OutputChunk[]): void {
	const own = new Set(parts.flatMap(({fileName}) => [fileName, `./${fileName}`, `../${fileName}`]));
	for (const {name, fileName, moduleIds, imports, dynamicImports, code} of parts) {
		if (['start', 'commands'].includes(name) && moduleIds.some(id => slashed(id).endsWith('/ink/build/render.js'))) {
			throw new Error(`${fileName} holds Ink, which commands would load: a .ts file imports a component`);
		}

		for (const imported of [...imports, ...dynamicImports]) {
			const isKnown = own.has(imported) || isBuiltin(imported) || imported === neverLoaded;
			if (!isKnown) throw new Error(`${fileName} imports ${imported}`);
			// Importing these loads an unused HTTP client.
			if (/^(?:node:)?https?$/.test(imported)) throw new Error(`${fileName} imports ${imported}: use getBuiltinModule`);
		}

		if (/react-(?:reconciler|jsx-runtime|dom)?\.?development/.test(code)) {
			throw new Error(`${fileName} holds React's development build`);
		}
	}
}

/** Writes changed files only, and atomically, because the program may be running. */
function write(path: string, content: Buffer): void {
	if (existsSync(path) && readFileSync(path).equals(content)) return;
	writeFileSync(`${path}.new`, content);
	renameSync(`${path}.new`, path);
}
