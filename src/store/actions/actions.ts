import {foundEvent} from '../effects/write-events.ts';
import {createSender} from '../effects/write-queue.ts';
import type {Acting} from './action-context.ts';
import {createBulk} from './bulk-actions.ts';
import {createConnecting} from './connect.ts';
import {createRemembering} from './journal-actions.ts';
import {createOpening} from './open-project.ts';
import {createChanging} from './project-actions.ts';

/** What a person can set going. Each returns at once; what comes of it arrives as an event. */
export type Actions = ReturnType<typeof createActions>['actions'];

/** The actions, and the sender that everything that changes something goes through. */
export function createActions(around: Omit<Acting, 'sender'>) {
	const {store, clock} = around;
	const sender = createSender(around, (intended, write, finding) => {
		const event = foundEvent(intended, write, finding, clock.now());
		if (event) store.dispatch(event);
	});
	const acting: Acting = {...around, sender};
	const {each, ...changing} = createChanging(acting);
	return {
		sender,
		actions: {
			...createConnecting(acting),
			...changing,
			...createBulk(acting, {each}),
			...createOpening(acting),
			...createRemembering(acting),
		},
	};
}
