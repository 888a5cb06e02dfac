import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {stagePackage} from './stage.ts';

/*
Tests the version in package.json, and puts the package and the notes of the version into `release`. The workflow `release` publishes them.
*/

const root = join(import.meta.dirname, '..');
const release = join(root, 'release');
const run = (file: string, args: readonly string[]): string =>
	execFileSync(file, args, {cwd: root, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit']}).trim();
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const {version} = JSON.parse(textOf('package.json'));

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
