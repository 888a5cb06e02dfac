import {homedir, userInfo} from 'node:os';
import {isAbsolute, posix, resolve, win32} from 'node:path';

type Directories = {readonly settings: string; readonly state: string};

/** Never the current directory, because anyone may have put settings there, and settings name programs that landfall runs. */
function findHome(): string {
	try {
		const home = isAbsolute(homedir()) ? homedir() : userInfo().homedir;
		return isAbsolute(home) ? home : '/';
	} catch {
		// The system does not know the user, as in some containers.
		return '/';
	}
}

/** `LANDFALL_CONFIG_DIR` moves both directories on every system, and each XDG variable moves one. The state holds unconfirmed writes, so it is never in a folder for logs or caches, which tools empty. */
export function findDirectories(
	environment: NodeJS.ProcessEnv,
	platform: string = process.platform,
	home: string = findHome(),
): Directories {
	const override = environment.LANDFALL_CONFIG_DIR;
	if (override) return {settings: resolve(override), state: resolve(override, 'state')};

	const {isAbsolute: isFull, join} = platform === 'win32' ? win32 : posix;
	/** The XDG specification says to ignore relative paths, because they depend on the current directory. */
	const given = (path: string | undefined) => (path && isFull(path) ? path : undefined);
	const library = join(home, 'Library', 'Application Support');
	const defaults: Readonly<Record<string, Directories>> = {
		darwin: {settings: library, state: library},
		win32: {
			settings: given(environment.APPDATA) ?? join(home, 'AppData', 'Roaming'),
			state: given(environment.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'),
		},
	};
	const usual = defaults[platform] ?? {settings: join(home, '.config'), state: join(home, '.local', 'state')};
	const settings = join(given(environment.XDG_CONFIG_HOME) ?? usual.settings, 'landfall');
	const state = join(given(environment.XDG_STATE_HOME) ?? usual.state, 'landfall');
	return {settings, state: state === settings ? join(state, 'state') : state};
}
