import type {ProjectChanges} from '../../../api/types.ts';

/** The last write that succeeded, and the connection that it was sent on. */
export type LastWrite = {
	readonly connectionId: number;
	readonly write:
		| {readonly kind: 'create'; readonly name: string}
		| {readonly kind: 'edit'; readonly projectId: string; readonly changes: ProjectChanges}
		| {readonly kind: 'delete'; readonly projectId: string}
		| {readonly kind: 'deploy'; readonly projectId: string; readonly body: string};
};
