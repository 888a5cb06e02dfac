import type {ApiError} from '../api/errors.ts';
import type {Deployment} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {Conclusion} from './deployment-changes.ts';
import {projectTitle} from './project-title.ts';
import {versionOf} from './upload-version.ts';
import {type Done, type Intent, type IntentRef, projectIdOf} from './write-intent.ts';

export type ActivityKind =
	| 'added'
	| 'saved'
	| 'deleted'
	| 'deployed'
	| 'not accepted'
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
	/** What happened: a notice, an error, or the conclusion in the service's own word. */
	readonly text: SafeText;
	readonly requestId: SafeText | undefined;
};

/** `deployment`: the one that it is about, as the journal last saw it. */
export type SavedActivityEntry = ActivityEntry & {readonly id: string; readonly deployment?: Deployment | undefined};

/** What happened, without when and where. */
export type Happening = Pick<ActivityEntry, 'kind' | 'text'> & Partial<Omit<ActivityEntry, 'connection' | 'at'>>;

export const activityEntry = (happening: Happening, connection: SafeText, at: LocalTime): ActivityEntry => ({
	projectId: '',
	deploymentId: '',
	project: plain``,
	requestId: undefined,
	...happening,
	connection,
	at,
});

function conclusionText(deployment: Deployment): SafeText {
	const status = (deployment.conclusion ?? deployment.status)?.shown ?? plain`no status`;
	const version = versionOf(deployment);
	return version === undefined ? status : plain`${status} ${version}`;
}

export const conclusionEntry = (
	{deployment, isAgain}: Pick<Conclusion, 'deployment' | 'isAgain'>,
	project: SafeText,
): Happening => ({
	kind: isAgain ? 'changed again' : 'concluded',
	text: conclusionText(deployment),
	projectId: deployment.projectId,
	deploymentId: deployment.id,
	project,
	requestId: deployment.requestId?.shown,
});

const kinds = {
	created: 'added',
	saved: 'saved',
	deleted: 'deleted',
	deployed: 'deployed',
	executed: 'saved',
} as const;

export function doneEntry(done: Done): Happening {
	const {ref, notice: text} = done;
	const entry = {kind: kinds[done.kind], text, projectId: ref.projectId, project: safe(ref.project)};
	switch (done.kind) {
		case 'created':
		case 'saved': {
			const {id: projectId, requestId} = done.project;
			return {...entry, projectId, project: projectTitle(done.project), requestId: requestId?.shown};
		}

		case 'deployed':
			return {...entry, deploymentId: done.deployment.id, requestId: done.deployment.requestId?.shown};
		case 'executed':
			return {...entry, requestId: done.requestId};
		case 'deleted':
			return entry;
	}
}

export const rejectionEntry = ({projectId, project}: IntentRef, {message, details}: ApiError): Happening => ({
	kind: 'not accepted',
	text: message,
	projectId,
	project: safe(project),
	requestId: details.requestId,
});

/** The answer to a write was lost, or what became of it was found out as far as it can be. */
export const lostEntry = (kind: 'no answer' | 'found out', {write, project}: Intent, text: SafeText): Happening => ({
	kind,
	text,
	projectId: projectIdOf(write),
	project: safe(project),
});
