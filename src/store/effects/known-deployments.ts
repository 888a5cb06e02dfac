import {ApiError} from '../../api/errors.ts';
import {userRequest} from '../../api/request.ts';
import {holdsNewest, listLimit} from '../model/deployments/list-evidence.ts';
import {mayLackNewest} from '../model/deployments/project-deployments.ts';
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
		const known = deploymentsOf(state, projectId);
		const {rows, askedAt, unreadable, isUnreliable} = known;
		if (isUnreliable) return {...write, known: undefined};
		const isFresh = askedAt !== undefined && askedAt >= state.polling.refreshedAt && clock.now() - askedAt < freshMs;
		if (isFresh && unreadable === 0 && !mayLackNewest(known))
			return {...write, known: rows.flatMap(({deployment: {id}, standing}) => (standing === 'listed' ? id : []))};

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
