import type {ServiceTime} from '../clock.ts';
import type {SafeText, Said} from '../text.ts';

/** Something in a record that was not as the interface describes it, and what was made of it. */
export type Drift = {
	/** The field as the wire names it. */
	readonly field: string;
	readonly problem: 'missing' | 'unreadable' | 'zone assumed';
};

/**
An upload project as the service last described it.

Only `id` is certain. Any other field may be missing, because the interface does not say which can be null; then it is undefined here and noted in `drift`.
*/
export type Project = {
	/** Exactly as sent. Never show it without `safe`. */
	readonly id: string;
	readonly name: Said | undefined;
	readonly slug: Said | undefined;
	readonly url: Said | undefined;
	readonly uploadMode: Said | undefined;
	readonly status: Said | undefined;
	readonly latestUploadVersion: number | undefined;
	/** Milliseconds since the epoch, by the service's clock. */
	readonly createdAt: ServiceTime | undefined;
	/** Milliseconds since the epoch, by the service's clock. */
	readonly updatedAt: ServiceTime | undefined;
	readonly requestId: Said | undefined;
	readonly drift: readonly Drift[];
};

/** One deployment of a project to an environment. Only the two ids are certain. */
export type Deployment = {
	/** Exactly as sent. Never show it without `safe`. */
	readonly id: string;
	readonly projectId: string;
	readonly environmentId: Said | undefined;
	readonly status: Said | undefined;
	/** Undefined while there is none: missing, null or empty. */
	readonly conclusion: Said | undefined;
	readonly uploadVersion: number | undefined;
	readonly url: Said | undefined;
	/** Milliseconds since the epoch, by the service's clock. */
	readonly createdAt: ServiceTime | undefined;
	/** Milliseconds since the epoch, by the service's clock. Undefined while it has not concluded. */
	readonly concludedAt: ServiceTime | undefined;
	readonly requestId: Said | undefined;
	readonly drift: readonly Drift[];
};

/** One page of the project list. */
export type ProjectPage = {
	readonly projects: readonly Project[];
	/** Undefined on the last page: missing, null and empty all say so. */
	readonly nextCursor: string | undefined;
	readonly requestId: Said | undefined;
	/** How many records had no usable id and were left out. */
	readonly unreadable: number;
	/** Why the first of those was, as the end of a sentence about it. */
	readonly flaw?: SafeText | undefined;
};

/** The deployments of one project, in the order in which the service sent them: none is documented. */
export type DeploymentList = {
	readonly deployments: readonly Deployment[];
	readonly requestId: Said | undefined;
	/** How many records were left out, because they had no usable id or belong to another project. */
	readonly unreadable: number;
	/** Why the first of those was, as the end of a sentence about it. */
	readonly flaw?: SafeText | undefined;
};

/** What a PATCH asks for. The interface names no fields; these are the ones of the record that a person could mean. */
export type ProjectChanges = {
	readonly name?: string;
	readonly slug?: string;
	readonly url?: string;
	readonly uploadMode?: string;
};

/** A deployment is over once the service says how, or when, it concluded: no status word is documented as final. */
export const isConcluded = ({conclusion, concludedAt}: Pick<Deployment, 'conclusion' | 'concludedAt'>): boolean =>
	conclusion !== undefined || concludedAt !== undefined;
