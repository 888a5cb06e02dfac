import {expect, test} from 'vitest';
import type {Client} from '../../../src/api/client.ts';
import {createClients, maxConnections} from '../../../src/store/effects/clients.ts';

const entryOf = (client: Client) => ({client, reconnect() {}, setReadOnly() {}, fingerprint: undefined});

test('of the connections of a long session, the last ones are remembered', () => {
	const clients = createClients();
	const all = Array.from({length: maxConnections + 1}, (_, id) => ({id}) as unknown as Client);
	expect(all.map(client => clients.add(entryOf(client)))).toEqual(all.map((_, id) => id));
	expect(all.map((_, id) => clients.clientOf(id))).toEqual([undefined, ...all.slice(1)]);
});
