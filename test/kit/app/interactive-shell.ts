import {execFileSync} from 'node:child_process';
import {existsSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';
import {landfallFolder} from './landfall-folder.ts';
import {type OpenTerminal, openTerminal, program} from './terminal.ts';

export type ShellName = 'bash' | 'zsh' | 'fish';

export const findProgram = (name: string): string | undefined =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.map(folder => join(folder, name))
		.find(path => existsSync(path));

/** Opens an interactive shell with landfall's completion. Its prompt is `ready> `. */
export async function openShell(name: ShellName, path: string): Promise<OpenTerminal> {
	const directory = temporaryDirectory();
	// Otherwise it prints its arguments, each between angle brackets.
	const folder = landfallFolder(directory, {only: 'complete', otherwise: `printf '<%s>' "$@"; echo`});
	const PATH = `${folder}${delimiter}${process.env.PATH}`;
	// Fish lists no candidates on a dumb terminal.
	const env = {PATH, ZDOTDIR: directory, TERM: name === 'fish' ? 'xterm' : 'dumb'};
	const script = execFileSync(process.execPath, [program, 'completion', name], {encoding: 'utf8'});
	writeFileSync(join(directory, 'completion'), script);
	writeFileSync(join(directory, 'bashrc'), `PS1='ready> '\nsource "${directory}/completion"\n`);
	writeFileSync(
		join(directory, '.zshrc'),
		`PS1='ready> '\nautoload -Uz compinit\ncompinit -u -D\nsource "${directory}/completion"\n`,
	);
	const fishSetup = `function fish_prompt; echo 'ready> '; end; source "${directory}/completion"`;
	const args = {
		bash: ['--noprofile', '--rcfile', join(directory, 'bashrc'), '-i'],
		zsh: ['-i'],
		fish: ['--no-config', '--init-command', fishSetup, '-i'],
	};
	const shell = openTerminal({command: '/usr/bin/env', script: path, args: args[name], directory, env});
	await shell.see('ready>');
	return shell;
}
