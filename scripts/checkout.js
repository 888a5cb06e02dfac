// Runs a script of the checkout: node scripts/checkout.js SCRIPT ARGUMENT…
//
// Installs what is missing, and picks a Node.js that can run TypeScript. This file is JavaScript so that every
// Node.js can run it.
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = path => JSON.parse(readFileSync(join(root, path), 'utf8'));
const isWindows = process.platform === 'win32';

function isInstalled() {
	const listed = 'node_modules/.package-lock.json';
	if (!existsSync(join(root, listed))) return false;
	const installed = read(listed).packages;
	return Object.entries(read('package-lock.json').packages).every(
		([path, {version, optional}]) => path === '' || optional || installed[path]?.version === version,
	);
}

function install() {
	console.error('Installing the packages of the checkout (npm ci)…');
	const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
	const stdio = ['ignore', 'ignore', 'inherit'];
	const npm = process.env.npm_execpath;
	const {status} = npm
		? spawnSync(process.execPath, [npm, ...args], {cwd: root, stdio})
		: spawnSync('npm', args, {cwd: root, stdio, shell: isWindows});
	if (status !== 0) process.exit(1);
}

function isInRange(version, range) {
	const [major, minor] = version.split('.').map(Number);
	return range.split('||').some(part => {
		const [, operator, fromMajor, fromMinor] = /(\^|>=)(\d+)\.(\d+)/.exec(part);
		if (major === Number(fromMajor)) return minor >= Number(fromMinor);
		return operator === '>=' && major > Number(fromMajor);
	});
}

/** The checkout's own Node.js, otherwise this one if it is new enough. */
function findNode() {
	const own = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
	if (existsSync(own)) return own;
	const {node: range} = read('package.json').engines;
	if (isInRange(process.versions.node, range)) return process.execPath;
	console.error(
		`This checkout needs Node.js ${range}, and this is ${process.versions.node}: run \`npm ci --ignore-scripts=false\`, which brings one, or put one into the PATH.`,
	);
	process.exit(2);
}

if (!isInstalled()) install();
const [script, ...args] = process.argv.slice(2);
const child = spawn(findNode(), [join(root, 'scripts', script), ...args], {stdio: 'inherit'});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
