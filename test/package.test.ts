import {execFileSync, execSync, spawnSync} from 'node:child_process';
import {existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join, relative} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {stagePackage} from '../scripts/stage.ts';
import {connect} from './kit/app/connect.ts';
import {leakyKey} from './kit/app/leaks.ts';
import {runProgram, startProgram} from './kit/app/program.ts';
import {openTerminal} from './kit/app/terminal.ts';
import {removeDirectory} from './kit/fixtures/temporary-directory.ts';

const directory = mkdtempSync(join(tmpdir(), 'landfall-'));
const isWindows = process.platform === 'win32';
const prefix = join(directory, 'prefix');
const installed = join(prefix, isWindows ? '' : 'lib', 'node_modules', 'landfall');
/** Each Node has a home of its own. */
const homes = join(directory, 'homes');
let archive = '';

/** Without a network, on an empty cache. Through a shell, because npm is a script on Windows. */
const npm = (command: string) =>
	execSync(`npm ${command} --silent --offline --cache "${join(directory, 'cache')}"`, {
		env: {...process.env, HOME: homes},
	});

beforeAll(() => {
	for (const {version} of nodes) mkdirSync(join(homes, version), {recursive: true});
	stagePackage(join(directory, 'stage'));
	npm(`pack "${join(directory, 'stage')}" --pack-destination "${directory}"`);
	archive = join(directory, readdirSync(directory).find(name => name.endsWith('.tgz')) ?? '');
	npm(`install --global --prefix "${prefix}" "${archive}"`);
});
afterAll(() => removeDirectory(directory));

const filesIn = (folder: string): readonly string[] =>
	readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => !entry.isDirectory())
		.map(({parentPath, name}) => relative(folder, join(parentPath, name)));

const bundle = () => filesIn(join(installed, 'dist')).map(name => join(installed, 'dist', name));

type Node = {readonly node: string; readonly version: string};

const checkoutNode: Node = {node: process.execPath, version: process.versions.node};

const otherNodes = (process.env.PATH ?? '')
	.split(delimiter)
	.filter(path => !path.includes('node_modules'))
	.map(path => join(path, 'node'))
	.flatMap(node => {
		const {stdout} = spawnSync(node, ['-p', 'process.versions.node'], {encoding: 'utf8'});
		return stdout ? [{node, version: stdout.trim()}] : [];
	});

const isTooOld = ({version}: Node): boolean => {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major < 22 || major === 23 || minor < (major === 22 ? 21 : major === 24 ? 5 : 0);
};

const oldNode = otherNodes.find(isTooOld);

/** The Node that runs the tests, and another supported one from PATH, if any. */
const nodes = [
	checkoutNode,
	...otherNodes.filter(other => !isTooOld(other) && other.version !== checkoutNode.version).slice(0, 1),
];

/** A user's command, with nothing of this machine but a Node. */
const installation = ({node, version} = checkoutNode) => ({
	node,
	script: isWindows ? join(installed, 'dist/landfall.js') : join(prefix, 'bin/landfall'),
	directory: join(homes, version),
	env: {PATH: dirname(node), LANDFALL_CONFIG_DIR: join(homes, version, '.config/landfall'), NODE_COMPILE_CACHE: ''},
});

const run = (args: readonly string[], node?: Node) => runProgram(args, installation(node));

