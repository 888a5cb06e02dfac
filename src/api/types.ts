import type {ServiceTime} from '../base/clock.ts';
import type {SafeText, ServiceText} from '../base/text.ts';

export type FieldFlaw = {
	readonly field: string;
	readonly problem: 'missing' | 'unreadable' | 'zone assumed';
};

/** Only `id` is guaranteed. The interface does not say which other fields can be null, so any of them may be undefined, with an entry in `flaws`. */
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

/** Only the two ids are guaranteed. */
export type Deployment = {
	readonly id: string;
	readonly projectId: string;
	readonly environmentId: ServiceText | undefined;
	readonly status: ServiceText | undefined;
	readonly conclusion: ServiceText | undefined;
	readonly uploadVersion: number | undefined;
	readonly url: ServiceText | undefined;
	readonly createdAt: ServiceTime | undefined;
	readonly concludedAt: ServiceTime | undefined;
	readonly concludedText?: ServiceText | undefined;
	readonly requestId: ServiceText | undefined;
	readonly flaws: readonly FieldFlaw[];
};

type Envelope = {
	/** How many records were skipped, without a usable id or of another project. */
	readonly unreadable: number;
	/** Why the first skipped record was skipped, as the end of a sentence about it. */
	readonly flaw?: SafeText | undefined;
};

export const listLimit = 100;

export type ProjectPage = Envelope & {readonly projects: readonly Project[]; readonly nextCursor: string | undefined};

/** Deployments keep the order of the service, which is not documented. */
export type DeploymentList = Envelope & {readonly deployments: readonly Deployment[]};

export type Resource =
	| {readonly kind: 'projects'; readonly cursor: string | undefined}
	| {readonly kind: 'project'; readonly projectId: string}
	| {readonly kind: 'deployments'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string};

/** The interface documents no fields for a PATCH. These are the fields of the record that a user may want to edit. */
export type ProjectChanges = {readonly [Field in 'name' | 'slug' | 'url' | 'uploadMode']?: string};

/** The interface calls no status word final, so only a conclusion or its time counts, readable or not. */
export const isConcluded = ({
	conclusion,
	concludedAt,
	concludedText,
}: Pick<Deployment, 'conclusion' | 'concludedAt' | 'concludedText'>): boolean =>
	(conclusion ?? concludedAt ?? concludedText) !== undefined;
