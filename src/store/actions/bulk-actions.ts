import type {ApiError} from '../../api/errors.ts';
import {sleep} from '../../clock.ts';
import {plain, type SafeText} from '../../text.ts';
import {createNotify} from '../effects/notify.ts';
import {deployingText} from '../effects/write-events.ts';
import type {WriteResult} from '../effects/write-queue.ts';
import {defaultGuards, isProtected, protectedText} from '../model/guards.ts';
import {confirmationFor, emptyBody} from '../model/writes/confirmation.ts';
import type {WriteRef} from '../model/writes/write-intent.ts';
import {markedProjects} from '../reducers/marks.ts';
import type {BulkTarget} from '../state/interface/dialog.ts';
import {keyOf} from '../state/key-names.ts';
import type {State} from '../state/state.ts';
import type {ActionContext} from './action-context.ts';
import type {ProjectWrites} from './project-writes.ts';
import type {WriteOutcome} from './write-outcome.ts';

/** The pause between two writes, so that they do not hit the service in a burst. */
const pauseMs = 1000;

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

/** Returns a function that sends one write of a bulk operation. It rejects protected projects. */
function createBulkWriter(
	{store, clock}: Pick<ActionContext, 'store' | 'clock'>,
	{remove, trigger}: Pick<ProjectWrites, 'remove' | 'trigger'>,
) {
	return async function carryOut(kind: 'deploy' | 'delete', target: BulkTarget, write: WriteRef): Promise<ItemResult> {
		const {connection} = store.get();
		const {title} = target;
		if (isProtected(connection?.guards, target)) {
			const text = kind === 'delete' ? protectedText(title) : plain`protected: deploy it separately`;
			return {text, isDone: false, isUnconfirmed: false, error: undefined};
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

/** Creates the actions that deploy or delete all marked projects, one after the other. */
export function createBulkActions(
	{store, clock, newId, connections}: ActionContext,
	writes: Pick<ProjectWrites, 'remove' | 'trigger'>,
	{newWrite}: Pick<WriteOutcome, 'newWrite'>,
) {
	const carryOut = createBulkWriter({store, clock}, writes);
	const notify = createNotify({store, clock});

	return {
		/** Opens the confirmation for all marked projects, including those hidden by a filter. */
		async askAboutMarked(kind: 'deploy' | 'delete') {
			const state = store.get();
			const {projects, missing} = markedProjects(state);
			const maxCount = state.connection?.guards?.maxBulk ?? defaultGuards.maxBulk;
			if (missing.length > 0) {
				const {unmarkMissing} = await import('./unmark-missing.ts');
				return unmarkMissing({store, clock, connections}, missing.slice(0, maxCount));
			}

			if (projects.length > maxCount)
				return notify(
					plain`${projects.length} projects are marked, but at most ${maxCount} are allowed at once`,
					'bad',
				);
			const targets = projects.map((project): BulkTarget => {
				const {projectId: id, title, labels} = confirmationFor(project);
				return {id, title, labels, result: undefined, isDone: false};
			});
			store.dispatch({
				type: 'dialog-opened',
				dialog: {
					name: 'bulk',
					id: newId(),
					kind,
					targets,
					typed: '',
					isRunning: false,
					isStopped: false,
					top: 0,
					problem: undefined,
				},
			});
		},

		/** Runs the bulk operation once the number of projects is typed. Stops at the first write with an unknown outcome. */
		async carryOutMarked() {
			const {dialog} = store.get().interface;
			if (dialog?.name !== 'bulk' || dialog.isRunning) return;
			const {id: bulkId, kind, targets, typed} = dialog;
			if (targets.some(({result}) => result !== undefined)) return store.dispatch({type: 'dialog-closed'});
			if (typed.trim() !== String(targets.length)) {
				const problem = plain`Type ${targets.length}, the number of projects.`;
				return store.dispatch({type: 'bulk-refused', problem});
			}

			store.dispatch({type: 'bulk-started'});
			for (const [index, target] of targets.entries()) {
				if (index > 0) await sleep(clock, pauseMs);
				const now = store.get().interface.dialog;
				// Leaving the dialog, or connecting to another service, cancels the rest.
				if (now?.name !== 'bulk' || now.id !== bulkId || now.isStopped) break;
				const write = newWrite(target.id, target.title);
				const {isUnconfirmed, ...result} = await carryOut(kind, target, write);
				store.dispatch({type: 'bulk-item-finished', bulkId, write, ...result});
				if (isUnconfirmed) break;
			}

			store.dispatch({type: 'bulk-finished', bulkId});
		},
	};
}
