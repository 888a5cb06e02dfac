import {spawn} from 'node:child_process';
import {join} from 'node:path';

/** Runs a program in the project's folder. Returns its exit code, and what it printed to both outputs. */
export async function runToEnd(
	file: string,
	args: readonly string[],
	env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<{readonly code: number; readonly printed: string}> {
	const child = spawn(file, args, {cwd: join(import.meta.dirname, '..'), env, stdio: ['ignore', 'pipe', 'pipe']});
	const output: Buffer[] = [];
	child.stdout.on('data', chunk => output.push(chunk));
	child.stderr.on('data', chunk => output.push(chunk));
	const code = await new Promise<number>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', status => resolve(status ?? 1));
	});
	return {code, printed: Buffer.concat(output).toString()};
}
