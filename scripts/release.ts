import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {stagePackage} from './stage.ts';

/*
Publishes the version in package.json, as the workflow `release` does for a tag. `npm run release -- --dry-run` does everything but that, anywhere.
*/

const root = join(import.meta.dirname, '..');
const isDryRun = process.argv.includes('--dry-run');
const run = (file: string, args: readonly string[]): string =>
	execFileSync(file, args, {cwd: root, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit']}).trim();
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Addresses that nobody has decided on are on this host, which cannot exist. */
const undecided = /[\w.@/:+-]*\blandfall\.invalid(?:\/[\w./#-]*)?/g;

/** Returns what keeps this version from being published. */
function problems(): readonly string[] {
	const {version} = JSON.parse(textOf('package.json'));
	const heading = new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm');
	const isTagged = run('git', ['tag', '--list', `v${version}`]) !== '';
	const isElsewhere = isTagged && run('git', ['tag', '--points-at', 'HEAD', `v${version}`]) === '';
	return [
		...run('git', ['ls-files', '-z'])
			.split('\0')
			.filter(file => file !== '')
			.flatMap(file => [...textOf(file).matchAll(undecided)].map(([address]) => `${file}: ${address} is not decided`)),
		...(heading.test(textOf('CHANGELOG.md')) ? [] : [`CHANGELOG.md: no heading “## [${version}] - <date>”`]),
		...(run('git', ['status', '--porcelain']) === '' ? [] : ['the checkout has changes that are not committed']),
		...(isElsewhere ? [`v${version} is the tag of another commit`] : []),
		...(isDryRun || process.env.GITHUB_ACTIONS
			? []
			: [`only the workflow can prove where the package comes from: push the tag v${version}`]),
	];
}

const found = problems();
if (found.length > 0) {
	console.error(`Not ready to publish:\n${found.map(problem => `  ${problem}`).join('\n')}`);
	process.exit(1);
}

execFileSync('npm', ['test'], {cwd: root, stdio: 'inherit'});
const folder = mkdtempSync(join(tmpdir(), 'landfall-'));
stagePackage(folder);
execFileSync('npm', ['publish', folder, ...(isDryRun ? ['--dry-run'] : [])], {cwd: root, stdio: 'inherit'});
rmSync(folder, {recursive: true});
