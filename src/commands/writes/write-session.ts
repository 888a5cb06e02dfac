import type {Client} from '../../api/client.ts';
import type {RequestOptions} from '../../api/request.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {HeadlessOptions} from '../../command-line/headless-options.ts';
import {defaultGuards, type Guards} from '../../store/model/guards.ts';
import type {Event} from '../../store/reducers/reduce.ts';
import type {Session} from '../../store/session.ts';
import {plain} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import type {CommandContext} from '../headless/context.ts';
import {createReader, type Reader} from '../headless/reader.ts';

/** The options of a command that writes. */
export type WriteOptions = Extract<HeadlessOptions, {readonly waitForOutcomeMs: number}>;

/** What a command that writes runs with. */
export type WriteSession = {
	readonly options: WriteOptions;
	readonly context: CommandContext;
	readonly session: Session;
	readonly client: Client;
	readonly read: Reader;
	readonly guards: Guards;
	/** Receives every answer to a write before it is judged. */
	readonly onAnswer?: RequestOptions['onAnswer'];
};

/** Prints what the screens would show in the footer. */
function tell(event: Event, {output}: CommandContext): void {
	// For example that the journal cannot be used, which `landfall reconcile` depends on.
	if (event.type === 'noticed' && event.tone === 'bad') output.note(event.text);
}

/** Opens the service and runs a command that writes. Throws `CommandError` if writes are not allowed. */
export async function withWriteSession<Result>(
	options: WriteOptions,
	context: CommandContext,
	run: (opened: WriteSession) => Promise<Result>,
): Promise<Result> {
	const isFollowed = options.command === 'deploy' && options.isFollowed;
	const session = await context.openSession({isReading: isFollowed});
	try {
		session.store.subscribe(event => tell(event, context));
		const client = session.client();
		const {connection} = session.store.get();
		if (!client || !connection) throw new Error('The session has no service.');
		const isReadOnly = connection.isReadOnly && options.command !== 'reconcile';
		if (isReadOnly && !(options.command === 'api' && options.method === 'GET')) {
			throw new CommandError(exitCodes.notGood, plain`This connection is read-only, so nothing was sent.`);
		}

		const read = createReader(client, options, context);
		return await run({options, context, session, client, read, guards: connection.guards ?? defaultGuards});
	} finally {
		session.stop();
	}
}
