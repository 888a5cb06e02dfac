import type {Client} from '../api/client.ts';

/** The clients behind the connections that the state speaks of by number. */
export type Connections = {
	/** Keeps a client and gives the number it goes by. */
	readonly add: (client: Client) => number;
	readonly clientOf: (connectionId: number) => Client | undefined;
};

export function createConnections(): Connections {
	const clients: Client[] = [];
	return {
		add: client => clients.push(client) - 1,
		clientOf: connectionId => clients[connectionId],
	};
}
