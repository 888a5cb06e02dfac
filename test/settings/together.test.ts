import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openCredentials} from '../../src/settings/credentials.ts';
import {locked} from '../../src/settings/lock.ts';
import {openSettings} from '../../src/settings/settings.ts';
import {canPreload, withoutFileLocks} from '../kit/faults/file-locks.ts';
import {holdJournal} from '../kit/fixtures/held-journal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const script = join(import.meta.dirname, 'fixtures', 'save-settings.ts');
const origin = 'https://api.example.com';

function save(directory: string, name: string, count: number): ChildProcess {
	return spawn(process.execPath, [script, directory, name, String(count)], {stdio: ['ignore', 'pipe', 'inherit']});
}

async function outputOf(child: ChildProcess): Promise<readonly string[]> {
	let output = '';
	child.stdout?.on('data', text => (output += text));
	await new Promise(resolve => child.on('close', resolve));
	return output.trim().split('\n');
}

test('loses nothing when four processes save at once', {tags: ['fault-76', 'fault-99']}, async () => {
	const own = temporaryDirectory();
	writeFileSync(join(own, 'config.json'), '{}', {mode: 0o600});
	const linked = [temporaryDirectory(), temporaryDirectory()];
	for (const directory of linked) symlinkSync(join(own, 'config.json'), join(directory, 'config.json'));
	const directories = [own, own, ...linked];
	const outputs = directories.map((directory, at) => outputOf(save(directory, `${at}`, 20)));
	expect(new Set((await Promise.all(outputs)).flat())).toEqual(new Set(['saved']));
	const {profiles} = openSettings(own).get();
	const lost = directories.flatMap((directory, at) => {
		const credentials = openCredentials(directory);
		const isKept = (name: string, turn: number) =>
			turn % 2 === 0 ? profiles.has(name) : credentials.read(name, origin).outcome === 'found';
		const turns = Array.from({length: 20}, (_, turn) => turn);
		return turns.filter(turn => !isKept(`${at}-${turn}`, turn));
	});
	expect(lost).toEqual([]);
	for (const directory of linked) expect(lstatSync(join(directory, 'config.json')).isSymbolicLink()).toBe(true);
});

test('leaves the old or the new file when killed while saving', {tags: ['fault-77']}, async () => {
	const directory = temporaryDirectory();
	let kills = 0;
	for (let run = 0; run < 4; run++) {
		const child = save(directory, `run-${run}`, 1000);
		let lines = 0;
		child.stdout?.on('data', text => {
			lines += String(text).split('\n').length - 1;
			if (lines > run) child.kill('SIGKILL');
		});
		await outputOf(child);
		kills += child.signalCode === 'SIGKILL' ? 1 : 0;
		for (const file of readdirSync(directory).filter(name => name.endsWith('.json'))) {
			JSON.parse(readFileSync(join(directory, file), 'utf8'));
		}

		const {profiles} = openSettings(directory).get();
		for (let turn = 0; turn < lines; turn += 2) expect(profiles.has(`run-${run}-${turn}`)).toBe(true);
	}

	expect(kills).toBe(4);
	expect(await openSettings(directory).saveProfile('after', {baseUrl: origin})).toBeUndefined();
});

test('keeps the old files on a full disk, and says so', {tags: ['fault-77']}, async () => {
	const directory = temporaryDirectory();
	await outputOf(save(directory, 'before', 2));
	const before = readFileSync(join(directory, 'config.json'), 'utf8');
	// A file size limit of 0 simulates a full disk.
	const limited = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
	const args = ['-c', limited, process.execPath, script, directory, 'after', '2'];
	const lines = await outputOf(spawn('bash', args, {stdio: ['ignore', 'pipe', 'inherit']}));
	expect(lines[0]).toMatch(/^Settings last only until landfall ends: .*config\.json could not be written \(E\w+\)\.$/);
	expect(lines[1]).toMatch(/^The keys could not be saved: .*credentials\.json could not be written \(E\w+\)\.$/);
	expect(readFileSync(join(directory, 'config.json'), 'utf8')).toBe(before);
	// The limit may also end the process before it has removed its drafts.
	const names = readdirSync(directory).filter(name => !name.includes('.tmp-'));
	expect(names.toSorted()).toEqual(['config.json', 'credentials.json', 'settings.lock']);
});

test('stops waiting for the settings lock', {tags: ['fault-202']}, async () => {
	const directory = temporaryDirectory();
	const release = holdJournal(join(directory, 'settings.lock'));
	await expect(locked(directory, () => {}, 100)).rejects.toThrow(
		'could not be written: another process has held its lock for 0.1 seconds. Close that landfall, or try again.',
	);
	release();
	expect(readdirSync(directory)).toEqual(['settings.lock']);
});

test('saves the last of several changes that wait for the lock', {tags: ['fault-202']}, async () => {
	const directory = temporaryDirectory();
	const release = holdJournal(join(directory, 'settings.lock'));
	const store = openSettings(directory);
	const themes = ['monochrome', 'terminal', 'high-contrast', 'color-blind'] as const;
	const saved = themes.map(theme => store.saveTheme(theme));
	release();
	expect(await Promise.all(saved)).toEqual(themes.map(() => undefined));
	expect(openSettings(directory).get().theme).toBe('color-blind');
});

test.skipIf(!canPreload).each(['ENOLCK', 'EOPNOTSUPP'])(
	'names a file system that answers a lock with %s',
	{tags: ['fault-203']},
	async code => {
		const directory = temporaryDirectory();
		const env = {...process.env, ...withoutFileLocks(code)};
		const child = spawn(process.execPath, [script, directory, 'a', '2'], {env, stdio: ['ignore', 'pipe', 'inherit']});
		const why = `could not be written: the file system of ${directory} cannot lock files. Keep the settings on another one`;
		expect(await outputOf(child)).toEqual([expect.stringContaining(why), expect.stringContaining(why)]);
	},
);

const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

test.skipIf(!canMount)('says what to do if config.json is mounted as a file', {tags: ['fault-204']}, async () => {
	const directory = join(temporaryDirectory(), 'with blanks');
	mkdirSync(directory, {mode: 0o700});
	const [inside, outside] = ['config.json', 'outside.json'].map(name => join(directory, name)) as [string, string];
	for (const path of [inside, outside]) writeFileSync(path, '{}', {mode: 0o600});
	const line = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
	const args = ['-rm', 'sh', '-c', line, 'sh', outside, inside, process.execPath, script, directory, 'a', '1'];
	const child = spawn('unshare', args, {stdio: ['ignore', 'pipe', 'inherit']});
	expect(await outputOf(child)).toEqual([
		expect.stringContaining(
			`${inside} is mounted as a single file, so it cannot be replaced. Mount its folder instead.`,
		),
	]);
	expect(readFileSync(outside, 'utf8')).toBe('{}');
});
