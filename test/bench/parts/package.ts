import {execSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Samples} from '../bounds.ts';
import type {Build} from '../build.ts';

export async function packed({script, home}: Build): Promise<Samples> {
	const {stagePackage} = await import(join(dirname(script), '../scripts/stage.ts'));
	const folder = join(home, 'stage');
	stagePackage(folder);
	const [{size}] = JSON.parse(execSync('npm pack --dry-run --json', {cwd: folder, encoding: 'utf8'}));
	const {scripts = {}, dependencies = {}} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const installScripts = ['preinstall', 'install', 'postinstall'].filter(name => name in scripts);
	return {
		package: [size / 1000],
		'install scripts and dependencies': [installScripts.length + Object.keys(dependencies).length],
	};
}
