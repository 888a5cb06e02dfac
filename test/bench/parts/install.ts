import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {measureBoth} from '../rounds.ts';
import {atMost, attempt, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const root = join(import.meta.dirname, '../../..');

type Packed = {readonly filename: string; readonly size: number; readonly unpackedSize: number};

/** Runs npm offline on this Node.js, with its own cache. */
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
	if (!packed) throw new Error('npm pack returned no package');
	return {...packed, filename: join(directory, packed.filename)};
}

/** Packs the measured program as it would be published. */
function packProgram(directory: string, program: string): Packed {
	for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(root, name), join(directory, name));
	cpSync(dirname(program), join(directory, 'dist'), {recursive: true});
	return pack(directory);
}

/** Packs a package that does nothing, to measure npm itself. */
function packEmpty(directory: string): Packed {
	mkdirSync(directory, {recursive: true});
	writeFileSync(
		join(directory, 'package.json'),
		JSON.stringify({name: 'nothing', version: '1.0.0', bin: {nothing: 'nothing.js'}}),
	);
	writeFileSync(join(directory, 'nothing.js'), '#!/usr/bin/env node\n');
	return pack(directory);
}

/** Measures the package and its installation. */
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
		// The first run installs the package; later runs reuse it.
		await executed(empty, 'nothing');
		await executed(packed, 'landfall', '--version');
		const taken = await measureBoth(Math.max(1, Math.round(rounds / 3)), which =>
			which === 'floor' ? executed(empty, 'nothing') : executed(packed, 'landfall', '--version'),
		);
		const row = (name: string, unit: string, figure: number): Row => ({part: 'install', name, unit, figure});
		const exec = {...row('npm exec landfall --version', 'ms', taken.landfall.ms), floor: taken.floor.ms};
		return [
			atMost(row('packages, including dependencies', '', packages), 1),
			atMost(row('archive', 'kB', packed.size / 1000), 450),
			atMost(row('on disk', 'MB', packed.unpackedSize / 1_000_000), 0.6),
			{...timesFloor(exec, 1.1), note: 'floor: a package that does nothing'},
		];
	});
}
