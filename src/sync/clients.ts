import type {Client} from '../api/client.ts';
import type {ConnectedService, OpenedService} from '../model/connection.ts';

/** The maximum number of connections that are remembered: the answer to a write may arrive after the user has left its service. */
export const maxConnections = 20;

/** The clients of the last connections. The state holds only what the interface shows about them. */
export type Clients = {
	/** Adds a service. Returns its connection, whose id is one more than the last. */
	readonly add: (service: OpenedService) => ConnectedService;
	readonly clientOf: (connectionId: number) => Client | undefined;
	/** Returns a connection as it was when it was added. */
	readonly connectionOf: (connectionId: number) => ConnectedService | undefined;
	/** What all windows on this service with the same key have in common. Undefined for the demo. */
	readonly fingerprintOf: (connectionId: number) => string | undefined;
	/** Stops reads from reusing sockets that are open now. */
	readonly reconnect: (connectionId: number | undefined) => void;
	/** Allows or refuses writes from now on. */
	readonly setReadOnly: (connectionId: number, isReadOnly: boolean) => void;
};

export function createClients(): Clients {
	const services = new Map<number, {readonly service: OpenedService; readonly connection: ConnectedService}>();
	let count = 0;
	return {
		add(service) {
			const id = count++;
			const {
				client: _,
				reconnect: _reconnect,
				setReadOnly: _setReadOnly,
				fingerprint: _fingerprint,
				...shown
			} = service;
			const connection = {...shown, id, refusal: undefined};
			services.set(id, {service, connection});
			services.delete(id - maxConnections);
			return connection;
		},

		clientOf: connectionId => services.get(connectionId)?.service.client,
		connectionOf: connectionId => services.get(connectionId)?.connection,
		fingerprintOf: connectionId => services.get(connectionId)?.service.fingerprint?.(),
		setReadOnly: (connectionId, isReadOnly) => services.get(connectionId)?.service.setReadOnly?.(isReadOnly),
		reconnect: connectionId => services.get(connectionId ?? -1)?.service.reconnect?.(),
	};
}
