import type {Client} from '../api/client.ts';
import type {Connection, OpenedService} from '../model/connection.ts';

export type Connections = ReturnType<typeof createConnections>;

/** Keeps all clients, because the answer to a write may come after the user has left its service. */
export function createConnections() {
	const opened = new Map<number, {readonly service: OpenedService; readonly connection: Connection}>();
	return {
		add(service: OpenedService): Connection {
			const id = opened.size;
			const {
				client: _,
				reconnect: _reconnect,
				readGuards: _readGuards,
				keyFingerprint: _keyFingerprint,
				...shown
			} = service;
			const connection = {...shown, id, rejection: undefined};
			opened.set(id, {service, connection});
			return connection;
		},

		clientOf: (connectionId: number): Client | undefined => opened.get(connectionId)?.service.client,

		connectionOf: (connectionId: number) => opened.get(connectionId)?.connection,

		reconnect: (connectionId = -1) => opened.get(connectionId)?.service.reconnect?.(),

		keyFingerprint: (connectionId: number) => opened.get(connectionId)?.service.keyFingerprint?.(),

		readGuards: ({id, profile}: Pick<Connection, 'id' | 'profile'>) => opened.get(id)?.service.readGuards?.(profile),
	};
}
