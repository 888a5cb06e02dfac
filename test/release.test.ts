import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cpSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryDirectory} from './kit/fixtures/temporary-directory.ts';

/** The placeholder, put together here because this file is searched too. */
const host = ['landfall', 'invalid'].join('.');

test('a release is refused while any tracked file names an address that is not decided, and says which', () => {
	const directory = temporaryDirectory();
	const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
	cpSync('scripts', join(directory, 'scripts'), {recursive: true});
	mkdirSync(join(directory, 'docs'));
	write('package.json', `{"version": "1.2.3", "type": "module", "bugs": "https://${host}/a/issues"}`);
	write('CHANGELOG.md', `## [1.2.3] - 2026-01-01\n\n[1.2.3]: <https://${host}/a/tag/v1.2.3>\n`);
	write('docs/help.md', `Ask help@${host}, not https://demo.invalid.\n`);
	write('untracked.md', `https://${host}/later\n`);
	const git = (...args: readonly string[]) => execFileSync('git', args, {cwd: directory});
	git('init', '--quiet');
	git('add', 'package.json', 'CHANGELOG.md', 'docs', 'scripts');
	const {status, stderr} = spawnSync(process.execPath, ['scripts/release.ts'], {
		cwd: directory,
		encoding: 'utf8',
	});
	expect(status).toBe(1);
	expect(stderr.trim().split('\n')).toEqual([
		'Not ready to publish:',
		`  CHANGELOG.md: https://${host}/a/tag/v1.2.3 is not decided`,
		`  docs/help.md: help@${host} is not decided`,
		`  package.json: https://${host}/a/issues is not decided`,
		'  the checkout has changes that are not committed',
	]);
});

test('package managers get the address and the checksum of the program for each system', () => {
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
	const {architecture} = JSON.parse(textOf('landfall.json'));
	expect(architecture['64bit']).toEqual({
		url: expect.stringMatching(/v[\d.]+\/landfall-windows-x64\.zip$/),
		hash: windows,
	});
});
