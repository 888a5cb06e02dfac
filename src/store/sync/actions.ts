import type {ActionContext} from './action-context.ts';
import {createBulkActions} from './bulk.ts';
import {createConnectActions} from './connect.ts';
import {createJournalActions} from './journal-actions.ts';
import {createMutate} from './mutate.ts';
import {createOpenProject} from './open-project.ts';
import {createProfileActions} from './profiles.ts';
import {createProjectWrites} from './project-writes.ts';

/** Everything the user can start. The results arrive as events. */
export type Actions = ReturnType<typeof createActions>['actions'];

/** Creates the actions, and what they and commands write with. */
export function createActions(effectContext: Omit<ActionContext, 'writes'>) {
	const writes = createMutate(effectContext);
	const context: ActionContext = {...effectContext, writes};
	const connect = createConnectActions(context);
	return {
		writes,
		actions: {
			...connect,
			...createProfileActions(context, connect),
			...createProjectWrites(context),
			...createBulkActions(context),
			...createOpenProject(context),
			...createJournalActions(context),
		},
	};
}
