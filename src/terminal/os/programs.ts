import {posix, win32} from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

const windows = 'win32';

/** Whether a path has a drive or is a UNC path. Windows also treats `\tools` as absolute, but that depends on the current drive. */
const isFullWindowsPath = (path: string): boolean => /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path);

/** Splits a Windows PATH, where quoted entries may contain semicolons. */
const windowsDirectories = (path: string): readonly string[] => path.match(/(?:"[^"]*"|[^;"])+/g) ?? [];

const unquoted = (path: string): string => path.replaceAll('"', '');

/** Returns a PATH without entries relative to the current directory, where an attacker may have put a program. An empty entry means that directory. */
function absolutePath(path: string, platform: string): string {
	if (platform !== windows) return path.split(':').filter(posix.isAbsolute).join(':');
	return windowsDirectories(path)
		.filter(directory => isFullWindowsPath(unquoted(directory)))
		.join(';');
}

/** On Windows, variable names ignore case, but a copy of the environment does not. */
const isNamed = (name: string, expected: string, platform: string): boolean =>
	name === expected || (platform === windows && name.toLowerCase() === expected.toLowerCase());

const variable = (environment: Environment, expected: string): string | undefined =>
	Object.entries(environment).find(([name]) => isNamed(name, expected, windows))?.[1];

/** Returns the environment for child processes, in which no program is looked up in the current directory. */
export function environmentFor(environment: Environment, platform: string): Environment {
	const entries = Object.entries(environment).map(([name, value]): [string, string | undefined] =>
		isNamed(name, 'PATH', platform) ? [name, absolutePath(value ?? '', platform)] : [name, value],
	);
	// An empty PATH would mean the current directory; without a PATH, the system uses its default.
	const kept = entries.filter(([name, value]) => value !== '' || !isNamed(name, 'PATH', platform));
	return {...Object.fromEntries(kept), ...(platform === windows && {NoDefaultCurrentDirectoryInExePath: '1'})};
}

/** Returns the Windows directory, or its default if the environment names no plausible one. */
function systemRootOf(environment: Environment): string {
	const root = variable(environment, 'SystemRoot') ?? '';
	return /^[a-z]:[\\/]/i.test(root) ? root : 'C:\\Windows';
}

/** Returns the absolute path of a program that ships with Windows. */
export const windowsProgram = (name: string, environment: Environment): string =>
	win32.join(systemRootOf(environment), 'System32', `${name}.exe`);

/**
Returns what to spawn for the name of a program, or undefined if it is not found.

Windows searches the current directory first, so on Windows a bare name is resolved here, using only the directories of PATH.
*/
export function findProgram(
	program: string,
	environment: Environment,
	platform: string,
	isFile: (path: string) => boolean,
): string | undefined {
	if (platform !== windows || /[\\/:]/.test(program)) return program;
	if (program === '') return undefined;
	const directories = windowsDirectories(absolutePath(variable(environment, 'PATH') ?? '', platform)).map(unquoted);
	// Other kinds of programs, such as .bat files, need a shell.
	const names = [...(program.includes('.') ? [program] : []), `${program}.com`, `${program}.exe`];
	return directories.flatMap(directory => names.map(name => win32.join(directory, name))).find(isFile);
}
