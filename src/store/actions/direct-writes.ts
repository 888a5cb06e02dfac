import type {SafeText} from '../../text.ts';
import {serviceOf} from '../effects/journal-sync.ts';
import {parseIntent, serializeIntent, type WriteIntent} from '../model/writes/write-intent.ts';
import type {ActionContext} from './action-context.ts';
import type {ProjectWrites} from './project-writes.ts';
import type {WriteReporter} from './write-reporter.ts';

/** A write in the journal whose outcome is unknown. */
export type UnsettledWrite = {
	readonly intended: WriteIntent;
	/** Whether another running process sends it or looks for its outcome. */
	readonly isHeld: boolean;
};

export type DirectWrites = ReturnType<typeof createDirectWrites>;

/** Creates the writes for commands. Whoever sends one reports its result, so that the state and the journal know it. */
export function createDirectWrites(
	{store, journalOf, writeQueue}: ActionContext,
	writes: ProjectWrites,
	{newWrite, report}: WriteReporter,
) {
	return {
		...writes,
		newWrite,
		report,

		/** Returns the unsettled writes to the connected service, the earliest first. Leaves out those that this version does not understand. */
		unsettled(): readonly UnsettledWrite[] {
			const {connection} = store.get();
			if (!connection) return [];
			return journalOf(connection)
				.unsettled(serviceOf(connection))
				.flatMap(({id, at, content, isHeld}) => {
					const intended = parseIntent(id, at, content);
					return intended ? [{intended, isHeld}] : [];
				});
		},

		/** Returns why `unsettled` may lack writes: the journal cannot be used. Undefined if it can. */
		journalFailure: (): SafeText | undefined => journalOf(store.get().connection).failure(),

		/** Looks for the result of an unsettled write. It arrives as an event. */
		lookFor: (intended: WriteIntent) => writeQueue.recover([{...intended, content: serializeIntent(intended)}]),

		/** Forgets a write whose outcome is known or no longer matters. */
		settle: writeQueue.settle,
	};
}
