import type {Deployment} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {Entry} from '../../journal/entries.ts';
import {projectTitle} from '../../project-title.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import type {Fact} from '../facts.ts';
import type {Connection} from '../model/connection.ts';
import type {Conclusion} from '../model/deployments/detected-changes.ts';
import {projectNameOf} from '../model/projects/known-project.ts';
import {absentText} from '../model/writes/reconcile.ts';
import {type Done, projectIdOf, type WriteIntent} from '../model/writes/write-intent.ts';
import {absenceCounts, absenceReport} from '../reducers/absence.ts';
import {goToActivity} from '../reducers/navigation.ts';
import type {State} from '../state/state.ts';
import {notify} from '../store.ts';
import type {SyncContext} from './context.ts';

/** The maximum number of entries on the activity screen. */
const maxShownEntries = 500;

/** The conclusion in the service's own word, with the version. */
function conclusionText({conclusion, status: latestStatus, uploadVersion}: Deployment): SafeText {
	const status = (conclusion ?? latestStatus)?.shown ?? plain`no status`;
	return uploadVersion === undefined ? status : plain`${status} v${uploadVersion}`;
}

type Step = {
	readonly before: State;
	readonly after: State;
	/** The connection that the fact is about. For the result of a write, the user may have left it. */
	readonly origin: Connection | undefined;
};

/** What happened, before it is recorded at a time. */
type Happening = Omit<Entry, 'at'>;

/** Returns the entry for a deployment that has concluded, or concluded again in another way. */
export const concludedEntry = (
	{deployment, isAgain}: Pick<Conclusion, 'deployment' | 'isAgain'>,
	project: SafeText,
	connection: SafeText,
): Happening => ({
	kind: isAgain ? 'changed again' : 'concluded',
	connection,
	projectId: deployment.projectId,
	deploymentId: deployment.id,
	project,
	text: conclusionText(deployment),
	requestId: deployment.requestId?.shown,
});

const connectionName = (connection: Connection | undefined): SafeText => connection?.name ?? plain`nowhere`;

/** Returns the journal entries for a change. Most have none. */
export function activityEntries(fact: Fact | undefined, step: Step, now: LocalTime): readonly Happening[] {
	const {before, after} = step;
	const entry = (fact && entryOfFact(fact, step, now)) ?? absenceEntry(before, after);
	const detected = after.deployments.changes === before.deployments.changes ? [] : detectedEntries(after);
	return entry ? [entry, ...detected] : detected;
}

/** Returns the entry for an absence that was just reported. */
function absenceEntry(before: State, after: State): Happening | undefined {
	const {away} = before.presence;
	const isReported = after.presence.away === undefined && before.connection?.id === after.connection?.id;
	const text = isReported ? absenceReport(before) : undefined;
	if (!away || text === undefined) return undefined;
	return {
		kind: 'away',
		connection: connectionName(before.connection),
		projectId: '',
		deploymentId: '',
		project: absenceCounts(away),
		text,
		requestId: undefined,
	};
}

function detectedEntries(state: State): readonly Happening[] {
	const {conclusions, words} = state.deployments.changes;
	const connection = connectionName(state.connection);
	return [
		...conclusions.map(conclusion =>
			concludedEntry(conclusion, projectNameOf(state, conclusion.deployment.projectId), connection),
		),
		...words.map(
			(word): Happening => ({
				kind: 'new word',
				connection,
				projectId: '',
				deploymentId: '',
				project: plain``,
				text: word,
				requestId: undefined,
			}),
		),
	];
}

function entryOfFact(fact: Fact, {origin}: Step, now: LocalTime): Happening | undefined {
	const entry = (
		kind: Entry['kind'],
		{projectId, project}: {readonly projectId: string; readonly project: string},
		text: SafeText,
		more: Partial<Happening> = {},
	): Happening => ({
		kind,
		connection: connectionName(origin),
		projectId,
		deploymentId: '',
		project: safe(project),
		text,
		requestId: undefined,
		...more,
	});
	const ofIntended = (kind: Entry['kind'], {write, project}: WriteIntent, text: SafeText) =>
		entry(kind, {projectId: projectIdOf(write), project}, text);

	const ofDone = (done: Done): Happening => {
		const {ref, remark} = done;
		switch (done.kind) {
			case 'created':
			case 'saved': {
				const {project} = done;
				const called = {projectId: project.id, project: projectTitle(project)};
				return entry(done.kind === 'created' ? 'added' : 'saved', called, remark, {
					requestId: project.requestId?.shown,
				});
			}

			case 'deleted':
				return entry('deleted', ref, remark);
			case 'deployed': {
				const {id: deploymentId, projectId, requestId} = done.deployment;
				return entry('deployed', {...ref, projectId}, remark, {deploymentId, requestId: requestId?.shown});
			}

			case 'executed':
				return entry('saved', {...ref, projectId: ''}, remark, {requestId: done.requestId});
		}
	};

	switch (fact.type) {
		case 'write-done':
			return ofDone(fact);
		case 'write-rejected': {
			const {ref, error} = fact;
			return ref.projectId !== ''
				? entry('not accepted', ref, error.message, {requestId: error.details.requestId})
				: undefined;
		}

		case 'write-lost':
			return fact.reason && ofIntended('no answer', fact.intended, fact.reason);
		case 'write-found': {
			const {intended, finding} = fact;
			return ofIntended('found out', intended, finding.kind === 'absent' ? absentText(intended, now) : finding.text);
		}

		default:
			return undefined;
	}
}

/** Shows the latest entries of the journal. */
export function openActivity({store, journalOf}: Pick<SyncContext, 'store' | 'journalOf'>): void {
	const {connection} = store.get();
	const journal = journalOf(connection);
	const entries = journal.recent(maxShownEntries, connection?.name);
	store.change(state => goToActivity(state, entries));
	const notice = journal.takeNotice();
	if (notice) notify(store, notice, 'bad');
}
