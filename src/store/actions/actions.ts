import {foundEvent} from '../effects/write-events.ts';
import {createWriteQueue} from '../effects/write-queue.ts';
import type {ActionContext} from './action-context.ts';
import {createBulkActions} from './bulk-actions.ts';
import {createConnectActions} from './connect.ts';
import {createJournalActions} from './journal-actions.ts';
import {createLostWriteActions} from './lost-write-actions.ts';
import {createOpenProject} from './open-project.ts';
import {createConfirmedActions, createFormActions} from './project-actions.ts';
import {createProjectWrites} from './project-writes.ts';
import {createWriteOutcome} from './write-outcome.ts';

/** What a person can set going. Each returns at once; what comes of it arrives as an event. */
export type Actions = ReturnType<typeof createActions>['actions'];

/** The actions, and the sender that everything that changes something goes through. */
export function createActions(around: Omit<ActionContext, 'sender'>) {
	const {store, clock} = around;
	const sender = createWriteQueue(around, (intended, write, finding) => {
		const event = foundEvent(intended, write, finding, clock.now());
		if (event) store.dispatch(event);
	});
	const acting: ActionContext = {...around, sender};
	const writes = createProjectWrites(acting);
	const outcome = createWriteOutcome(acting);
	return {
		sender,
		actions: {
			...createConnectActions(acting),
			...createFormActions(acting, writes, outcome),
			...createConfirmedActions(acting, writes, outcome),
			...createLostWriteActions(acting, writes, outcome),
			...createBulkActions(acting, writes, outcome),
			...createOpenProject(acting),
			...createJournalActions(acting),
		},
	};
}
