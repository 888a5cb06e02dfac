import {foundEvent} from '../effects/write-events.ts';
import {createWriteQueue} from '../effects/write-queue.ts';
import type {ActionContext} from './action-context.ts';
import {createBulkActions} from './bulk-actions.ts';
import {createConnectActions} from './connect.ts';
import {createJournalActions} from './journal-actions.ts';
import {createOpenProject} from './open-project.ts';
import {createProjectActions} from './project-actions.ts';

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
	const {each, ...changing} = createProjectActions(acting);
	return {
		sender,
		actions: {
			...createConnectActions(acting),
			...changing,
			...createBulkActions(acting, {each}),
			...createOpenProject(acting),
			...createJournalActions(acting),
		},
	};
}
