import {posix, win32} from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

const windows = 'win32';

/** With a drive, or on another computer. Windows counts `\tools` as absolute too, but that is on whatever drive is current. */
const isWholeWindowsPath = (path: string): boolean => /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path);

/** The directories of a PATH of Windows, in which quotation marks hold a semicolon. */
const windowsDirectories = (path: string): readonly string[] => path.match(/(?:"[^"]*"|[^;"])+/g) ?? [];

const unquoted = (path: string): string => path.replaceAll('"', '');

/** A PATH without what depends on the current directory, where anybody may have put a program. An empty entry means that directory. */
function absolutePath(path: string, platform: string): string {
	if (platform !== windows) return path.split(':').filter(posix.isAbsolute).join(':');
	return windowsDirectories(path)
		.filter(directory => isWholeWindowsPath(unquoted(directory)))
		.join(';');
}

/** Windows does not tell `Path` from `PATH`; a copy of its environment does. */
const isNamed = (name: string, wanted: string, platform: string): boolean =>
	name === wanted || (platform === windows && name.toLowerCase() === wanted.toLowerCase());

const variable = (environment: Environment, wanted: string): string | undefined =>
	Object.entries(environment).find(([name]) => isNamed(name, wanted, windows))?.[1];

/** The environment of programs that landfall starts: neither they nor what they start themselves is looked up in the current directory. */
export function environmentFor(environment: Environment, platform: string): Environment {
	const entries = Object.entries(environment).map(([name, value]): [string, string | undefined] =>
		isNamed(name, 'PATH', platform) ? [name, absolutePath(value ?? '', platform)] : [name, value],
	);
	// An empty PATH would mean the current directory; without one the system has its own.
	const kept = entries.filter(([name, value]) => value !== '' || !isNamed(name, 'PATH', platform));
	return {...Object.fromEntries(kept), ...(platform === windows && {NoDefaultCurrentDirectoryInExePath: '1'})};
}

/** Where Windows is, unless the environment names no place that it could be in. */
function systemRootOf(environment: Environment): string {
	const root = variable(environment, 'SystemRoot') ?? '';
	return /^[a-z]:[\\/]/i.test(root) ? root : 'C:\\Windows';
}

/** A program that comes with Windows, by its absolute path. */
export const windowsProgram = (name: string, environment: Environment): string =>
	win32.join(systemRootOf(environment), 'System32', `${name}.exe`);

/**
What to start for the name of a program; undefined where there is no such program.

Windows itself would look in the current directory first, so there a bare name is looked up here, in the directories of PATH alone. `isFile` tells whether a file is there.
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
	// What else can be run there needs a shell.
	const names = [...(program.includes('.') ? [program] : []), `${program}.com`, `${program}.exe`];
	return directories.flatMap(directory => names.map(name => win32.join(directory, name))).find(isFile);
}
