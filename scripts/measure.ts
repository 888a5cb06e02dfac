import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openTerminal, program} from '../test/kit/terminal.ts';

/** Prints the figures of a release, each beside what it is measured against, in one interleaved run. */
const rounds = 15;
const root = join(import.meta.dirname, '..');

const median = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function timed(args: readonly string[]): number {
	const startedAt = performance.now();
	spawnSync(process.execPath, args, {stdio: 'ignore'});
	return performance.now() - startedAt;
}

/** Milliseconds from the start of the demo until its bytes hold the heads of the columns and the keys at the bottom, and the first row. */
async function firstFrame(directory: string): Promise<number> {
	const startedAt = performance.now();
	const terminal = openTerminal({args: ['--demo'], directory});
	const took = await terminal.wrote(written => written.includes('UPDATED') && written.includes('help'));
	terminal.close();
	return took - startedAt;
}

const home = mkdtempSync(join(tmpdir(), 'landfall-'));
await firstFrame(home);
const floors: number[] = [];
const frames: number[] = [];
const versions: number[] = [];
for (let round = 0; round < rounds; round++) {
	floors.push(timed(['-e', '0']));
	frames.push(await firstFrame(home));
	versions.push(timed([program, '--version']));
}

execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', home], {cwd: root});
const archive = readdirSync(home).find(name => name.endsWith('.tgz')) ?? '';
const bundle = readdirSync(join(root, 'dist')).reduce((sum, name) => sum + statSync(join(root, 'dist', name)).size, 0);
const floor = median(floors);
const row = (what: string, figure: string, beside = '') =>
	console.log(`${what.padEnd(44)} ${figure.padStart(10)}  ${beside}`);

row('node -e 0', `${floor.toFixed(0)} ms`, `median of ${rounds}, Node ${process.versions.node}`);
row(
	'start of the demo to its first full frame',
	`${median(frames).toFixed(0)} ms`,
	`× ${(median(frames) / floor).toFixed(2)}`,
);
row('landfall --version', `${median(versions).toFixed(0)} ms`, `× ${(median(versions) / floor).toFixed(2)}`);
row('bundle', `${(bundle / 1000).toFixed(0)} kB`, `${readdirSync(join(root, 'dist')).length} files`);
row('packed package', `${(statSync(join(home, archive)).size / 1000).toFixed(0)} kB`, '1 package to install');
rmSync(home, {recursive: true, force: true});
process.exit(0);
