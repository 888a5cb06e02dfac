import {changeNames} from '../../api/decode/decode.ts';
import type {Received} from '../../api/transport/response-body.ts';
import type {Deployment, Project, ProjectChanges} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {projectTitle} from '../../project-title.ts';
import {type SafeText, safe} from '../../text.ts';
import type {Finding} from '../model/writes/reconcile.ts';
import {baseOf, isSameField, type WriteIntent, type WriteRef} from '../model/writes/write-intent.ts';
import type {Event} from '../reducers/reduce.ts';
import type {EditField} from '../state/interface/screen.ts';

/** Builds the event that reports a successful write. */
export type ToEvent<Value> = (write: WriteRef, value: Value, at: LocalTime) => Event;

/** Names the fields whose saved value differs from the one that was sent. */
export const differencesFrom = (project: Project, sent: ProjectChanges): readonly string[] =>
	(Object.keys(sent) as EditField[])
		.filter(field => !isSameField(field, baseOf(project).values, sent))
		.map(
			field =>
				`${changeNames[field]}: sent ${sent[field] || 'nothing'}, the service kept ${project[field]?.exact || 'nothing'}`,
		);

const savedRemark = (project: Project, sent: ProjectChanges): SafeText =>
	safe([`Saved ${projectTitle(project)}`, ...differencesFrom(project, sent)].join(' · '), 500);

export const createdEvent =
	(name: string): ToEvent<Project> =>
	(write, project, at) => {
		const kept = project.name?.exact === name ? '' : ` · the service kept ${project.name?.exact ?? 'no name'}`;
		return {type: 'project-created', write, name, project, remark: safe(`Added ${name}${kept}`), at};
	};

export const savedEvent =
	(sent: ProjectChanges): ToEvent<Project> =>
	(write, project, at) => ({
		type: 'project-saved',
		write,
		project,
		sent,
		remark: savedRemark(project, sent),
		at,
	});

export const deletedEvent: ToEvent<SafeText> = (write, remark, at) => ({
	type: 'project-deleted',
	write,
	remark,
	at,
});

/** Says that a deployment was triggered. */
export const deployingText = ({project}: WriteRef): SafeText => safe(`Deploying ${project}`);

export const triggeredEvent: ToEvent<Deployment> = (write, deployment, at) => ({
	type: 'deployment-triggered',
	write,
	deployment,
	remark: deployingText(write),
	at,
});

export const executedEvent =
	(remark: SafeText): ToEvent<Received> =>
	(write, {requestId}, at) => ({type: 'request-executed', write, requestId, remark, at});

/** Returns the event for an unconfirmed write that turned out to have been executed. Undefined for a deployment: it is never confirmed, because another one may have begun at the same time. */
export function foundEvent(
	{write: done}: WriteIntent,
	write: WriteRef,
	{text, project}: Extract<Finding, {kind: 'confirmed'}>,
	at: LocalTime,
): Event | undefined {
	if (done.kind === 'delete') return {type: 'project-deleted', write, remark: text, at};
	if (!project) return undefined;
	if (done.kind === 'create') return {type: 'project-created', write, name: done.name, project, remark: text, at};
	return done.kind === 'edit'
		? {type: 'project-saved', write, project, sent: done.changes, remark: text, at}
		: undefined;
}
