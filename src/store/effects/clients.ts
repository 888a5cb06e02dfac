import type {Client} from '../../api/client.ts';

/** A connection's client. `reconnect` makes its next read open a new socket. */
type ClientEntry = {
	readonly client: Client;
	readonly reconnect: () => void;
	readonly setReadOnly: (isReadOnly: boolean) => void;
	readonly fingerprint: (() => string) | undefined;
};

/** The maximum number of connections that are remembered: the answer to a write may arrive after the user has left its service. */
export const maxConnections = 20;

/** The clients of the last connections. The state holds only their ids. */
export type Clients = {
	/** Adds a client. Returns its connection id, which is one more than the last. */
	readonly add: (entry: ClientEntry) => number;
	readonly clientOf: (connectionId: number) => Client | undefined;
	/** What all windows on this service with the same key have in common. Undefined for the demo. */
	readonly fingerprintOf: (connectionId: number) => string | undefined;
	/** Stops reads from reusing sockets that are open now. */
	readonly reconnect: (connectionId: number | undefined) => void;
	/** Allows or refuses writes from now on. */
	readonly setReadOnly: (connectionId: number, isReadOnly: boolean) => void;
};

export function createClients(): Clients {
	const entries = new Map<number, ClientEntry>();
	let count = 0;
	return {
		add(entry) {
			const id = count++;
			entries.set(id, entry);
			entries.delete(id - maxConnections);
			return id;
		},
		clientOf: connectionId => entries.get(connectionId)?.client,
		fingerprintOf: connectionId => entries.get(connectionId)?.fingerprint?.(),
		setReadOnly: (connectionId, isReadOnly) => entries.get(connectionId)?.setReadOnly(isReadOnly),
		reconnect: connectionId => entries.get(connectionId ?? -1)?.reconnect(),
	};
}
