import {createdEvent, deletedEvent, savedEvent, triggeredEvent} from '../effects/write-events.ts';
import {emptyBody} from '../model/writes/confirmation.ts';
import {refOf} from '../model/writes/write-intent.ts';
import type {ActionContext} from './action-context.ts';
import type {ProjectWrites} from './project-writes.ts';
import type {WriteReporter} from './write-reporter.ts';

/** Creates the actions for a write whose response was lost. */
export function createUnconfirmedActions(
	{store, writeQueue}: ActionContext,
	{create, edit, remove, trigger}: ProjectWrites,
	{report}: WriteReporter,
) {
	return {
		/** Looks for the result of a write once more. */
		lookAgain(id: string) {
			const unconfirmed = store.get().writes.unconfirmed.get(id);
			if (unconfirmed) void writeQueue.findOutcome(unconfirmed.intended, true);
		},

		/** Forgets a write: its outcome no longer matters. */
		dismissUnconfirmed: (id: string) => writeQueue.settle(id),

		/** Sends a write again. Does nothing unless its result is confirmed absent. If its form is still open, the form shows the outcome. */
		async sendAgain(id: string) {
			const unconfirmed = store.get().writes.unconfirmed.get(id);
			const {connection} = store.get();
			if (unconfirmed?.finding?.kind !== 'absent' || !connection) return;
			const {write} = unconfirmed.intended;
			const ref = refOf(unconfirmed.intended, connection.id);
			writeQueue.settle(id);
			store.dispatch({type: 'sent-again', writeId: id});
			switch (write.kind) {
				case 'create':
					return report(ref, await create(ref, write.name), createdEvent(write.name));
				case 'edit':
					return report(ref, await edit(ref, write.changes, write.base), savedEvent(write.changes));
				case 'delete':
					return report(ref, await remove(ref), deletedEvent);
				case 'deploy':
					return report(ref, await trigger(ref, write.body ?? emptyBody), triggeredEvent);
			}
		},
	};
}
