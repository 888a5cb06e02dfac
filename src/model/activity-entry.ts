import {type EnvironmentNames, nameEnvironment} from '../api/environment-names.ts';
import type {ApiError} from '../api/errors.ts';
import type {Deployment} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, type ServiceText, safe} from '../base/text.ts';
import type {Conclusion} from './deployment-changes.ts';
import {type DeploymentTable, deploymentIn} from './deployment-table.ts';
import {projectTitle} from './project-title.ts';
import {type Done, type Intent, type IntentRef, projectIdOf} from './write-intent.ts';

export type ActivityKind =
	| 'added'
	| 'saved'
	| 'deleted'
	| 'deployed'
	| 'sent'
	| 'not accepted'
	| 'not sent'
	| 'no answer'
	| 'found out'
	| 'concluded'
	| 'changed again'
	| 'away'
	| 'new word';

export type ActivityEntry = {
	readonly at: LocalTime;
	readonly kind: ActivityKind;
	readonly connection: SafeText;
	readonly projectId: string;
	readonly deploymentId: string;
	readonly project: SafeText;
	/** The service's word for the end of a deployment, or a new word. */
	readonly word: ServiceText | undefined;
	readonly version: number | undefined;
	readonly message: SafeText;
	readonly requestId: SafeText | undefined;
};

/** `deployment`: as the journal last saw it. */
export type SavedActivityEntry = ActivityEntry & {readonly id: string; readonly deployment?: Deployment | undefined};

export const deploymentOfEntry = (
	{projectId, deploymentId, deployment}: SavedActivityEntry,
	table: DeploymentTable,
	names: EnvironmentNames | undefined,
): Deployment | undefined =>
	deploymentIn(table, projectId, deploymentId)?.deployment ?? (deployment && nameEnvironment(deployment, names));

export type Happening = Pick<ActivityEntry, 'kind'> & Partial<Omit<ActivityEntry, 'connection' | 'at'>>;

export const activityEntry = (happening: Happening, connection: SafeText, at: LocalTime): ActivityEntry => ({
	projectId: '',
	deploymentId: '',
	project: plain``,
	word: undefined,
	version: undefined,
	message: plain``,
	requestId: undefined,
	...happening,
	connection,
	at,
});

export const conclusionEntry = (
	{deployment, isAgain}: Pick<Conclusion, 'deployment' | 'isAgain'>,
	project: SafeText,
): Happening => ({
	kind: isAgain ? 'changed again' : 'concluded',
	word: deployment.conclusion ?? deployment.status,
	version: deployment.uploadVersion,
	projectId: deployment.projectId,
	deploymentId: deployment.id,
	project,
	requestId: deployment.requestId?.shown,
});

const doneKinds = {
	created: 'added',
	saved: 'saved',
	deleted: 'deleted',
	deleting: 'deleted',
	deployed: 'deployed',
	executed: 'sent',
} as const;

export function doneEntry(done: Done): Happening {
	const {ref} = done;
	const entry = {kind: doneKinds[done.kind], projectId: ref.projectId, project: safe(ref.project)};
	switch (done.kind) {
		case 'created':
		case 'saved': {
			const {id: projectId, requestId} = done.project;
			const message = done.differences ?? plain``;
			return {...entry, projectId, project: projectTitle(done.project), message, requestId: requestId?.shown};
		}

		case 'deployed': {
			const {id: deploymentId, uploadVersion: version, requestId} = done.deployment;
			return {...entry, deploymentId, version, requestId: requestId?.shown};
		}

		case 'executed':
			return {...entry, requestId: done.requestId};
		case 'deleting':
			return {...entry, message: plain`accepted, and not done yet`};
		case 'deleted':
			return entry;
	}
}

export const rejectionEntry = ({projectId, project}: IntentRef, {message, details}: ApiError): Happening => ({
	kind: details.phase === 'not-sent' ? 'not sent' : 'not accepted',
	message,
	projectId,
	project: safe(project),
	requestId: details.requestId,
});

export const unconfirmedEntry = (
	kind: 'no answer' | 'found out',
	{write, project}: Intent,
	message: SafeText,
): Happening => ({
	kind,
	message,
	projectId: projectIdOf(write),
	project: safe(project),
});
