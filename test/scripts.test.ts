import {spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryDirectory} from './kit/fixtures/temporary-directory.ts';

/** Makes a checkout with one package, whose script prints its arguments and ends with 3. */
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

test('what is missing is installed first', () => {
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
