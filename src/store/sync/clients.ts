import type {Client} from '../../api/client.ts';
import type {Connection} from '../model/connection.ts';
import type {Service} from '../model/login.ts';

/** The maximum number of connections that are remembered: the answer to a write may arrive after the user has left its service. */
export const maxConnections = 20;

/** The clients of the last connections. The state holds only what the interface shows about them. */
export type Clients = {
	/** Adds a service. Returns its connection, whose id is one more than the last. */
	readonly add: (service: Service) => Connection;
	readonly clientOf: (connectionId: number) => Client | undefined;
	/** What all windows on this service with the same key have in common. Undefined for the demo. */
	readonly fingerprintOf: (connectionId: number) => string | undefined;
	/** Stops reads from reusing sockets that are open now. */
	readonly reconnect: (connectionId: number | undefined) => void;
	/** Allows or refuses writes from now on. */
	readonly setReadOnly: (connectionId: number, isReadOnly: boolean) => void;
};

export function createClients(): Clients {
	const services = new Map<number, Service>();
	let count = 0;
	return {
		add(service) {
			const id = count++;
			services.set(id, service);
			services.delete(id - maxConnections);
			const {
				client: _,
				reconnect: _reconnect,
				setReadOnly: _setReadOnly,
				fingerprint: _fingerprint,
				...shown
			} = service;
			return {...shown, id, refusal: undefined};
		},

		clientOf: connectionId => services.get(connectionId)?.client,
		fingerprintOf: connectionId => services.get(connectionId)?.fingerprint?.(),
		setReadOnly: (connectionId, isReadOnly) => services.get(connectionId)?.setReadOnly?.(isReadOnly),
		reconnect: connectionId => services.get(connectionId ?? -1)?.reconnect?.(),
	};
}
