import type {Deployment} from '../api/types.ts';
import {everySecond} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import type {OpenedService} from '../model/connection.ts';
import {projectNameOf} from '../model/project-list.ts';
import {deploymentsOf} from '../state/deployments.ts';
import {patch, stateWithoutScreen} from '../state/state.ts';
import {createConnections} from '../sync/connections.ts';
import {startEngine} from '../sync/engine.ts';
import type {Subject} from '../sync/read-schedule.ts';
import {createStore, learn} from '../sync/store.ts';
import {startSleepDetector} from '../sync/timers.ts';
import type {CommandContext} from './context.ts';
import {createObserver} from './observations.ts';
import {createReport} from './report.ts';

type Followed = {
	readonly service: OpenedService;
	readonly journal: Journal;
	/** Those that have a name which the reads need not show. */
	readonly projects: ReadonlyArray<{readonly projectId: string; readonly project: SafeText}>;
};

/** Returns a store for what a command follows on a service, which knows what the command has sent before, and how to follow it. */
export function createFollowing({service, journal, projects}: Followed, context: CommandContext) {
	const {clock, output, throttle, skewMs, onRequest} = context;
	const connections = createConnections();
	const connection = connections.add(service);
	const names = new Map(projects.map(({projectId, project}) => [projectId, project]));
	const polling = {throttle: throttle(), skewMs: skewMs()};
	const initial = patch(patch(stateWithoutScreen(0), 'polling', polling), 'projects', {names});
	const store = createStore({...initial, connection}, clock.now);
	onRequest(fact => learn(store, fact));
	return {
		store,

		/** Saves each change of a deployment from now on, and prints it if it is wanted. */
		printChanges(isWanted: (deployment: Deployment) => boolean): void {
			const report = createReport(context);
			const observe = createObserver(journal, service, clock);
			store.subscribe((before, after, fact) => {
				if (fact?.type !== 'deployments-read' && fact?.type !== 'deployment-read') return;
				const {projectId} = fact.request;
				const project = projectNameOf(after, projectId);
				const arrival = {at: fact.at, skewMs: after.polling.skewMs};
				const changes = observe(deploymentsOf(before, projectId), deploymentsOf(after, projectId), arrival, project);
				for (const change of changes) if (isWanted(change.deployment)) report.change(change, project);
			});
		},

		/** Reads what is of interest until a signal is aborted, and calls `tick` every second. */
		async follow(subject: Subject, tick: () => void, until: AbortSignal): Promise<void> {
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
		},
	};
}
