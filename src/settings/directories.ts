import {homedir, userInfo} from 'node:os';
import {isAbsolute, join, resolve} from 'node:path';

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Where the settings and keys are stored, and where the journal and crash files are. */
export type Directories = {readonly settings: string; readonly state: string};

/** The XDG specification says to ignore relative paths, because they depend on the current directory. */
const absolute = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined);

/** Never depends on the current directory: settings name programs that landfall runs, and anyone may have put some there. */
function findHome(): string {
	try {
		return absolute(homedir()) ?? absolute(userInfo().homedir) ?? '/';
	} catch {
		// A user that the system does not know, as in some containers.
		return '/';
	}
}

/**
Finds both directories, without creating them.

`LANDFALL_CONFIG_DIR` moves both. Otherwise they are where conf and env-paths would put them; the paths are computed here because loading conf takes longer than everything else before the first screen.
*/
export function findDirectories(environment: Environment, platform: string = process.platform): Directories {
	const override = environment.LANDFALL_CONFIG_DIR;
	if (override) return {settings: resolve(override), state: join(resolve(override), 'state')};

	const home = findHome();
	switch (platform) {
		case 'darwin': {
			const library = join(home, 'Library');
			return {settings: join(library, 'Preferences', 'landfall'), state: join(library, 'Logs', 'landfall')};
		}

		case 'win32': {
			const local = environment.LOCALAPPDATA || join(home, 'AppData', 'Local');
			const roaming = environment.APPDATA || join(home, 'AppData', 'Roaming');
			return {settings: join(roaming, 'landfall', 'Config'), state: join(local, 'landfall', 'Log')};
		}

		default:
			return {
				settings: join(absolute(environment.XDG_CONFIG_HOME) ?? join(home, '.config'), 'landfall'),
				state: join(absolute(environment.XDG_STATE_HOME) ?? join(home, '.local', 'state'), 'landfall'),
			};
	}
}
