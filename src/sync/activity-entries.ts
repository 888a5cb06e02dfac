import type {Deployment} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {ActivityEntry} from '../model/activity-entry.ts';
import type {ConnectedService} from '../model/connection.ts';
import type {Conclusion} from '../model/deployment-changes.ts';
import {projectNameOf} from '../model/known-project.ts';
import {projectTitle} from '../model/project-title.ts';
import {absentText} from '../model/reconcile.ts';
import {type Done, projectIdOf} from '../model/write-intent.ts';
import {absenceCounts, absenceReport} from '../state/absence.ts';
import type {Fact} from '../state/facts.ts';
import type {State} from '../state/state.ts';

/** What happened, before it is recorded at a time. */
type Happening = Omit<ActivityEntry, 'at'>;

const happening = (
	kind: ActivityEntry['kind'],
	connection: SafeText,
	text: SafeText,
	about: Partial<Happening>,
): Happening => ({
	projectId: '',
	deploymentId: '',
	project: plain``,
	requestId: undefined,
	...about,
	kind,
	connection,
	text,
});

/** The conclusion in the service's own word, with the version. */
function conclusionText({conclusion, status: latestStatus, uploadVersion}: Deployment): SafeText {
	const status = (conclusion ?? latestStatus)?.shown ?? plain`no status`;
	return uploadVersion === undefined ? status : plain`${status} v${uploadVersion}`;
}

/** Returns the entry for a deployment that has concluded, or concluded again in another way. */
export const concludedEntry = (
	{deployment, isAgain}: Pick<Conclusion, 'deployment' | 'isAgain'>,
	project: SafeText,
	connection: SafeText,
): Happening =>
	happening(isAgain ? 'changed again' : 'concluded', connection, conclusionText(deployment), {
		projectId: deployment.projectId,
		deploymentId: deployment.id,
		project,
		requestId: deployment.requestId?.shown,
	});

const connectionName = (connection: ConnectedService | undefined): SafeText => connection?.name ?? plain`nowhere`;

/** Returns the journal entries for a change. Most have none. `origin`: the connection that the fact is about. For the result of a write, the user may have left it. */
export function activityEntries(
	fact: Fact | undefined,
	{before, after, origin}: {before: State; after: State; origin: ConnectedService | undefined},
	now: LocalTime,
): readonly Happening[] {
	const entry = (fact && entryOfFact(fact, connectionName(origin), now)) ?? absenceEntry(before, after);
	const detected = after.deployments.changes === before.deployments.changes ? [] : detectedEntries(after);
	return entry ? [entry, ...detected] : detected;
}

/** Returns the entry for an absence that was just reported. */
function absenceEntry(before: State, after: State): Happening | undefined {
	const {away} = before.presence;
	const isReported = after.presence.away === undefined && before.connection?.id === after.connection?.id;
	const text = isReported ? absenceReport(before) : undefined;
	if (!away || text === undefined) return undefined;
	return happening('away', connectionName(before.connection), text, {project: absenceCounts(away)});
}

function detectedEntries(state: State): readonly Happening[] {
	const {conclusions, words} = state.deployments.changes;
	const connection = connectionName(state.connection);
	return [
		...conclusions.map(conclusion =>
			concludedEntry(conclusion, projectNameOf(state, conclusion.deployment.projectId), connection),
		),
		...words.map(word => happening('new word', connection, word, {})),
	];
}

function entryOfFact(fact: Fact, connection: SafeText, now: LocalTime): Happening | undefined {
	switch (fact.type) {
		case 'write-done':
			return entryOfDone(fact, connection);
		case 'write-rejected': {
			const {ref, error} = fact;
			if (!error || ref.projectId === '') return undefined;
			const about = {projectId: ref.projectId, project: safe(ref.project), requestId: error.details.requestId};
			return happening('not accepted', connection, error.message, about);
		}

		case 'write-lost':
		case 'write-found': {
			const {write, project} = fact.intended;
			const about = {projectId: projectIdOf(write), project: safe(project)};
			if (fact.type === 'write-lost') return fact.reason && happening('no answer', connection, fact.reason, about);
			const {finding, intended} = fact;
			const text = finding.kind === 'absent' ? absentText(intended, now) : finding.text;
			return happening('found out', connection, text, about);
		}

		default:
			return undefined;
	}
}

function entryOfDone(done: Done, connection: SafeText): Happening {
	const {ref, notice} = done;
	const about = {projectId: ref.projectId, project: safe(ref.project)};
	switch (done.kind) {
		case 'created':
		case 'saved': {
			const {id: projectId, requestId} = done.project;
			const project = safe(projectTitle(done.project));
			const kind = done.kind === 'created' ? 'added' : 'saved';
			return happening(kind, connection, notice, {projectId, project, requestId: requestId?.shown});
		}

		case 'deleted':
			return happening('deleted', connection, notice, about);
		case 'deployed': {
			const {id: deploymentId, projectId, requestId} = done.deployment;
			const deployment = {projectId, deploymentId, requestId: requestId?.shown};
			return happening('deployed', connection, notice, {...about, ...deployment});
		}

		case 'executed':
			return happening('saved', connection, notice, {...about, requestId: done.requestId});
	}
}
