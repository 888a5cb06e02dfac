import type {Clock} from '../base/clock.ts';
import {taggedId} from './random.ts';
import {createRecords} from './records.ts';
import {type Rejection, type Request, type Response, respondRejected} from './response.ts';
import {answer} from './routes.ts';
import {createCatchUp} from './team.ts';
import {createWorld, endOfDay, type WorldName, worldKinds} from './world.ts';

export type SandboxOptions = {
	readonly clock: Pick<Clock, 'now'>;
	readonly apiKey: string;
	/** The same seed and world give the same data and events for a day. Default 1. */
	readonly seed?: number | undefined;
	readonly world?: WorldName | undefined;
	readonly projects?: number | undefined;
};

export type Sandbox = ReturnType<typeof createSandbox>;

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

		reject: (rejection: Rejection) => respondRejected(nextRequestId(), clock.now(), rejection),
		config,
	};
}
