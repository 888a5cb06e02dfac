import {execFileSync, spawnSync} from 'node:child_process';
import {globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'landfall-'));
const unpacked = join(directory, 'package');
const elsewhere = join(directory, 'empty');
let archive = '';

beforeAll(() => {
	execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', directory]);
	archive = join(directory, readdirSync(directory).find(name => name.endsWith('.tgz')) ?? '');
	execFileSync('tar', ['-xzf', archive, '-C', directory]);
	mkdirSync(elsewhere);
}, 60_000);
afterAll(() => rmSync(directory, {recursive: true}));

/** The files of the bundle. */
const bundle = (): readonly string[] =>
	readdirSync(join(unpacked, 'dist'), {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(({parentPath, name}) => join(parentPath, name));

/** Runs the unpacked program from an empty folder. */
const run = (args: readonly string[], node = process.execPath) =>
	spawnSync(node, [join(unpacked, 'dist/landfall.js'), ...args], {
		cwd: elsewhere,
		encoding: 'utf8',
		env: {HOME: elsewhere},
	});

/** Returns the version of a Node as numbers, or an empty list if it cannot be run. */
const versionOf = (node: string): readonly number[] => {
	const {stdout} = spawnSync(node, ['-p', 'process.versions.node'], {encoding: 'utf8'});
	return stdout ? stdout.split('.').map(Number) : [];
};

/** A Node on PATH that is too old for landfall, if there is one. */
const oldNode = (process.env.PATH ?? '')
	.split(delimiter)
	.filter(path => !path.includes('node_modules'))
	.map(path => join(path, 'node'))
	.find(node => {
		const [major = 99, minor = 0] = versionOf(node);
		return major < 22 || (major === 22 && minor < 13);
	});

test('the package contains only the bundle, the README and the licence', () => {
	expect(readdirSync(unpacked).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
	const others = bundle().filter(path => !path.endsWith('.js'));
	expect(others.toSorted()).toEqual(['dist/THIRD-PARTY-NOTICES', 'dist/yoga.wasm'].map(path => join(unpacked, path)));
});

/** Returns the packages that these need, directly or not, as `name version`. */
function needed(names: readonly string[]): ReadonlySet<string> {
	const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8'));
	const found = new Set<string>();
	const search = (name: string, from: string) => {
		const folder = [`${from}/node_modules/${name}`, `node_modules/${name}`].find(path => path in packages) ?? '';
		const {version, dependencies = {}, peerDependencies = {}} = packages[folder] ?? {};
		if (found.has(`${name} ${version}`)) return;
		found.add(`${name} ${version}`);
		for (const next of Object.keys({...dependencies, ...peerDependencies})) search(next, folder);
	};
	for (const name of names) search(name, '');
	return found;
}

test('the package names every package of which the bundle has code, with its copyright', () => {
	const code = globSync('src/**/*.{ts,tsx}').map(path =>
		readFileSync(path, 'utf8').replaceAll(/^import type .*/gm, ''),
	);
	const bundled = code.flatMap(text =>
		[...text.matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[\w-]+)['/]/g)].map(([, name = '']) => name),
	);
	const notices = readFileSync(join(unpacked, 'dist/THIRD-PARTY-NOTICES'), 'utf8')
		.split(/^-{78}$/m)
		.slice(1);
	const titles = notices.map(notice => /^\n(\S+ \S+) \(/.exec(notice)?.[1] ?? notice);
	expect(titles.map(title => title.split(' ')[0])).toEqual(expect.arrayContaining([...new Set(bundled)]));
	expect([...needed(bundled)]).toEqual(expect.arrayContaining(titles));
	for (const [index, notice] of notices.entries()) expect(notice, titles[index]).toMatch(/copyright/i);
});

test('installing the package adds no dependencies and runs no scripts', {tags: ['fault-80']}, () => {
	const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
	expect(manifest.dependencies ?? {}).toEqual({});
	expect(manifest.optionalDependencies ?? {}).toEqual({});
	expect(Object.keys(manifest.scripts)).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/install|^prepare$/)]),
	);
});

test('the installed package runs from an empty folder', () => {
	const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
	expect(run(['--version']).stdout).toBe(`${version}\n`);
	expect(run(['--help']).stdout).toContain('landfall --demo');
	expect(run(['--demo', '--world', 'nowhere']).stderr).toContain('--world needs one of busy');
});

test('builds of the same code are identical', {tags: ['fault-80'], timeout: 60_000}, () => {
	const again = join(directory, 'again');
	mkdirSync(again);
	execFileSync(process.execPath, ['scripts/build.ts']);
	execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', again]);
	const [name = ''] = readdirSync(again);
	expect(readFileSync(join(again, name)).equals(readFileSync(archive))).toBe(true);
});

test('the bundle is a small production build', {tags: ['fault-80']}, () => {
	const sizes = bundle().map(path => statSync(path).size);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
	// Ink, React and Yoga account for 130 kB of this, and conf with its validator for 60.
	expect(statSync(archive).size).toBeLessThan(420_000);
	const code = bundle().map(path => readFileSync(path, 'utf8'));
	for (const developmentCode of ['performance.measure', 'jsxDEV']) {
		expect(
			code.some(text => text.includes(developmentCode)),
			developmentCode,
		).toBe(false);
	}
});

test('every file of code in the bundle is ASCII', () => {
	for (const path of bundle().filter(name => name.endsWith('.js'))) {
		const code = readFileSync(path, 'utf8');
		expect(/[^\0-\x7F]/.exec(code)?.[0], path).toBeUndefined();
	}
});

test('the compile cache holds compiled functions, not only where they are', () => {
	run([]);
	const cached = readdirSync(elsewhere, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && entry.parentPath.includes('compiled'))
		.map(({parentPath, name}) => statSync(join(parentPath, name)).size);
	// Without the functions, it is smaller than the file.
	expect(Math.max(...cached)).toBeGreaterThan(2 * statSync(join(unpacked, 'dist/app.js')).size);
});

test.skipIf(!oldNode)('an old Node is reported in one line without a stack trace', {tags: ['fault-79']}, () => {
	const {status, stdout, stderr} = run(['--demo'], oldNode);
	expect(status).toBe(2);
	expect(stdout).toBe('');
	expect(stderr).toMatch(/^landfall needs Node\.js 22\.13 or newer; this is [\d.]+\.\n$/);
});
