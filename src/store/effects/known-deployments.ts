import {ApiError} from '../../api/errors.ts';
import {userRequest} from '../../api/request.ts';
import {holdsNewest, listLimit} from '../model/deployments/list-evidence.ts';
import type {Write, WriteRef} from '../model/writes/write-intent.ts';
import {deploymentsOf} from '../state/deployments/known-deployment.ts';
import type {EffectContext} from './effect-context.ts';

/** The maximum age of a deployment list that can tell new deployments from earlier ones. */
const freshMs = 5000;

/** Returns a function that adds to a deployment the ids of all that exist before it. Leaves them out if some may be missing from the list. */
export function createKnownDeployments({
	store,
	connections,
	clock,
}: Pick<EffectContext, 'store' | 'connections' | 'clock'>) {
	return async function withKnownDeployments({connectionId}: WriteRef, write: Write): Promise<Write> {
		if (write.kind !== 'deploy') return write;
		const {projectId} = write;
		const state = store.get();
		const {list: known, isUnreliable} = deploymentsOf(state, projectId);
		if (isUnreliable) return {...write, known: undefined};
		const {ids, isTruncated, isNewestFirst, readAt, unreadable} = known;
		const isKnown = unreadable === 0 && (!isTruncated || isNewestFirst);
		const isFresh = readAt !== undefined && readAt >= state.polling.refreshedAt && clock.now() - readAt < freshMs;
		if (isFresh && isKnown) return {...write, known: ids};

		try {
			const list = await connections
				.clientOf(connectionId)
				?.listDeployments(projectId, {limit: listLimit}, new AbortController().signal, userRequest);
			const isWhole = list?.unreadable === 0 && holdsNewest(list);
			return {...write, known: isWhole ? list.deployments.map(({id}) => id) : undefined};
		} catch (error) {
			if (error instanceof ApiError) return {...write, known: undefined};
			throw error;
		}
	};
}
