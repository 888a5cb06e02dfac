import {spawn} from 'node:child_process';
import {text} from 'node:stream/consumers';
import {expect} from 'vitest';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';
import {program, programEnv} from './terminal.ts';

type ProgramOptions = {
	readonly env?: Readonly<Record<string, string>>;
	readonly input?: string;
	readonly directory?: string;
	readonly cwd?: string;
	readonly node?: string;
	readonly script?: string;
	/** A line of sh that runs the program as `"$@"`. */
	readonly by?: string;
	readonly closed?: 'stdout' | 'stderr';
};

/** The environment of a Node process that runs this code first. */
export const preloading = (code: string) => ({
	NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"`,
});

/** Runs code in the app, a moment after it has taken the terminal. */
export const onceOpen = (code: string) => `const whenOpen = setInterval(() => {
	if (!process.stdin.isRaw) return;
	clearInterval(whenOpen);
	setTimeout(() => {${code}}, 200);
}, 10);`;

export function startProgram(
	args: readonly string[],
	{
		env = {},
		input = '',
		directory = temporaryDirectory(),
		cwd = process.cwd(),
		node = process.execPath,
		script = program,
		by,
		closed,
	}: ProgramOptions = {},
) {
	const line = [node, script, ...args];
	const [file = '', ...words] = by === undefined ? line : ['sh', '-c', by, 'sh', ...line];
	const child = spawn(file, words, {cwd, env: programEnv(directory, env)});
	const written = {stdout: '', stderr: ''};
	for (const name of ['stdout', 'stderr'] as const) {
		child[name].setEncoding('utf8').on('data', text => {
			written[name] += text;
		});
	}

	if (closed) child[closed].destroy();
	child.stdin.on('error', () => {}).end(input);
	const ended = new Promise<number>(resolve => {
		child.on('close', code => resolve(code ?? 128));
	});
	return {
		stdout: () => written.stdout,
		stderr: () => written.stderr,
		kill(signal: NodeJS.Signals) {
			child.kill(signal);
		},
		async see(pattern: RegExp) {
			await expect.poll(() => written.stdout).toMatch(pattern);
			return written.stdout;
		},
		/** Resolves with the exit code. A signal that ended the process counts as 128. */
		ended,
	};
}

export async function runProgram(args: readonly string[], options?: ProgramOptions) {
	const started = startProgram(args, options);
	const code = await started.ended;
	return {code, stdout: started.stdout(), stderr: started.stderr()};
}

/** Runs a line of bash in which `landfall` is the built program, and resolves with its standard output. */
export function runInBash(
	line: string,
	{env = {}, directory = temporaryDirectory()}: Pick<ProgramOptions, 'env' | 'directory'> = {},
): Promise<string> {
	const script = `landfall() { "${process.execPath}" "${program}" "$@"; }\n${line}`;
	const bash = spawn('bash', ['-c', script], {env: programEnv(directory, env), stdio: ['ignore', 'pipe', 'ignore']});
	return text(bash.stdout);
}
