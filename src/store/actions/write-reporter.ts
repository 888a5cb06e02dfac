import type {Client} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import type {ToEvent} from '../effects/write-events.ts';
import type {WriteResult} from '../effects/write-queue.ts';
import {problemOf} from '../model/form.ts';
import type {WriteRef} from '../model/writes/write-intent.ts';
import type {ActionContext} from './action-context.ts';

export type WriteReporter = ReturnType<typeof createWriteReporter>;

/** Creates the functions that mark the start of a write in the state and report its outcome. */
export function createWriteReporter({store, connections, clock, newId}: ActionContext) {
	const reportRejected = (write: WriteRef, error: ApiError) =>
		store.dispatch({type: 'write-rejected', write, problem: problemOf(error), at: clock.now()});

	/** Returns a reference to a new write to the connected service. */
	const newWrite = (projectId: string, project: string): WriteRef => ({
		id: newId(),
		connectionId: store.get().connection?.id ?? -1,
		projectId,
		project,
	});

	/** Marks the open form or dialog as being sent. */
	function begin(projectId: string, project: string): WriteRef {
		const write = newWrite(projectId, project);
		store.dispatch({type: 'write-started', writeId: write.id});
		return write;
	}

	/** Reports the outcome of a write. The write queue reports lost ones. */
	function report<Value>(write: WriteRef, sent: WriteResult<Value>, done: ToEvent<Value>) {
		if (sent.kind === 'done') {
			store.dispatch(done(write, sent.value, clock.now()));
			sent.settle();
		}

		if (sent.kind === 'refused') reportRejected(write, sent.error);
	}

	/** Reads something that a write depends on. Returns undefined, and reports why, if it cannot be read. */
	async function readFirst<Value>(
		write: WriteRef,
		read: (client: Client, signal: AbortSignal) => Promise<Value>,
	): Promise<Value | undefined> {
		const client = connections.clientOf(write.connectionId);
		try {
			return client && (await read(client, new AbortController().signal));
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			reportRejected(write, error);
			return undefined;
		}
	}

	return {newWrite, begin, report, readFirst};
}
