import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {besides} from '../rounds.ts';
import {atMost, attempt, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const root = join(import.meta.dirname, '../../..');

type Packed = {readonly filename: string; readonly size: number; readonly unpackedSize: number};

/** npm on this Node, with a cache of its own, and without asking any registry. */
const npm = (directory: string, ...args: readonly string[]): string =>
	execFileSync('npm', [...args, '--offline', '--no-update-notifier', '--no-audit', '--no-fund'], {
		cwd: directory,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: 60_000,
		env: {
			PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
			HOME: directory,
			npm_config_cache: join(directory, 'npm-cache'),
		},
	});

function pack(directory: string): Packed {
	const [packed] = JSON.parse(npm(directory, 'pack', '--ignore-scripts', '--json')) as readonly Packed[];
	if (!packed) throw new Error('npm packs nothing');
	return {...packed, filename: join(directory, packed.filename)};
}

/** The package as it would be published, of the program that is measured. */
function packProgram(directory: string, program: string): Packed {
	for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(root, name), join(directory, name));
	cpSync(dirname(program), join(directory, 'dist'), {recursive: true});
	return pack(directory);
}

/** What npm itself costs: a package that does nothing. */
function packEmpty(directory: string): Packed {
	mkdirSync(directory, {recursive: true});
	writeFileSync(
		join(directory, 'package.json'),
		JSON.stringify({name: 'nothing', version: '1.0.0', bin: {nothing: 'nothing.js'}}),
	);
	writeFileSync(join(directory, 'nothing.js'), '#!/usr/bin/env node\n');
	return pack(directory);
}

/** What somebody fetches who installs it. */
export function install({rounds, directory, landfall}: Setting): Promise<readonly Row[]> {
	return attempt('install', 'install', async () => {
		const here = mkdtempSync(join(directory, 'install-'));
		const packed = packProgram(here, landfall);
		const empty = packEmpty(join(here, 'empty'));
		const {dependencies = {}, optionalDependencies = {}} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		const packages = 1 + Object.keys({...dependencies, ...optionalDependencies}).length;
		const executed = async (from: Packed, ...command: readonly string[]) => {
			const startedAt = performance.now();
			npm(directory, 'exec', '--yes', '--package', from.filename, '--', ...command);
			return {ms: performance.now() - startedAt};
		};
		// The first of each installs; the others find what it installed.
		await executed(empty, 'nothing');
		await executed(packed, 'landfall', '--version');
		const taken = await besides(Math.max(1, Math.round(rounds / 3)), which =>
			which === 'floor' ? executed(empty, 'nothing') : executed(packed, 'landfall', '--version'),
		);
		const row = (name: string, unit: string, figure: number): Row => ({part: 'install', name, unit, figure});
		const exec = {...row('npm exec landfall --version', 'ms', taken.landfall.ms), floor: taken.floor.ms};
		return [
			atMost(row('packages, with what they depend on', '', packages), 1),
			atMost(row('archive', 'kB', packed.size / 1000), 450),
			atMost(row('on disk', 'MB', packed.unpackedSize / 1_000_000), 0.6),
			{...timesFloor(exec, 1.1), note: 'floor: a package that does nothing'},
		];
	});
}
