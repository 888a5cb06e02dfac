import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {stagePackage} from './stage.ts';

/*
Lists what a publisher decides, tests the version in package.json, and puts the package and the notes of the version into `release`. The workflow `release` publishes them.
*/

const root = join(import.meta.dirname, '..');
const release = join(root, 'release');
const run = (file: string, args: readonly string[]): string =>
	execFileSync(file, args, {cwd: root, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit']}).trim();
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(textOf('package.json'));
const {version} = manifest;

/** The placeholder host of addresses that are not decided yet. */
const undecided = /[\w.@/:+-]*\blandfall\.invalid(?:\/[\w./#-]*)?/g;

/** Undefined if the changelog does not name the version with a date. */
function findNotes(): string | undefined {
	const sections = textOf('CHANGELOG.md').split(/^(?=## )/m);
	const heading = new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d\n`);
	const section = sections.find(text => heading.test(text));
	return section
		?.replace(heading, '')
		.replace(/^\[[^\]]+\]: <.*$/gm, '')
		.trim();
}

function problems(): readonly string[] {
	const isTagged = run('git', ['tag', '--list', `v${version}`]) !== '';
	const isElsewhere = isTagged && run('git', ['tag', '--points-at', 'HEAD', `v${version}`]) === '';
	return [
		...run('git', ['ls-files', '-z'])
			.split('\0')
			.filter(file => file !== '')
			.flatMap(file => [...textOf(file).matchAll(undecided)].map(([address]) => `${file}: ${address} is not decided`)),
		...(findNotes() === undefined ? [`CHANGELOG.md: no heading “## [${version}] - <date>”`] : []),
		...(run('git', ['status', '--porcelain']) === '' ? [] : ['the checkout has changes that are not committed']),
		...(isElsewhere ? [`v${version} is the tag of another commit`] : []),
	];
}

/** Where each decision stands, and what it is so far. */
function decisions(): readonly string[] {
	const {name, author, license, repository, homepage, bugs, engines, publishConfig} = manifest;
	return [
		`package.json: repository ${repository.url}`,
		`package.json: homepage ${homepage}`,
		`package.json: bugs ${bugs}`,
		`package.json: author ${author}, who also receives what CODE_OF_CONDUCT.md is about`,
		`package.json, LICENSE: license ${license} and the holder of the copyright`,
		`package.json: Node.js ${engines.node}`,
		`package.json: name ${name} on npm, access ${publishConfig.access}, provenance ${publishConfig.provenance}`,
		'npmjs.com: the trusted publisher, which is .github/workflows/release.yml with the environment npm',
		'GitHub: who may push tags v* and approve the environment npm, and private reports as in SECURITY.md',
		'scripts/standalone.ts: whether to sign the programs that need no Node.js; so far ad hoc, on macOS only',
		'scripts/manifests.ts: the Homebrew tap that gets landfall.rb',
		`CHANGELOG.md: version ${version} and its date`,
	];
}

console.log(
	`A publisher decides:\n${decisions()
		.map(decision => `  ${decision}`)
		.join('\n')}`,
);
const found = problems();
if (found.length > 0) {
	console.error(`Not ready to publish:\n${found.map(problem => `  ${problem}`).join('\n')}`);
	process.exit(1);
}

execFileSync('npm', ['test'], {cwd: root, stdio: 'inherit'});
const staged = mkdtempSync(join(tmpdir(), 'landfall-'));
stagePackage(staged);
mkdirSync(release, {recursive: true});
execFileSync('npm', ['pack', staged, '--pack-destination', release], {cwd: root, stdio: 'inherit'});
rmSync(staged, {recursive: true});
writeFileSync(join(release, 'notes.md'), `${findNotes()}\n`);
