import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

/*
Publishes the version in package.json: `npm run release`, or `npm run release -- --dry-run` for everything but that.

Addresses that nobody has decided on end in `.invalid`. All of them are in the files below, and none may be published.
*/

const root = join(import.meta.dirname, '..');
const isDryRun = process.argv.includes('--dry-run');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const run = (file: string, args: readonly string[]): string =>
	execFileSync(file, args, {cwd: root, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit']}).trim();

/** Returns what keeps this version from being published. */
function problems(): readonly string[] {
	const {version} = JSON.parse(textOf('package.json'));
	const undecided = ['package.json', 'CODE_OF_CONDUCT.md'].flatMap(file =>
		[...textOf(file).matchAll(/[\w.@/:+-]+\.invalid(?:\/[\w./#-]*)?/g)].map(
			([address]) => `${file}: ${address} is not decided`,
		),
	);
	const heading = new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm');
	return [
		...undecided,
		...(heading.test(textOf('CHANGELOG.md')) ? [] : [`CHANGELOG.md: no heading “## [${version}] - <date>”`]),
		...(run('git', ['status', '--porcelain']) === '' ? [] : ['the checkout has changes that are not committed']),
		...(run('git', ['tag', '--list', `v${version}`]) === '' ? [] : [`v${version} is tagged already`]),
	];
}

const found = problems();
if (found.length > 0) {
	console.error(`Not ready to publish:\n${found.map(problem => `  ${problem}`).join('\n')}`);
	process.exit(1);
}

execFileSync('npm', ['test'], {cwd: root, stdio: 'inherit'});
execFileSync('npm', ['publish', ...(isDryRun ? ['--dry-run'] : [])], {cwd: root, stdio: 'inherit'});
