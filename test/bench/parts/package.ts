import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {atMost, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const root = join(import.meta.dirname, '../../..');

/** Packs the measured program as it would be published, and measures the package. */
export const packed = async ({directory, landfall}: Setting): Promise<readonly Row[]> => {
	const folder = mkdtempSync(join(directory, 'package-'));
	for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(root, name), join(folder, name));
	cpSync(dirname(landfall), join(folder, 'dist'), {recursive: true});
	const printed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--offline'], {
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: 60_000,
		env: {PATH: process.env.PATH, HOME: directory, npm_config_cache: join(directory, 'npm-cache')},
	});
	const [{size = Number.NaN, unpackedSize = Number.NaN} = {}]: ReadonlyArray<{size?: number; unpackedSize?: number}> =
		JSON.parse(printed);
	const row = (name: string, unit: string, figure: number) => ({name, unit, figure});
	return [atMost(row('archive', 'kB', size / 1000), 450), atMost(row('on disk', 'MB', unpackedSize / 1_000_000), 1.4)];
};
