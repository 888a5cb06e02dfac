import {homedir, userInfo} from 'node:os';
import {isAbsolute, posix, resolve, win32} from 'node:path';

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Where the settings and keys are stored, and where the journal and crash files are. */
export type Directories = {readonly settings: string; readonly state: string};

/** Never depends on the current directory: settings name programs that landfall runs, and anyone may have put some there. */
function findHome(): string {
	try {
		const home = isAbsolute(homedir()) ? homedir() : userInfo().homedir;
		return isAbsolute(home) ? home : '/';
	} catch {
		// A user that the system does not know, as in some containers.
		return '/';
	}
}

/**
Finds both directories, without creating them.

`LANDFALL_CONFIG_DIR` moves both. Otherwise they are where conf and env-paths would put them; the paths are computed here because loading conf takes longer than everything else before the first screen.
*/
export function findDirectories(
	environment: Environment,
	platform: string = process.platform,
	home: string = findHome(),
): Directories {
	const override = environment.LANDFALL_CONFIG_DIR;
	if (override) return {settings: resolve(override), state: resolve(override, 'state')};

	const {isAbsolute: isFull, join} = platform === 'win32' ? win32 : posix;
	/** The XDG specification says to ignore relative paths, because they depend on the current directory. */
	const given = (path: string | undefined, ...fallback: readonly string[]) =>
		path && isFull(path) ? path : join(home, ...fallback);
	const {LOCALAPPDATA, APPDATA, XDG_CONFIG_HOME, XDG_STATE_HOME} = environment;
	switch (platform) {
		case 'darwin': {
			const library = join(home, 'Library');
			return {settings: join(library, 'Preferences', 'landfall'), state: join(library, 'Logs', 'landfall')};
		}

		case 'win32':
			return {
				settings: join(given(APPDATA, 'AppData', 'Roaming'), 'landfall', 'Config'),
				state: join(given(LOCALAPPDATA, 'AppData', 'Local'), 'landfall', 'Log'),
			};

		default:
			return {
				settings: join(given(XDG_CONFIG_HOME, '.config'), 'landfall'),
				state: join(given(XDG_STATE_HOME, '.local', 'state'), 'landfall'),
			};
	}
}
