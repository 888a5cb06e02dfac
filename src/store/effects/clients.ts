import type {Client} from '../../api/client.ts';

/** A connection's client. `reconnect` makes its next read open a new socket. */
type ClientEntry = {readonly client: Client; readonly reconnect: () => void};

/** The clients of all connections. The state holds only their ids. */
export type Clients = {
	/** Adds a client. Returns its connection id. */
	readonly add: (entry: ClientEntry) => number;
	readonly clientOf: (connectionId: number) => Client | undefined;
	/** Stops reads from reusing sockets that are open now. */
	readonly reconnect: (connectionId: number | undefined) => void;
};

export function createClients(): Clients {
	const entries: ClientEntry[] = [];
	return {
		add: entry => entries.push(entry) - 1,
		clientOf: connectionId => entries[connectionId]?.client,
		reconnect: connectionId => entries[connectionId ?? -1]?.reconnect(),
	};
}
