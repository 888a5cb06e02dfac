import {execFileSync} from 'node:child_process';
import {chmodSync, copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

/*
Makes a program for this system that needs no Node.js: `node scripts/standalone.ts`, after a build. It consists of the bundle and the Node.js that runs this script. The archive in `release` is named after the system.

The bundle is embedded unchanged. Hooks load its modules from the program instead of from files.
*/

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const release = join(root, 'release');
const work = join(release, 'work');
const isMac = process.platform === 'darwin';
const isWindows = process.platform === 'win32';
const system = isMac ? 'macos' : isWindows ? 'windows' : process.platform;
const archive = join(release, `landfall-${system}-${process.arch}.${isWindows ? 'zip' : 'tar.gz'}`);
const contents = join(work, 'contents');
const program = join(contents, isWindows ? 'landfall.exe' : 'landfall');

/** The apparent folder of the bundle. Nothing is read from it. */
const origin = 'file:///landfall/dist/';

const main = `
const {getAsset} = require('node:sea');
const {createRequire, registerHooks} = require('node:module');
const origin = ${JSON.stringify(origin)};
registerHooks({
	resolve: (specifier, context, next) =>
		specifier.startsWith(origin)
			? {url: specifier, format: 'module', shortCircuit: true}
			: context.parentURL?.startsWith(origin) && specifier.startsWith('.')
				? {url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true}
				: next(specifier, context),
	load: (url, context, next) =>
		url.startsWith(origin)
			? {source: getAsset(url.slice(origin.length), 'utf8'), format: 'module', shortCircuit: true}
			: next(url, context),
});
createRequire(process.execPath)(origin + 'landfall.js');
`;

function nodeLicense(): string {
	const folder = dirname(process.execPath);
	const patterns = ['LICENSE', '../LICENSE', '../node_modules/*/LICENSE'].map(path => join(folder, path));
	const [path] = patterns.flatMap(pattern => globSync(pattern.replaceAll('\\', '/')));
	if (path === undefined) throw new Error(`${process.execPath} comes without its licence`);
	return readFileSync(path, 'utf8');
}

rmSync(work, {recursive: true, force: true});
mkdirSync(contents, {recursive: true});
writeFileSync(join(work, 'main.cjs'), main);
writeFileSync(
	join(work, 'config.json'),
	JSON.stringify({
		main: join(work, 'main.cjs'),
		output: join(work, 'blob'),
		disableExperimentalSEAWarning: true,
		useCodeCache: false,
		execArgvExtension: 'none',
		assets: Object.fromEntries(readdirSync(dist).map(file => [file, join(dist, file)])),
	}),
);
execFileSync(process.execPath, ['--experimental-sea-config', join(work, 'config.json')], {stdio: 'inherit'});
copyFileSync(process.execPath, program);
chmodSync(program, 0o755);
if (isMac) execFileSync('codesign', ['--remove-signature', program]);
const postject = fileURLToPath(import.meta.resolve('postject/dist/cli.js'));
const embedded = [program, 'NODE_SEA_BLOB', join(work, 'blob')];
const fuse = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'];
const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
execFileSync(process.execPath, [postject, ...embedded, ...fuse, ...segment], {stdio: 'inherit'});
if (isMac) execFileSync('codesign', ['--sign', '-', program]);
copyFileSync(join(root, 'LICENSE'), join(contents, 'LICENSE'));
const notices = [readFileSync(join(dist, 'THIRD-PARTY-NOTICES')), `\n${'-'.repeat(78)}\n\nNode.js\n\n`, nodeLicense()];
writeFileSync(join(contents, 'THIRD-PARTY-NOTICES'), notices.join(''));
// The tar of Windows makes a zip file by its name.
execFileSync('tar', ['-a', '-cf', archive, '-C', contents, '.'], {stdio: 'inherit'});
rmSync(work, {recursive: true});
console.log(archive);
