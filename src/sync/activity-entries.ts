import type {Deployment} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {ActivityEntry} from '../model/activity-entry.ts';
import type {ConnectedService} from '../model/connection.ts';
import type {Conclusion} from '../model/deployment-changes.ts';
import {projectNameOf} from '../model/known-project.ts';
import {projectTitle} from '../model/project-title.ts';
import {absentText} from '../model/reconcile.ts';
import {type Done, type Intent, projectIdOf} from '../model/write-intent.ts';
import {absenceCounts, absenceReport} from '../state/absence.ts';
import type {Fact} from '../state/facts.ts';
import type {State} from '../state/state.ts';

type Step = {
	readonly before: State;
	readonly after: State;
	/** The connection that the fact is about. For the result of a write, the user may have left it. */
	readonly origin: ConnectedService | undefined;
};

/** What happened, before it is recorded at a time. */
type Happening = Omit<ActivityEntry, 'at'>;

const happening = (
	kind: ActivityEntry['kind'],
	connection: SafeText,
	text: SafeText,
	about: Partial<Omit<Happening, 'kind' | 'connection' | 'text'>>,
): Happening => ({
	kind,
	connection,
	projectId: '',
	deploymentId: '',
	project: plain``,
	text,
	requestId: undefined,
	...about,
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

function entryOfFact(fact: Fact, {origin}: Step, now: LocalTime): Happening | undefined {
	const connection = connectionName(origin);
	const ofIntended = (kind: ActivityEntry['kind'], {write, project}: Intent, text: SafeText) =>
		happening(kind, connection, text, {projectId: projectIdOf(write), project: safe(project)});
	switch (fact.type) {
		case 'write-done':
			return entryOfDone(fact, connection);
		case 'write-rejected': {
			const {ref, error} = fact;
			if (!error || ref.projectId === '') return undefined;
			const {requestId} = error.details;
			return happening('not accepted', connection, error.message, {...namesOf(ref), requestId});
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

const namesOf = ({projectId, project}: Done['ref']) => ({projectId, project: safe(project)});

function entryOfDone(done: Done, connection: SafeText): Happening {
	const {ref, remark} = done;
	switch (done.kind) {
		case 'created':
		case 'saved': {
			const {project} = done;
			const about = {projectId: project.id, project: safe(projectTitle(project)), requestId: project.requestId?.shown};
			return happening(done.kind === 'created' ? 'added' : 'saved', connection, remark, about);
		}

		case 'deleted':
			return happening('deleted', connection, remark, namesOf(ref));
		case 'deployed': {
			const {id: deploymentId, projectId, requestId} = done.deployment;
			const about = {...namesOf(ref), projectId, deploymentId, requestId: requestId?.shown};
			return happening('deployed', connection, remark, about);
		}

		case 'executed':
			return happening('saved', connection, remark, {project: safe(ref.project), requestId: done.requestId});
	}
}
