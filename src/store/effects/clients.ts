import type {Client} from '../../api/client.ts';
import type {JoinWindows} from '../model/login.ts';

/** A connection's client. `reconnect` makes its next read open a new socket. */
type ClientEntry = {
	readonly client: Client;
	readonly reconnect: () => void;
	readonly setReadOnly: (isReadOnly: boolean) => void;
	readonly joinWindows: JoinWindows | undefined;
};

/** The clients of all connections. The state holds only their ids. */
export type Clients = {
	/** Adds a client. Returns its connection id. */
	readonly add: (entry: ClientEntry) => number;
	readonly clientOf: (connectionId: number) => Client | undefined;
	/** How to find the other windows on the same service. Undefined if it is not shared. */
	readonly joinWindowsOf: (connectionId: number) => JoinWindows | undefined;
	/** Stops reads from reusing sockets that are open now. */
	readonly reconnect: (connectionId: number | undefined) => void;
	/** Allows or refuses writes from now on. */
	readonly setReadOnly: (connectionId: number, isReadOnly: boolean) => void;
};

export function createClients(): Clients {
	const entries: ClientEntry[] = [];
	return {
		add: entry => entries.push(entry) - 1,
		clientOf: connectionId => entries[connectionId]?.client,
		joinWindowsOf: connectionId => entries[connectionId]?.joinWindows,
		setReadOnly: (connectionId, isReadOnly) => entries[connectionId]?.setReadOnly(isReadOnly),
		reconnect: connectionId => entries[connectionId ?? -1]?.reconnect(),
	};
}
