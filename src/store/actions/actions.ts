import {foundEvent} from '../effects/write-events.ts';
import {createWriteQueue} from '../effects/write-queue.ts';
import type {ActionContext} from './action-context.ts';
import {createBulkActions} from './bulk-actions.ts';
import {createConnectActions} from './connect.ts';
import {createDirectWrites} from './direct-writes.ts';
import {createJournalActions} from './journal-actions.ts';
import {createOpenProject} from './open-project.ts';
import {createProfileActions} from './profile-actions.ts';
import {createConfirmedActions, createFormActions} from './project-actions.ts';
import {createProjectWrites} from './project-writes.ts';
import {createUnconfirmedActions} from './unconfirmed-actions.ts';
import {createWriteReporter} from './write-reporter.ts';

/** Everything the user can start. The results arrive as events. */
export type Actions = ReturnType<typeof createActions>['actions'];

/** Creates the actions and the direct writes, and the queue that both send every change through. */
export function createActions(effectContext: Omit<ActionContext, 'writeQueue'>) {
	const {store, clock} = effectContext;
	const writeQueue = createWriteQueue(effectContext, ({intended, ref, finding}) => {
		const event = foundEvent(intended, ref, finding, clock.now());
		if (event) store.dispatch(event);
	});
	const context: ActionContext = {...effectContext, writeQueue};
	const writes = createProjectWrites(context);
	const reporter = createWriteReporter(context);
	const connect = createConnectActions(context);
	return {
		writeQueue,
		writes: createDirectWrites(context, writes, reporter),
		actions: {
			...connect,
			...createProfileActions(context, connect),
			...createFormActions(context, writes, reporter),
			...createConfirmedActions(context, writes, reporter),
			...createUnconfirmedActions(context, writes, reporter),
			...createBulkActions(context, writes, reporter),
			...createOpenProject(context),
			...createJournalActions(context),
		},
	};
}
