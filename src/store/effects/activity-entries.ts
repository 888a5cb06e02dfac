import type {Deployment, Project} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {Entry} from '../../journal/entries.ts';
import {projectTitle} from '../../project-title.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import type {Connection} from '../model/connection.ts';
import type {Conclusion} from '../model/deployments/detected-changes.ts';
import {projectNameOf} from '../model/projects/project-names.ts';
import {absentText} from '../model/writes/reconcile.ts';
import {projectIdOf, type WriteRef} from '../model/writes/write-intent.ts';
import {absenceCounts} from '../reducers/absence.ts';
import type {Event} from '../reducers/reduce.ts';
import type {State} from '../state/state.ts';

/** The conclusion in the service's own word, with the version. */
function conclusionText({conclusion, status: latestStatus, uploadVersion}: Deployment): SafeText {
	const status = (conclusion ?? latestStatus)?.shown ?? plain`no status`;
	return uploadVersion === undefined ? status : plain`${status} v${uploadVersion}`;
}

type Step = {
	readonly before: State;
	readonly after: State;
	/** The connection that the event is about. For the result of a write, the user may have left it. */
	readonly origin: Connection | undefined;
};

/** Returns the journal entries for an event. Most events have none. */
export function activityEntries(event: Event, step: Step, now: LocalTime): readonly Entry[] {
	const {before, after} = step;
	return [
		...entriesOfEvent(event, step, now),
		...(after.deployments.changes === before.deployments.changes ? [] : detectedEntries(after, now)),
	];
}

/** Returns the entry for a deployment that has concluded, or concluded again in another way. */
export const concludedEntry = (
	{deployment, isAgain}: Pick<Conclusion, 'deployment' | 'isAgain'>,
	project: SafeText,
	connection: SafeText,
	at: LocalTime,
): Entry => ({
	at,
	kind: isAgain ? 'changed again' : 'concluded',
	connection,
	projectId: deployment.projectId,
	deploymentId: deployment.id,
	project,
	text: conclusionText(deployment),
	requestId: deployment.requestId?.shown,
});

const connectionName = (connection: Connection | undefined): SafeText => connection?.name ?? plain`nowhere`;

function detectedEntries(state: State, at: LocalTime): readonly Entry[] {
	const {conclusions, words} = state.deployments.changes;
	const connection = connectionName(state.connection);
	return [
		...conclusions.map(conclusion =>
			concludedEntry(conclusion, projectNameOf(state, conclusion.deployment.projectId), connection, at),
		),
		...words.map(
			(word): Entry => ({
				at,
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

const ofProject = (project: Project): Partial<Entry> => ({
	project: projectTitle(project),
	requestId: project.requestId?.shown,
});

const withSentName = ({project}: WriteRef): Partial<Entry> => ({project: safe(project)});

function entriesOfEvent(event: Event, {before, after, origin}: Step, now: LocalTime): readonly Entry[] {
	const connection = connectionName(origin);
	const entry = (kind: Entry['kind'], projectId: string, text: SafeText, more: Partial<Entry> = {}): Entry => ({
		at: now,
		kind,
		connection,
		projectId,
		deploymentId: '',
		project: projectNameOf(after, projectId),
		text,
		requestId: undefined,
		...more,
	});

	switch (event.type) {
		case 'project-created':
			return [entry('added', event.project.id, event.remark, ofProject(event.project))];
		case 'project-saved':
			return [entry('saved', event.project.id, event.remark, ofProject(event.project))];
		case 'project-deleted':
			return [entry('deleted', event.write.projectId, event.remark, withSentName(event.write))];
		case 'deployment-triggered': {
			const {deployment, remark} = event;
			return [
				entry('deployed', deployment.projectId, remark, {
					...withSentName(event.write),
					deploymentId: deployment.id,
					requestId: deployment.requestId?.shown,
				}),
			];
		}

		case 'request-executed':
			return [entry('saved', '', event.remark, {...withSentName(event.write), requestId: event.requestId})];

		case 'write-rejected': {
			const {
				write,
				problem: {error},
			} = event;
			if (!error || write.projectId === '') return [];
			return [
				entry('not accepted', write.projectId, error.message, {
					requestId: error.details.requestId,
					...withSentName(write),
				}),
			];
		}

		case 'answer-lost': {
			const {intended, reason} = event;
			if (!reason) return [];
			return [entry('no answer', projectIdOf(intended.write), reason, {project: safe(intended.project)})];
		}

		case 'write-found': {
			const {intended} = before.writes.unconfirmed.get(event.id) ?? {};
			if (!intended) return [];
			const text = event.finding.kind === 'absent' ? absentText(intended, now) : event.finding.text;
			return [entry('found out', projectIdOf(intended.write), text, {project: safe(intended.project)})];
		}

		case 'absence-reported':
			return event.text === undefined
				? []
				: [
						entry('away', '', event.text, {
							project: before.presence.away ? absenceCounts(before.presence.away) : plain``,
						}),
					];

		default:
			return [];
	}
}
