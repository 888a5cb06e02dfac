import type {Clock} from '../base/clock.ts';
import {requestId} from './random.ts';
import {createDatabase, createRecords, type Database} from './records.ts';
import {type Refusal, type Request, type Response, respondRefused} from './response.ts';
import {answer} from './routes.ts';
import {createCatchUp} from './team.ts';
import {createWorld, type SandboxConfig, type WorldName, worldKinds} from './world.ts';

export type SandboxOptions = {
	readonly clock: Pick<Clock, 'now'>;
	/** The only accepted key. Default: the one kept in the file, or a new one. */
	readonly apiKey?: string | undefined;
	/** Sandboxes with the same seed, world and clock have the same data and events. Default 1. */
	readonly seed?: number | undefined;
	/** Default `busy`. */
	readonly world?: WorldName | undefined;
	/** The initial number of projects. Default: the world's. */
	readonly projects?: number | undefined;
	/** Stores changes in this SQLite file. Default: in memory. */
	readonly file?: string | undefined;
};

export type Sandbox = ReturnType<typeof createSandbox>;

/**
Returns a stand-in service: the eight endpoints on generated data, without a port or timers.

Throws an error with the code `SANDBOX_FILE` and a message for the user if the file cannot be used.
*/
export function createSandbox(options: SandboxOptions) {
	const {clock} = options;
	const database = createDatabase(options.file);
	const apiKey = options.apiKey ?? readKey(database);
	const openedAt = clock.now();
	const {config, notice} = readConfig(options, database, openedAt);
	const {seed} = config;
	const world = createWorld(config);
	const records = createRecords(config, world, database);
	const {isDue: isAnythingDue, catchUp} = createCatchUp(config, world, database, records);
	let responseCount = 0;

	const nextRequestId = () => requestId(seed, openedAt, responseCount++);

	return {
		handle(request: Request): Response {
			const now = clock.now();
			const isDue = isAnythingDue(now);
			const work = () => {
				if (isDue) catchUp(now);
				return answer({seed, now, apiKey, world, records, requestId: nextRequestId(), request});
			};
			return isDue || request.method !== 'GET' ? database.transaction(work) : work();
		},

		/** Returns an error in the service's format, for a request that must not reach it. */
		refuse: (refusal: Refusal) => respondRefused(nextRequestId(), clock.now(), refusal),
		config,
		apiKey,
		/** Set if the file was created with a different configuration than requested. */
		notice,
		close: database.close,
	};
}

/** Returns the configuration stored in the file, or the requested one for a new file. The notice reports differences between the two. */
function readConfig(
	requested: SandboxOptions,
	database: Database,
	now: number,
): {readonly config: SandboxConfig; readonly notice: string | undefined} {
	const kept = database.fact('setting');
	if (kept === undefined) {
		const {seed = 1, world = 'busy'} = requested;
		const {projects = worldKinds[world].projects} = requested;
		const config: SandboxConfig = {seed, world, projects, openedAt: now};
		database.setFact('setting', JSON.stringify(config));
		return {config, notice: undefined};
	}

	const config: SandboxConfig = JSON.parse(kept);
	const differing = (['world', 'projects', 'seed'] as const).filter(
		name => requested[name] !== undefined && requested[name] !== config[name],
	);
	if (differing.length === 0) return {config, notice: undefined};
	const words = differing.map(name => `${name} ${config[name]}, not ${requested[name]}`);
	return {config, notice: `The file keeps what it was made with: ${words.join('; ')}.`};
}

/** Returns the key kept with the data. Data without one gets a new key. */
function readKey(database: Database): string {
	const kept = database.fact('key');
	if (kept !== undefined) return kept;
	const bytes = crypto.getRandomValues(new Uint8Array(18));
	const made = `sandbox_${Buffer.from(bytes).toString('base64url')}`;
	database.setFact('key', made);
	return made;
}
