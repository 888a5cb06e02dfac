import type {Client} from '../api/client.ts';
import {ApiError, orError} from '../api/errors.ts';
import {eachProjectPage} from '../api/project-pages.ts';
import {backoffMs, nextAttemptAt} from '../api/retry-delay.ts';
import type {Project} from '../api/types.ts';
import {type LocalTime, sleep} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import {lostEntry} from '../model/activity-entry.ts';
import {
	absentFinding,
	checkDelaysMs,
	type Finding,
	findCreated,
	findDeleted,
	findDeployed,
	findEdited,
	type Undecided,
	unclearFinding,
	unclearRequest,
} from '../model/reconcile.ts';
import {type Done, type Intent, refOf} from '../model/write-intent.ts';
import {withFinding, withUnconfirmed} from '../state/writes.ts';
import {recordActivity} from './journal-sync.ts';
import type {SyncContext} from './store.ts';

export const maxPages = 40;

/** The minimum pause between two checks with a refused key. */
const refusedKeyPauseMs = 60_000;

async function listAll(client: Client, signal: AbortSignal) {
	const projects: Project[] = [];
	let isWhole = true;
	for await (const {page, isStopped} of eachProjectPage(query => client.listProjects(query, signal), {maxPages})) {
		projects.push(...page.projects);
		isWhole &&= page.unreadable === 0 && !isStopped;
	}

	return {projects, isWhole};
}

/** Returns the project that was to be deleted, if it still exists. */
async function findUndeleted(client: Client, projectId: string, signal: AbortSignal): Promise<Project | undefined> {
	const project = await orError(client.readProject(projectId, signal));
	if (!(project instanceof ApiError)) return project;
	if (project.kind !== 'missing') throw project;
	// The service may answer 404 for a project that still exists, so the list has to agree.
	const {projects} = await listAll(client, signal);
	return projects.find(({id}) => id === projectId);
}

/** Looks once for the result of a write: reads what the write would have changed, and compares. */
async function checkOnce(client: Client, {write, serviceAt, project}: Intent, signal: AbortSignal): Promise<Finding> {
	switch (write.kind) {
		case 'create': {
			const {projects, isWhole} = await listAll(client, signal);
			return findCreated(write, serviceAt, projects, isWhole);
		}

		case 'edit':
			return findEdited(write, await client.readProject(write.projectId, signal));
		case 'deploy':
			return findDeployed(write, await client.listDeployments(write.projectId, signal));
		case 'delete':
			return findDeleted(await findUndeleted(client, write.projectId, signal), project);
		case 'other':
			return unclearRequest;
	}
}

/**
Returns a function that looks for the result of an unconfirmed write until the result is known, the user decides or the service is left, and resolves with the result.

The service is checked for a missing result a few times with growing pauses; a failed check is retried with exponential backoff for as long as it takes. Calls `conclude` when the write turns out to have been executed.
*/
export function createOutcomeFinder(context: SyncContext, signal: AbortSignal, conclude: (done: Done) => void) {
	const {store, connections, clock} = context;

	function pauseAfterFailure(error: ApiError, id: string, failingSince: LocalTime): number {
		const now = clock.now();
		const ownMs = error.kind === 'auth' ? refusedKeyPauseMs : backoffMs(now - failingSince, `${id} ${now}`);
		const pauseMs = Math.max(ownMs, store.get().polling.throttle.quietUntil - now);
		return nextAttemptAt(now, pauseMs, error.details.retryAt) - now;
	}

	return async function findOutcome(intended: Intent, isImmediate: boolean): Promise<Done | Undecided | undefined> {
		const {connection} = store.get();
		const client = connection && connections.clientOf(connection.id);
		if (!client) return undefined;
		const {id} = intended;
		const isOver = () => {
			const {connection: current, writes} = store.get();
			return signal.aborted || current?.id !== connection.id || !writes.unconfirmed.has(id);
		};

		function recordFinding(finding: Finding): Done | Undecided {
			const result = finding.kind === 'absent' ? absentFinding(intended, clock.now()) : finding;
			const text = result.kind === 'confirmed' ? result.effect.notice : result.text;
			if (result.kind !== 'confirmed') store.change((state, now) => withFinding(state, id, result, now));
			recordActivity(context, store.get().connection, lostEntry('found out', intended, text));
			if (result.kind !== 'confirmed') return result;
			const done = {ref: refOf(intended, connection?.id ?? -1), ...result.effect};
			conclude(done);
			return done;
		}

		let checks = 0;
		let pauseMs = isImmediate ? 0 : (checkDelaysMs[0] ?? 0);
		let problem: SafeText | undefined;
		let failingSince: LocalTime | undefined;
		for (;;) {
			const check = {checks, nextAt: clock.now() + pauseMs, problem, finding: undefined};
			store.change(state => withUnconfirmed(state, id, check));
			await sleep(clock, pauseMs, signal);
			if (isOver()) return undefined;
			const found = await orError(checkOnce(client, intended, signal));
			if (isOver() || !found) return undefined;
			const error = found instanceof ApiError ? found : undefined;
			problem = error?.message;
			if (error && error.kind !== 'missing') {
				failingSince ??= clock.now();
				pauseMs = pauseAfterFailure(error, id, failingSince);
				continue;
			}

			failingSince = undefined;
			checks++;
			const finding = found instanceof ApiError ? unclearFinding(found.message) : found;
			const nextMs = checkDelaysMs[checks];
			if (nextMs === undefined || (!error && finding.kind !== 'absent')) return recordFinding(finding);
			pauseMs = nextMs;
		}
	};
}
