import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryDirectory} from './kit/fixtures/temporary-directory.ts';

/** A checkout whose script prints its arguments and ends with 3. */
function createCheckout({engines = '>=20.0', isInstalled = true} = {}): string {
	const root = temporaryDirectory();
	const dependency = {'node_modules/dependency': {resolved: 'dependency', link: true}};
	const json = (path: string, value: unknown) => writeFileSync(join(root, path), JSON.stringify(value));
	for (const path of ['scripts', 'dependency', 'node_modules']) mkdirSync(join(root, path));
	copyFileSync('scripts/checkout.js', join(root, 'scripts/checkout.js'));
	writeFileSync(join(root, 'scripts/print.js'), 'console.log(process.argv.slice(2).join()); process.exit(3);');
	const dependencies = {dependency: 'file:dependency'};
	json('package.json', {name: 'checkout', type: 'module', engines: {node: engines}, dependencies});
	json('dependency/package.json', {name: 'dependency', version: '1.0.0'});
	json('package-lock.json', {
		name: 'checkout',
		lockfileVersion: 3,
		packages: {'': {dependencies}, dependency: {version: '1.0.0'}, ...dependency},
	});
	if (isInstalled) json('node_modules/.package-lock.json', {packages: {dependency: {version: '1.0.0'}, ...dependency}});
	return root;
}

const run = (root: string) =>
	spawnSync(process.execPath, [join(root, 'scripts/checkout.js'), 'print.js', 'one', 'two'], {
		encoding: 'utf8',
		env: {...process.env, npm_execpath: undefined, npm_config_offline: 'true'},
	});

test('a script of the checkout gets its arguments and ends with its own exit code', () => {
	expect(run(createCheckout())).toMatchObject({stdout: 'one,two\n', stderr: '', status: 3});
});

test('missing packages are installed first', () => {
	const root = createCheckout({isInstalled: false});
	expect(run(root)).toMatchObject({stdout: 'one,two\n', stderr: 'Installing the packages of the checkout (npm ci)…\n'});
	expect(run(root)).toMatchObject({stdout: 'one,two\n', stderr: ''});
});

test('a Node.js that is too old says in one sentence what to do', () => {
	const {stderr, status} = run(createCheckout({engines: '^98.1 || >=99.5'}));
	expect(stderr).toBe(
		`This checkout needs Node.js ^98.1 || >=99.5, and this is ${process.versions.node}: run \`npm ci --ignore-scripts=false\`, which brings one, or put one into the PATH.\n`,
	);
	expect(status).toBe(2);
});

/** Put together, because the release searches this file, too. */
const host = ['landfall', 'invalid'].join('.');

test('only package.json contains addresses that are not decided', () => {
	const folders = ['docs', 'media', 'scripts', 'src', 'test', '.ci', '.github'].map(folder => `${folder}/**/*`);
	const files = globSync(['*', ...folders]).filter(path => statSync(path).isFile());
	expect(files.filter(file => readFileSync(file, 'utf8').includes(host))).toEqual(['package.json']);
});

test('a release names what a publisher decides and every undecided address in tracked files, and is not made', () => {
	const directory = temporaryDirectory();
	const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
	cpSync('scripts', join(directory, 'scripts'), {recursive: true});
	mkdirSync(join(directory, 'docs'));
	const manifest = {
		name: 'a',
		version: '1.2.3',
		license: 'MIT',
		author: 'Ann <ann@example.com>',
		homepage: 'https://example.com/a#readme',
		repository: {url: 'git+https://example.com/a.git'},
		bugs: `https://${host}/a/issues`,
		type: 'module',
		engines: {node: '>=24.5'},
		publishConfig: {access: 'public', provenance: true},
	};
	write('package.json', JSON.stringify(manifest));
	write('CHANGELOG.md', `## [1.2.3] - 2026-01-01\n\n[1.2.3]: <https://${host}/a/tag/v1.2.3>\n`);
	write('docs/help.md', `Ask help@${host}, not https://demo.invalid.\n`);
	write('untracked.md', `https://${host}/later\n`);
	const git = (...args: readonly string[]) => execFileSync('git', args, {cwd: directory});
	git('init', '--quiet');
	git('add', 'package.json', 'CHANGELOG.md', 'docs', 'scripts');
	const {status, stdout, stderr} = spawnSync(process.execPath, ['scripts/release.ts'], {
		cwd: directory,
		encoding: 'utf8',
	});
	expect(status).toBe(1);
	expect(stdout.trim().split('\n')).toEqual([
		'A publisher decides:',
		'  package.json: repository git+https://example.com/a.git',
		'  package.json: homepage https://example.com/a#readme',
		`  package.json: bugs https://${host}/a/issues`,
		'  package.json: author Ann <ann@example.com>, who also receives what CODE_OF_CONDUCT.md is about',
		'  package.json, LICENSE: license MIT and the holder of the copyright',
		'  package.json: Node.js >=24.5',
		'  package.json: name a on npm, access public, provenance true',
		'  npmjs.com: the trusted publisher, which is .github/workflows/release.yml with the environment npm',
		'  GitHub: who may push tags v* and approve the environment npm, and private reports as in SECURITY.md',
		'  scripts/standalone.ts: whether to sign the programs that need no Node.js; so far ad hoc, on macOS only',
		'  scripts/manifests.ts: the Homebrew tap that gets landfall.rb',
		'  CHANGELOG.md: version 1.2.3 and its date',
	]);
	expect(stderr.trim().split('\n')).toEqual([
		'Not ready to publish:',
		`  CHANGELOG.md: https://${host}/a/tag/v1.2.3 is not decided`,
		`  docs/help.md: help@${host} is not decided`,
		`  package.json: https://${host}/a/issues is not decided`,
		'  the checkout has changes that are not committed',
	]);
});

test('a release has checksums and a Homebrew formula with the address of each program', () => {
	const folder = temporaryDirectory();
	const names = ['landfall-linux-x64.tar.gz', 'landfall-macos-arm64.tar.gz', 'landfall-windows-x64.zip'];
	for (const name of names) writeFileSync(join(folder, name), name);
	execFileSync(process.execPath, ['scripts/manifests.ts', folder]);
	const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
	const [linux = '', macos = '', windows = ''] = names.map(name => createHash('sha256').update(name).digest('hex'));
	expect(textOf('SHA256SUMS')).toBe([linux, macos, windows].map((hash, at) => `${hash}  ${names[at]}\n`).join(''));
	const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
	const formula = textOf('landfall.rb');
	for (const [name, hash] of [
		[names[0], linux],
		[names[1], macos],
	])
		expect(formula).toMatch(new RegExp(`/releases/download/v${version}/${name}"\\s+sha256 "${hash}"`));
});

test('scripts and workflows run no package without a checksum', () => {
	const files = globSync(['scripts/*.*', '.github/workflows/*']);
	expect(files).toContain(join('scripts', 'standalone.ts'));
	for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\bnpx\b|\bnpm['",\s]+(?:exec|x)\b/);
	const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8'));
	const {'': _, ...locked} = packages as Record<string, {readonly integrity?: string}>;
	expect(Object.keys(locked).filter(name => !locked[name]?.integrity)).toEqual([]);
	expect(locked).toHaveProperty(['node_modules/postject']);
});
