import type {ApiError} from '../../api/errors.ts';
import {plain, type SafeText} from '../../text.ts';
import {deployingText} from '../effects/write-events.ts';
import type {WriteResult} from '../effects/write-queue.ts';
import {isProtected, protectedText} from '../model/guards.ts';
import {emptyBody} from '../model/writes/confirmation.ts';
import type {WriteRef} from '../model/writes/write-intent.ts';
import {isDeployUnconfirmed} from '../reducers/writes/unconfirmed-writes.ts';
import type {BulkTarget} from '../state/interface/dialog.ts';
import {keyOf} from '../state/key-names.ts';
import type {State} from '../state/state.ts';
import type {ActionContext} from './action-context.ts';
import type {ProjectWrites} from './project-writes.ts';

type ItemResult = {
	readonly text: SafeText;
	readonly isDone: boolean;
	readonly isUnconfirmed: boolean;
	readonly error: ApiError | undefined;
};

/** Returns the result to show in the project's row. `doneText` is used if the write succeeded. */
const itemResult = (sent: WriteResult<unknown>, doneText: SafeText, state: State): ItemResult => {
	if (sent.kind === 'done') return {text: doneText, isDone: true, isUnconfirmed: false, error: undefined};
	if (sent.kind === 'refused') {
		const {error} = sent;
		return {text: error.message, isDone: false, isUnconfirmed: false, error};
	}

	return {
		text: plain`no response: press ${keyOf(state, 'unconfirmed-changes', plain`u`)}`,
		isDone: false,
		isUnconfirmed: true,
		error: undefined,
	};
};

/** Returns a function that sends one write of a bulk operation. It rejects protected projects, and deployments of those whose last one is unconfirmed. */
export function createBulkWriter(
	{store, clock}: Pick<ActionContext, 'store' | 'clock'>,
	{remove, trigger}: Pick<ProjectWrites, 'remove' | 'trigger'>,
) {
	return async function carryOut(kind: 'deploy' | 'delete', target: BulkTarget, write: WriteRef): Promise<ItemResult> {
		const state = store.get();
		const {title} = target;
		const rejected = (text: SafeText): ItemResult => ({text, isDone: false, isUnconfirmed: false, error: undefined});
		if (isProtected(state.connection?.guards, target)) {
			return rejected(kind === 'delete' ? protectedText(title) : plain`protected: deploy it separately`);
		}

		if (kind === 'deploy' && isDeployUnconfirmed(state, write.projectId)) {
			const key = keyOf(state, 'unconfirmed-changes', plain`u`);
			return rejected(plain`the last deployment is unconfirmed: press ${key}`);
		}

		if (kind === 'delete') {
			const sent = await remove(write);
			if (sent.kind === 'done') {
				store.dispatch({type: 'bulk-project-deleted', write, remark: sent.value, at: clock.now()});
				sent.settle();
			}

			return itemResult(sent, sent.kind === 'done' ? sent.value : plain``, store.get());
		}

		const sent = await trigger(write, emptyBody);
		if (sent.kind === 'done') {
			const remark = deployingText(write);
			store.dispatch({type: 'bulk-deployment-triggered', write, deployment: sent.value, remark, at: clock.now()});
			sent.settle();
		}

		return itemResult(sent, plain`deploying`, store.get());
	};
}
