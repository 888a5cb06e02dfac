import {spawn} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import {apiKey, type Program, pause, withProbe} from './probe.ts';

export type Build = {readonly script: string; readonly home: string};

export const landfallOn = ({script, home}: Build, address: string): Program => ({
	args: [script, '--base-url', address],
	home,
});

/** Starts the sandbox of a build in a process that ends with this one. Resolves with its address. */
export function startSandbox(
	{script, home}: Build,
	projects: number,
	env: Readonly<Record<string, string>> = {},
): Promise<string> {
	const child = spawn(process.execPath, [script, 'sandbox', '--projects', String(projects), '--latency', '0'], {
		env: {PATH: process.env.PATH, HOME: home, LANDFALL_API_KEY: apiKey, ...env},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	process.on('exit', () => child.kill());
	return new Promise((resolve, reject) => {
		child.on('exit', code => reject(new Error(`The sandbox exited with ${code}.`)));
		child.stdout.on('data', text => {
			const address = /address\s+(\S+)/.exec(String(text))?.[1];
			if (address) resolve(address);
		});
	});
}

/** Starts the program once, so that later starts find compiled code. Node writes it when a process exits normally. */
export async function openBuild(script: string, home: string): Promise<Build> {
	if (!existsSync(script)) throw new Error(`${script} does not exist. Run npm run build first.`);
	mkdirSync(home);
	const build = {script, home};
	await withProbe({args: [script, '--demo'], home}, async probe => {
		await probe.firstRows();
		await pause(2000);
		probe.kill('SIGTERM');
		await probe.ended;
	});
	return build;
}
