import {homedir} from 'node:os';
import {isAbsolute, join, resolve} from 'node:path';

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Where settings and keys are kept, and where what landfall saw is kept. */
export type Directories = {readonly settings: string; readonly state: string};

/** The specification of these variables says to ignore what is relative: it would be in whatever directory landfall is started in. */
const absolute = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined);

/**
Finds both directories, without creating them.

`LANDFALL_CONFIG_DIR` moves both. Otherwise they are where conf and env-paths would put them; that is worked out here because conf takes longer to load than everything else before the first screen.
*/
export function findDirectories(environment: Environment, platform: string = process.platform): Directories {
	const chosen = environment.LANDFALL_CONFIG_DIR;
	if (chosen) return {settings: resolve(chosen), state: join(resolve(chosen), 'state')};

	const home = homedir();
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
