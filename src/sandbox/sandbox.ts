import type {Clock} from '../base/clock.ts';
import {taggedId} from './random.ts';
import {createRecords} from './records.ts';
import {type Refusal, type Request, type Response, respondRefused} from './response.ts';
import {answer} from './routes.ts';
import {createCatchUp} from './team.ts';
import {createWorld, endOfDay, type WorldName, worldKinds} from './world.ts';

export type SandboxOptions = {
	readonly clock: Pick<Clock, 'now'>;
	readonly apiKey: string;
	/** Sandboxes with the same seed and world have the same data and events for a day. Default 1. */
	readonly seed?: number | undefined;
	readonly world?: WorldName | undefined;
	/** The initial number of projects. Default: the world's. */
	readonly projects?: number | undefined;
};

export type Sandbox = ReturnType<typeof createSandbox>;

/** Returns a stand-in service: the eight endpoints on generated data in memory, without a port or timers. */
export function createSandbox({clock, apiKey, seed = 1, world: name = 'busy', projects}: SandboxOptions) {
	const openedAt = clock.now();
	const dayEndsAt = endOfDay(openedAt);
	const config = {seed, world: name, openedAt, dayEndsAt, projects: projects ?? worldKinds[name].projects};
	const world = createWorld(config);
	const records = createRecords(config, world);
	const catchUp = createCatchUp(config, world, records);
	let responseCount = 0;

	const nextRequestId = () => taggedId('req', seed, responseCount++, openedAt % 2 ** 32);

	return {
		handle(request: Request): Response {
			const now = clock.now();
			catchUp(now);
			return answer({seed, now, apiKey, world, records, requestId: nextRequestId(), request});
		},

		/** Returns an error in the service's format, for a request that must not reach it. */
		refuse: (refusal: Refusal) => respondRefused(nextRequestId(), clock.now(), refusal),
		config,
	};
}
