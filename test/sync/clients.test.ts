import {expect, test} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import {createClients, maxConnections} from '../../src/sync/clients.ts';
import {testConnection} from '../kit/fixtures/connection.ts';

test('of the connections of a long session, the last ones are remembered', () => {
	const clients = createClients();
	const all = Array.from({length: maxConnections + 1}, (_, id) => ({id}) as unknown as Client);
	expect(all.map(client => clients.add({...testConnection, client}).id)).toEqual(all.map((_, id) => id));
	expect(all.map((_, id) => clients.clientOf(id))).toEqual([undefined, ...all.slice(1)]);
});
