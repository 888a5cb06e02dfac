import {expect, test} from 'vitest';
import {createClient} from '../../../src/api/client.ts';
import {createInProcessTransport} from '../../../src/api/transport/in-process.ts';
import type {Transport} from '../../../src/api/transport/transport.ts';
import {plain, safe} from '../../../src/text.ts';
import {startTestSession} from '../../kit/app/session.ts';

/** Opens a session with profiles of one service. The response to a write is lost once `lose` is called. */
async function openProfiles() {
	const answered = Promise.withResolvers<void>();
	const opened = await startTestSession({
		access: onRequestEnd => ({
			async enterProfile(name) {
				const {clock, sandbox, apiKey} = opened;
				const inProcess = createInProcessTransport(sandbox.handle, {clock});
				const transport: Transport = async (request, signal) => {
					const answer = await inProcess(request, signal);
					if (request.method === 'GET') return answer;
					await answered.promise;
					return {outcome: 'lost', code: 'ECONNRESET', isTimeout: false};
				};
				const baseUrl = `https://${name}.example`;
				const client = createClient({transport, baseUrl, apiKey, clock, onRequestEnd});
				const host = safe(`${name}.example`);
				return {service: {client, name: safe(name), host, baseUrl, isReadOnly: false, profile: name}};
			},
		}),
	});
	return {...opened, lose: answered.resolve};
}

test('a write whose response is lost after the user has left its service and returned is looked for', async () => {
	const {session, clock, lose} = await openProfiles();
	const {actions, writes, store} = session;
	await actions.enterProfile('acme');
	await clock.advance(1000);
	const write = writes.newWrite('', 'New one');
	const sent = writes.create(write, 'New one');
	await clock.advance(1000);
	await actions.enterProfile('other');
	await clock.advance(1000);
	await actions.enterProfile('acme');
	await clock.advance(1000);
	lose();
	expect((await sent).kind).toBe('unconfirmed');
	expect([...store.get().writes.unconfirmed.keys()]).toEqual([write.id]);
	await clock.advance(10_000);
	expect(store.get().writes.unconfirmed.size).toBe(0);
	expect(store.get().interface.notice).toMatchObject({text: plain`Added New one (confirmed by the list)`});
});
