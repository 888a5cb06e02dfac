import type {ApiError} from '../api/errors.ts';
import {type Deployment, isConcluded} from '../api/types.ts';
import {everySecond, toServiceTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import {activityEntry, conclusionEntry} from '../model/activity-entry.ts';
import {connectionKey, type OpenedService} from '../model/connection.ts';
import {projectNameOf} from '../model/project-list.ts';
import {watchKey, watchOf} from '../model/watch.ts';
import {deploymentsOf} from '../state/deployments.ts';
import type {ReadOptions} from '../state/next-read.ts';
import {patch, stateWithoutScreen} from '../state/state.ts';
import {createConnections} from '../sync/connections.ts';
import {startEngine} from '../sync/engine.ts';
import {createStore} from '../sync/store.ts';
import {startSleepDetector} from '../sync/timers.ts';
import type {CommandContext} from './context.ts';
import {changesIn} from './observations.ts';
import {createReport} from './report.ts';

type Followed = {
	readonly service: OpenedService;
	readonly journal: Journal;
	readonly projects: ReadonlyArray<{readonly projectId: string; readonly project: SafeText}>;
};

export function createFollowing({service, journal, projects}: Followed, context: CommandContext) {
	const {clock, output, throttle, skewMs, onRequest, wordMeanings} = context;
	const connections = createConnections();
	const connection = connections.add(service);
	const names = new Map(projects.map(({projectId, project}) => [projectId, project]));
	const polling = {throttle: throttle(), skewMs: skewMs()};
	const bare = patch(stateWithoutScreen(0), 'preferences', {wordMeanings});
	const initial = patch(patch(bare, 'polling', polling), 'projects', {names});
	const store = createStore({...initial, connection}, clock.now);
	onRequest(fact => store.learn(fact));
	return {
		store,

		/** Also saves observations for the screens. The end of a watched deployment is left to the screens, which report it. */
		printChanges(isWanted: (deployment: Deployment) => boolean): void {
			const report = createReport(context);
			const key = connectionKey(service);
			const watches = new Map(journal.snapshot(key).watches.map(watch => [watchKey(watch), watch]));
			const isSavedHere = (deployment: Deployment) => !isConcluded(deployment) || !watchOf(watches, deployment);
			store.subscribe((before, after, fact) => {
				if (fact?.type !== 'deployments-read' && fact?.type !== 'deployment-read') return;
				const {detected} = fact;
				if (!detected) return;
				const {skewMs} = after.polling;
				const {projectId} = fact.request;
				const {readAt} = deploymentsOf(before, projectId);
				const project = projectNameOf(after, projectId);
				const seenBy = toServiceTime(fact.at, skewMs);
				const saved = detected.deployments.filter(isSavedHere);
				const ids = new Set(saved.map(({id}) => id));
				const observations = saved.map(deployment => ({deployment, project, seenAt: Math.round(seenBy)}));
				const changes = detected.changes.filter(({deploymentId}) => ids.has(deploymentId));
				if (saved.length > 0) journal.saveObservations(key, observations, changes);
				for (const conclusion of detected.conclusions) {
					if (!isSavedHere(conclusion.deployment)) continue;
					journal.record(activityEntry(conclusionEntry(conclusion, project), service.name, clock.wall()));
				}

				const previousListAt = readAt === undefined ? undefined : toServiceTime(readAt, skewMs);
				for (const change of changesIn(detected, previousListAt, seenBy)) {
					if (isWanted(change.deployment)) report.change(change, project);
				}
			});
		},

		/** Calls `tick` every second. Throws an `ApiError` once a proxy rejects the password. */
		async follow(options: ReadOptions, tick: () => void, until: AbortSignal): Promise<void> {
			const {promise: isOver, resolve: end} = Promise.withResolvers<void>();
			until.addEventListener('abort', () => end());
			let rejection: ApiError | undefined;
			const stopListening = store.subscribe((_before, _after, fact) => {
				if (fact?.type !== 'read-failed' || fact.error.kind !== 'proxy') return;
				rejection = fact.error;
				end();
			});
			if (until.aborted) end();
			const stops = [
				stopListening,
				everySecond(clock, tick),
				startSleepDetector({store, clock}),
				startEngine({store, connections, clock}, options),
			];
			await isOver;
			for (const stop of stops) stop();
			output.progress(undefined);
			if (rejection) throw rejection;
		},
	};
}
