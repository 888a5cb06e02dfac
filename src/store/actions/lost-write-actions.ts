import {createdEvent, deletedEvent, savedEvent, triggeredEvent} from '../effects/write-events.ts';
import {noBody} from '../model/writes/confirmation.ts';
import {refOf} from '../model/writes/write-intent.ts';
import type {ActionContext} from './action-context.ts';
import type {ProjectWrites} from './project-writes.ts';
import type {WriteOutcome} from './write-outcome.ts';

/** What the user can do about a write whose answer was lost. */
export function createLostWriteActions(
	{store, sender}: ActionContext,
	{create, edit, remove, trigger}: ProjectWrites,
	{report}: WriteOutcome,
) {
	return {
		/** Looks for the result of a write once more. */
		lookAgain(id: string) {
			const lost = store.get().writes.lost.get(id);
			if (lost) void sender.lookFor(lost.intended, true);
		},

		/** Forgets a write: its outcome no longer matters. */
		leaveLost: (id: string) => sender.settle(id),

		/** Sends a write again that left no trace, from the same form if that is still open. */
		async sendAgain(id: string) {
			const lost = store.get().writes.lost.get(id);
			const {connection} = store.get();
			if (lost?.finding?.kind !== 'absent' || !connection) return;
			const {write} = lost.intended;
			const ref = refOf(lost.intended, connection.id);
			sender.settle(id);
			store.dispatch({type: 'sent-again', writeId: id});
			switch (write.kind) {
				case 'create':
					return report(ref, await create(ref, write.name), createdEvent(write.name));
				case 'edit':
					return report(ref, await edit(ref, write.changes, write.base), savedEvent(write.changes));
				case 'delete':
					return report(ref, await remove(ref), deletedEvent);
				case 'deploy':
					return report(ref, await trigger(ref, write.body ?? noBody), triggeredEvent);
			}
		},
	};
}
