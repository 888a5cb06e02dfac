import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {program} from './terminal.ts';

/** Writes a shell script `landfall` that runs the built program, and returns its folder for PATH. Runs `otherwise` instead unless the first argument is `only`. */
export function landfallFolder(directory: string, {only = '*', otherwise = ''} = {}): string {
	const folder = join(directory, 'bin');
	const path = join(folder, 'landfall');
	mkdirSync(folder, {recursive: true});
	const run = `exec "${process.execPath}" "${program}" "$@"`;
	writeFileSync(path, `#!/bin/sh\ncase $1 in\n${only}) ${run} ;;\n*) ${otherwise || run} ;;\nesac\n`);
	chmodSync(path, 0o755);
	return folder;
}
