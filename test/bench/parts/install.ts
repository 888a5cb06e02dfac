import {execFileSync} from 'node:child_process';
import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {atMost, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const root = join(import.meta.dirname, '../../..');

/** What somebody fetches who installs it. */
export async function install({directory}: Setting): Promise<readonly Row[]> {
	execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', directory], {cwd: root});
	const archive = readdirSync(directory).find(name => name.endsWith('.tgz')) ?? '';
	const files = readdirSync(join(root, 'dist')).map(name => statSync(join(root, 'dist', name)).size);
	const row = (name: string, unit: string, figure: number): Row => ({part: 'install', name, unit, figure});
	return [
		atMost(row('packages', '', 1), 1),
		atMost(row('archive', 'kB', statSync(join(directory, archive)).size / 1000), 200),
		atMost(row('bundle', 'MB', files.reduce((sum, size) => sum + size, 0) / 1_000_000), 0.6),
	];
}
