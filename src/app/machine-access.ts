import {createHttpTransport} from '../api/transport/http.ts';
import type {Clock} from '../clock.ts';
import type {BuiltInOptions} from '../command-line/options.ts';
import {version} from '../command-line/version.ts';
import {openCredentials} from '../settings/credentials.ts';
import type {Directories} from '../settings/directories.ts';
import type {SettingsStore} from '../settings/settings.ts';
import {createAccess} from './access.ts';
import {lazyReadOutput} from './lazy-read-output.ts';

type MachineAccessOptions = {
	readonly clock: Clock;
	/** The value of LANDFALL_API_KEY. */
	readonly environmentKey: string | undefined;
	readonly settings: SettingsStore;
	readonly directories: Directories;
	readonly environment: NodeJS.ProcessEnv;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
	readonly isReadOnly: boolean;
	/** Whether the next start opens the same profile. */
	readonly isRemembered: boolean;
	/** The options of the demo. Undefined for its defaults. */
	readonly builtIn: BuiltInOptions | undefined;
	/** Receives every key that is used, so that it can be redacted. */
	readonly onKey: (apiKey: string) => void;
};

const defaults: BuiltInOptions = {world: undefined, projects: undefined, seed: undefined, latencyMs: undefined};

/** Returns how to open services over the network with what is saved on this machine, and the demo. */
export const createMachineAccess = ({
	settings,
	directories,
	clock,
	environment,
	builtIn = defaults,
	...rest
}: MachineAccessOptions): ReturnType<typeof createAccess> =>
	createAccess({
		...rest,
		settings,
		credentials: openCredentials({directory: directories.settings, now: clock.wall}),
		clock,
		userAgent: `landfall/${version}`,
		readOutput: lazyReadOutput(environment, clock),
		openTransport: () => createHttpTransport({clock, environment}),
		async openDemo() {
			const {openDemo} = await import('./demo.ts');
			return openDemo(builtIn, clock);
		},
	});
