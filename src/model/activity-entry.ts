import {type EnvironmentNames, withEnvironmentName} from '../api/environment-names.ts';
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
	/** Any other request. */
	| 'sent'
	| 'not accepted'
	/** It never left. */
	| 'not sent'
	/** The response to a write was lost. */
	| 'no answer'
	/** The outcome of an unconfirmed write was found. */
	| 'found out'
	| 'concluded'
	/** The status of a concluded deployment has changed. */
	| 'changed again'
	| 'away'
	| 'new word';

export type ActivityEntry = {
	readonly at: LocalTime;
	readonly kind: ActivityKind;
	/** The service's name, as in the header. */
	readonly connection: SafeText;
	/** Empty if the entry is not about an existing project. */
	readonly projectId: string;
	/** Empty if the entry is not about a deployment. */
	readonly deploymentId: string;
	readonly project: SafeText;
	/** The service's own word: for how a deployment has ended, or one that is new. */
	readonly word: ServiceText | undefined;
	readonly version: number | undefined;
	/** What else was said about it, such as an error. Empty if the other fields say everything. */
	readonly message: SafeText;
	readonly requestId: SafeText | undefined;
};

/** `deployment`: the one that it is about, as the journal last saw it. */
export type SavedActivityEntry = ActivityEntry & {readonly id: string; readonly deployment?: Deployment | undefined};

/** Returns the deployment that an entry is about, as it is known now or as the journal has it. */
export const deploymentOfEntry = (
	{projectId, deploymentId, deployment}: SavedActivityEntry,
	table: DeploymentTable,
	names: EnvironmentNames | undefined,
): Deployment | undefined =>
	deploymentIn(table, projectId, deploymentId)?.deployment ?? (deployment && withEnvironmentName(deployment, names));

/** What happened, without when and where. */
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

/** The answer to a write was lost, or what became of it was found out as far as it can be. */
export const lostEntry = (kind: 'no answer' | 'found out', {write, project}: Intent, message: SafeText): Happening => ({
	kind,
	message,
	projectId: projectIdOf(write),
	project: safe(project),
});
