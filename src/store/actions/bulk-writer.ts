import type {ApiError} from '../../api/errors.ts';
import {plain, type SafeText} from '../../text.ts';
import {deployingText} from '../effects/write-events.ts';
import type {WriteResult} from '../effects/write-queue.ts';
import {isProtected, protectedText} from '../model/guards.ts';
import {emptyBody} from '../model/writes/confirmation.ts';
import type {WriteRef} from '../model/writes/write-intent.ts';
import {isDeployUnconfirmed} from '../reducers/writes/unconfirmed-writes.ts';
import type {BulkResult, BulkTarget} from '../state/interface/dialog.ts';
import {keyOf} from '../state/key-names.ts';
import type {State} from '../state/state.ts';
import type {ActionContext} from './action-context.ts';
import type {ProjectWrites} from './project-writes.ts';

type ItemResult = {readonly result: BulkResult; readonly error: ApiError | undefined};

const refused = (text: SafeText, error?: ApiError): ItemResult => ({result: {kind: 'refused', text}, error});

/** Returns the result to show in the project's row. `done` is used if the write succeeded. */
function itemResult(sent: WriteResult<unknown>, done: Omit<BulkResult, 'kind'>, state: State): ItemResult {
	if (sent.kind === 'done') return {result: {kind: 'done', ...done}, error: undefined};
	if (sent.kind === 'refused') return refused(sent.error.message, sent.error);
	const text = plain`no response: press ${keyOf(state, 'unconfirmed-changes', plain`u`)}`;
	return {result: {kind: 'unconfirmed', text}, error: undefined};
}

/** Returns a function that sends one write of a bulk operation. It rejects protected projects, and deployments of those whose last one is unconfirmed. */
export function createBulkWriter(
	{store, clock}: Pick<ActionContext, 'store' | 'clock'>,
	{remove, trigger}: Pick<ProjectWrites, 'remove' | 'trigger'>,
) {
	return async function carryOut(kind: 'deploy' | 'delete', target: BulkTarget, write: WriteRef): Promise<ItemResult> {
		const state = store.get();
		const {title} = target;
		if (isProtected(state.connection?.guards, target)) {
			return refused(kind === 'delete' ? protectedText(title) : plain`protected: deploy it separately`);
		}

		if (kind === 'deploy' && isDeployUnconfirmed(state, write.projectId)) {
			const key = keyOf(state, 'unconfirmed-changes', plain`u`);
			return refused(plain`the last deployment is unconfirmed: press ${key}`);
		}

		if (kind === 'delete') {
			const sent = await remove(write);
			if (sent.kind === 'done') {
				store.dispatch({type: 'bulk-project-deleted', write, remark: sent.value, at: clock.now()});
				sent.settle();
			}

			return itemResult(sent, {text: sent.kind === 'done' ? sent.value : plain``}, store.get());
		}

		const sent = await trigger(write, emptyBody);
		if (sent.kind === 'done') {
			const remark = deployingText(write);
			store.dispatch({type: 'bulk-deployment-triggered', write, deployment: sent.value, remark, at: clock.now()});
			sent.settle();
		}

		const started = sent.kind === 'done' ? {deploymentId: sent.value.id} : {};
		return itemResult(sent, {text: plain`started`, ...started}, store.get());
	};
}
