import type {Client} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import type {ConnectedService, OpenedService} from '../model/connection.ts';

/** Resolves to the error of the service, if there is one, for callers that go on with it. */
export async function orError<Answer>(answer: Promise<Answer> | undefined): Promise<Answer | ApiError | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}
}

export type Clients = ReturnType<typeof createClients>;

/** Creates a memory of the clients of all connections, because the answer to a write may arrive after the user has left its service. The state holds only what the interface shows about them. */
export function createClients() {
	const services = new Map<number, {readonly service: OpenedService; readonly connection: ConnectedService}>();
	return {
		/** Adds a service. Returns its connection. */
		add(service: OpenedService): ConnectedService {
			const id = services.size;
			const {client: _, reconnect: _reconnect, setReadOnly: _setReadOnly, fingerprint: _key, ...shown} = service;
			const connection = {...shown, id, refusal: undefined};
			services.set(id, {service, connection});
			return connection;
		},

		clientOf: (connectionId: number): Client | undefined => services.get(connectionId)?.service.client,

		/** Returns a connection as it was when it was added. */
		connectionOf: (connectionId: number) => services.get(connectionId)?.connection,

		/** Returns what all windows on this service with the same key have in common. Undefined for the demo. */
		fingerprintOf: (connectionId: number) => services.get(connectionId)?.service.fingerprint?.(),

		/** Stops reads from reusing sockets that are open now. */
		reconnect: (connectionId = -1) => services.get(connectionId)?.service.reconnect?.(),

		/** Allows or refuses writes from now on. */
		setReadOnly: (connectionId: number, isReadOnly: boolean) =>
			services.get(connectionId)?.service.setReadOnly?.(isReadOnly),
	};
}
