import {everySecond} from '../base/clock.ts';
import type {OpenedService} from '../model/connection.ts';
import {patch, stateWithoutScreen} from '../state/state.ts';
import {createConnections} from '../sync/connections.ts';
import {startEngine} from '../sync/engine.ts';
import type {Subject} from '../sync/read-schedule.ts';
import {createStore, learn, type Store} from '../sync/store.ts';
import {startSleepDetector} from '../sync/timers.ts';
import type {CommandContext} from './context.ts';

/** Returns a store for what a command follows on a service, and a function that follows it: reads what is of interest until a signal is aborted, and calls `tick` every second. The store knows what the command has sent before. */
export function createFollowing(service: OpenedService, context: CommandContext) {
	const {clock, output, throttle, skewMs, onRequest} = context;
	const connections = createConnections();
	const connection = connections.add(service);
	const polling = {throttle: throttle(), skewMs: skewMs() ?? 0};
	const store: Store = createStore({...patch(stateWithoutScreen(0), 'polling', polling), connection}, clock.now);
	onRequest(fact => learn(store, fact));

	async function follow(subject: Subject, tick: () => void, until: AbortSignal): Promise<void> {
		const {promise: isOver, resolve: end} = Promise.withResolvers<void>();
		until.addEventListener('abort', () => end());
		if (until.aborted) end();
		const stops = [
			everySecond(clock, tick),
			startSleepDetector({store, clock}),
			startEngine({store, connections, clock}, subject),
		];
		await isOver;
		for (const stop of stops) stop();
		output.progress(undefined);
	}

	return {store, follow};
}