test('the package contains only the bundle, the README and the licence', () => {
	expect(readdirSync(installed).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
	const others = bundle().filter(path => !path.endsWith('.js'));
	expect(others).toEqual([join(installed, 'dist/THIRD-PARTY-NOTICES')]);
});

test('the package names every bundled package, with its copyright', () => {
	const code = globSync('src/**/*.{ts,tsx}').map(path =>
		readFileSync(path, 'utf8').replaceAll(/^import type .*/gm, ''),
	);
	const bundled = code.flatMap(text =>
		[...text.matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[\w-]+)['/]/g)].map(([, name = '']) => name),
	);
	const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES'), 'utf8')
		.split(/^-{78}$/m)
		.slice(1);
	const titles = notices.map(notice => /^\n(\S+ \S+) \(/.exec(notice)?.[1] ?? notice);
	expect(titles.map(title => title.split(' ')[0])).toEqual(expect.arrayContaining([...new Set(bundled)]));
	for (const [index, notice] of notices.entries()) expect(notice, titles[index]).toMatch(/copyright/i);
});

test('installing the package adds no dependencies and runs no scripts', {tags: ['fault-80']}, () => {
	const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
	expect(manifest.dependencies ?? {}).toEqual({});
	expect(manifest.optionalDependencies ?? {}).toEqual({});
	expect(manifest.scripts).toBeUndefined();
});

test('the packed README has absolute links to files of the checkout', () => {
	const {repository} = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
	const base = repository.url.replace(/^git\+(.*)\.git$/, '$1');
	const linksIn = (page: string) =>
		[...readFileSync(page, 'utf8').matchAll(/(?:\]\(|\]: |(?:src|srcset|href)=")([^)"\s]+)/g)].map(([, to = '']) => to);
	const links = linksIn(join(installed, 'README.md'));
	expect(links.filter(link => !/^https:|^#/.test(link))).toEqual([]);
	const own = links.filter(link => link.startsWith(`${base}/`));
	expect(own.map(link => link.replace(/^.*\/(?:blob|raw)\/HEAD\//, ''))).toEqual(
		linksIn('README.md').filter(link => existsSync(link.replace(/#.*/, ''))),
	);
	expect(own.length).toBeGreaterThan(5);
});

describe.each(nodes)('the installed program with Node $version', node => {
	test('prints its version, lists the demo, and completes in each shell', async () => {
		const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
		expect(await run(['--version'], node)).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
		expect((await run(['--help'], node)).stdout).toContain('landfall --demo');
		const {code, stdout, stderr} = await run(['ls', '--demo', '--world', 'quiet'], node);
		expect([code, stdout.trim().split('\n').length, stderr]).toEqual([0, 12, '']);
		// A write uses the journal, whose statements an older SQLite module must know.
		expect((await run(['deploy', '--demo', '--world', 'quiet', 'quiz-eu'], node)).code).toBe(0);
		expect((await run(['--demo', '--world', 'nowhere'], node)).stderr).toContain('--world needs one of busy');
		for (const shell of ['bash', 'zsh', 'fish']) {
			expect((await run(['completion', shell], node)).stdout).toContain(`landfall complete ${shell} `);
		}
	});

	test.skipIf(isWindows)('shows the demo, connects to a service, and finds it again', async () => {
		const own = installation(node);
		const open = (...args: readonly string[]) => openTerminal({command: node.node, ...own, args});
		const demo = open('--demo');
		await demo.see('1 of 200+');
		await demo.press('q', 'q');
		expect((await demo.exited).code).toBe(0);
		const env = {...own.env, LANDFALL_API_KEY: leakyKey};
		const sandbox = startProgram(['sandbox', '--world', 'quiet'], {...own, env});
		const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await sandbox.see(/:\d+\n/)) ?? [];
		const first = open();
		await connect(first, {address, key: leakyKey});
		await first.see('1 of 12');
		await first.press('q', 'q');
		await first.exited;
		const second = open();
		await second.see('acme   1 Projects');
		await second.see('1 of 12');
		sandbox.kill('SIGTERM');
		await sandbox.ended;
	});
});

test.skipIf(isWindows)('the installed command can be run as it is', () => {
	const {script, env} = installation();
	expect(execFileSync(script, ['--version'], {env, encoding: 'utf8'})).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('builds of the same code are identical', {tags: ['fault-80'], timeout: 60_000}, () => {
	execFileSync(process.execPath, ['scripts/build.ts']);
	for (const path of bundle()) {
		expect(readFileSync(path).equals(readFileSync(path.replace(installed, '.'))), path).toBe(true);
	}
});

test('the bundle is a small production build', {tags: ['fault-80']}, () => {
	const sizes = bundle().map(path => statSync(path).size);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_400_000);
	// Ink, React and Yoga account for 130 kB of this, and conf for 20.
	expect(statSync(archive).size).toBeLessThan(430_000);
	const code = bundle().map(path => readFileSync(path, 'utf8'));
	for (const developmentCode of ['performance.measure', 'jsxDEV']) {
		expect(
			code.some(text => text.includes(developmentCode)),
			developmentCode,
		).toBe(false);
	}
});

test.skipIf(!oldNode)('an old Node is reported in one line without a stack trace', {tags: ['fault-79']}, async () => {
	const {code, stdout, stderr} = await run(['--demo'], oldNode);
	expect(code).toBe(2);
	expect(stdout).toBe('');
	expect(stderr).toMatch(/^landfall needs Node\.js 24\.5 or newer, or 22\.21 or a newer 22; this is [\d.]+\.\n$/);
});

// The last test, because the others need the program.
test("uninstalling removes the program, and leaves the user's files and a cache", () => {
	npm(`uninstall --global --prefix "${prefix}" landfall`);
	expect(filesIn(prefix)).toEqual([]);
	const left = /^[\d.]+\/(?:\.config|\.local\/state|\.cache|Library\/\w+|AppData\/\w+)\/landfall\//;
	expect(filesIn(homes).filter(path => !left.test(path.replaceAll('\\', '/')))).toEqual([]);
});
