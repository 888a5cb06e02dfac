import type {ServiceTime} from '../base/clock.ts';
import type {SafeText, ServiceText} from '../base/text.ts';

export type FieldFlaw = {
	/** The field as the wire names it. */
	readonly field: string;
	readonly problem: 'missing' | 'unreadable' | 'zone assumed';
};

/**
An upload project as the service last described it.

Only `id` is guaranteed. The interface does not document which other fields can be null, so any of them may be undefined; `flaws` then has an entry.
*/
export type Project = {
	/** Exactly as sent. Never display it without `safe`. */
	readonly id: string;
	readonly name: ServiceText | undefined;
	readonly slug: ServiceText | undefined;
	readonly url: ServiceText | undefined;
	readonly uploadMode: ServiceText | undefined;
	readonly status: ServiceText | undefined;
	readonly latestUploadVersion: number | undefined;
	readonly createdAt: ServiceTime | undefined;
	readonly updatedAt: ServiceTime | undefined;
	readonly requestId: ServiceText | undefined;
	readonly flaws: readonly FieldFlaw[];
};

/** One deployment of a project to an environment. Only the two ids are guaranteed. */
export type Deployment = {
	/** Exactly as sent. Never display it without `safe`. */
	readonly id: string;
	readonly projectId: string;
	readonly environmentId: ServiceText | undefined;
	readonly status: ServiceText | undefined;
	/** Undefined until it concludes: missing, null or empty. */
	readonly conclusion: ServiceText | undefined;
	readonly uploadVersion: number | undefined;
	readonly url: ServiceText | undefined;
	readonly createdAt: ServiceTime | undefined;
	readonly concludedAt: ServiceTime | undefined;
	/** The time of conclusion as it was sent, if it cannot be read. */
	readonly concludedText?: ServiceText | undefined;
	readonly requestId: ServiceText | undefined;
	readonly flaws: readonly FieldFlaw[];
};

type Envelope = {
	/** How many records were skipped because they had no usable id, or belong to another project. */
	readonly unreadable: number;
	/** Why the first of those was skipped, phrased as the end of a sentence about it. */
	readonly flaw?: SafeText | undefined;
};

/** The most records that the service returns in one list, and how many every read requests. */
export const listLimit = 100;

/** One page of the project list. `nextCursor` is undefined on the last one: missing, null or empty. */
export type ProjectPage = Envelope & {readonly projects: readonly Project[]; readonly nextCursor: string | undefined};

/** The deployments of one project, in the service's order, which is not documented. */
export type DeploymentList = Envelope & {readonly deployments: readonly Deployment[]};

/** What can be read: a page of the project list, a project, its deployments, or one of them. */
export type Resource =
	| {readonly kind: 'projects'; readonly cursor: string | undefined}
	| {readonly kind: 'project'; readonly projectId: string}
	| {readonly kind: 'deployments'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string};

/** The body of a PATCH. The interface documents no fields; these are the fields of the record that a user may want to edit. */
export type ProjectChanges = {readonly [Field in 'name' | 'slug' | 'url' | 'uploadMode']?: string};

/** Whether a deployment has a conclusion or a time of conclusion, readable or not: no status word is documented as final. */
export const isConcluded = ({
	conclusion,
	concludedAt,
	concludedText,
}: Pick<Deployment, 'conclusion' | 'concludedAt' | 'concludedText'>): boolean =>
	(conclusion ?? concludedAt ?? concludedText) !== undefined;
