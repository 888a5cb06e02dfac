import type {Client} from '../../api/client.ts';

/** What stands behind a connection: a client, and what makes its next read connect anew. */
type Line = {readonly client: Client; readonly reconnect: () => void};

/** The clients behind the connections that the state speaks of by number. */
export type Clients = {
	/** Keeps a client and gives the number it goes by. */
	readonly add: (line: Line) => number;
	readonly clientOf: (connectionId: number) => Client | undefined;
	/** Lets no read go over a connection that was made before. */
	readonly reconnect: (connectionId: number | undefined) => void;
};

export function createClients(): Clients {
	const lines: Line[] = [];
	return {
		add: line => lines.push(line) - 1,
		clientOf: connectionId => lines[connectionId]?.client,
		reconnect: connectionId => lines[connectionId ?? -1]?.reconnect(),
	};
}
