import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/in-process.ts';
import type {Transport} from '../../src/api/transport.ts';
import {plain, safe} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {withFocus} from '../../src/state/absence.ts';
import {startTestSession} from '../kit/app/session.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

/** Opens a session with profiles of one service. A write is held until the test lets it be answered, or loses its response. */
async function openProfiles(journalPath?: string, latencyMs = 0) {
	const answered = Promise.withResolvers<'answered' | 'lost'>();
	const opened = await startTestSession({
		...(journalPath !== undefined && {journalPath}),
		access: onRequestEnd => ({
			async enterProfile(name) {
				const {clock, sandbox, apiKey} = opened;
				const inProcess = createInProcessTransport(sandbox.handle, {clock, latencyMs});
				const transport: Transport = async (request, signal) => {
					const answer = await inProcess(request, signal);
					if (request.method === 'GET') return answer;
					const isLost = (await answered.promise) === 'lost';
					return isLost ? {outcome: 'lost', code: 'ECONNRESET', isTimeout: false} : answer;
				};
				const baseUrl = `https://${name}.example`;
				const client = createClient({transport, baseUrl, apiKey, clock, onRequestEnd});
				const host = safe(`${name}.example`);
				return {service: {client, name: safe(name), host, baseUrl, isReadOnly: false, profile: name}};
			},
		}),
	});
	return {...opened, lose: () => answered.resolve('lost'), answer: () => answered.resolve('answered')};
}

test('a write whose response is lost after the user has left its service and returned is looked for', async () => {
	const {session, clock, lose} = await openProfiles();
	const {actions, writes, store} = session;
	await actions.enterProfile('acme');
	await clock.advance(1000);
	const write = writes.newWrite('', 'New one');
	const sent = writes.mutate({ref: write, write: {kind: 'create', name: 'New one', known: []}});
	await clock.advance(1000);
	await actions.enterProfile('other');
	await clock.advance(1000);
	await actions.enterProfile('acme');
	await clock.advance(1000);
	lose();
	expect((await sent).kind).toBe('lost');
	expect([...store.get().writes.unconfirmed.keys()]).toEqual([write.id]);
	await clock.advance(10_000);
	expect(store.get().writes.unconfirmed.size).toBe(0);
	expect(store.get().interface.notice).toMatchObject({text: plain`Added New one (confirmed by the list)`});
});

test('a write whose response is lost while another service is open is looked for at its own, once that is open again', async () => {
	const {session, clock, lose} = await openProfiles(join(temporaryDirectory(), 'journal.sqlite'));
	const {actions, writes, store} = session;
	await actions.enterProfile('acme');
	await clock.advance(1000);
	const write = writes.newWrite('', 'New one');
	const sent = writes.mutate({ref: write, write: {kind: 'create', name: 'New one', known: []}});
	await clock.advance(1000);
	await actions.enterProfile('other');
	await clock.advance(1000);
	lose();
	expect((await sent).kind).toBe('lost');
	await clock.advance(60_000);
	expect(store.get().writes.unconfirmed.size).toBe(0);
	expect(store.get().interface.notice).toBeUndefined();
	await actions.enterProfile('acme');
	await clock.advance(10_000);
	expect(store.get().interface.notice).toMatchObject({text: plain`Added New one (confirmed by the list)`});
});

test('what is found out about a lost write after its service is left changes nothing at the other one', async () => {
	const {session, clock, lose} = await openProfiles(undefined, 1000);
	const {actions, writes, store} = session;
	await actions.enterProfile('acme');
	await clock.advance(3000);
	const sent = writes.mutate({ref: writes.newWrite('', 'One'), write: {kind: 'create', name: 'One', known: []}});
	await clock.advance(2000);
	lose();
	expect((await sent).kind).toBe('lost');
	// The first check begins after two seconds, and its answer takes one more.
	await clock.advance(2500);
	await actions.enterProfile('other');
	await clock.advance(5000);
	expect(store.get().interface.notice).toBeUndefined();
});

test('a write in flight is not looked for when the user returns to the window', async () => {
	const {session, clock, answer} = await openProfiles();
	const {actions, writes, store} = session;
	await actions.enterProfile('acme');
	await clock.advance(1000);
	const sent = writes.mutate({ref: writes.newWrite('', 'One'), write: {kind: 'create', name: 'One', known: []}});
	await clock.advance(1000);
	for (const isFocused of [false, true]) store.change((state, at) => withFocus(state, isFocused, at));
	expect(store.get().writes.unconfirmed.size).toBe(0);
	answer();
	expect((await sent).kind).toBe('done');
});

test('a write that waits for its turn is not sent once its service is left', async () => {
	const {session, clock, answer} = await openProfiles();
	const {actions, writes} = session;
	await actions.enterProfile('acme');
	await clock.advance(1000);
	const sent = ['One', 'Two'].map(name =>
		writes.mutate({ref: writes.newWrite('', name), write: {kind: 'create', name, known: []}}),
	);
	await clock.advance(1000);
	await actions.enterProfile('other');
	answer();
	await clock.advance(5000);
	const message = 'Its service is no longer connected, so nothing was sent.';
	expect(await Promise.all(sent)).toMatchObject([{kind: 'done'}, {kind: 'refused', error: {message}}]);
});

test('a write that is answered after the user has left its service is in the activity of that service', async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const {session, clock, answer} = await openProfiles(journalPath);
	const {actions, writes, store} = session;
	await actions.enterProfile('acme');
	await clock.advance(1000);
	const [project] = store.get().projects.list.rows;
	if (!project) throw new Error('The sandbox has no project.');
	const ref = writes.newWrite(project.id, 'docs');
	const write = {kind: 'deploy', projectId: project.id, body: '{}', known: undefined} as const;
	const sent = writes.mutate({ref, write});
	await clock.advance(1000);
	await actions.enterProfile('other');
	await clock.advance(1000);
	answer();
	await sent;
	expect(store.get().interface.activity).toEqual([]);
	const journal = openJournal({path: journalPath, now: clock.now});
	expect(journal.recent(10)).toMatchObject([{kind: 'deployed', connection: 'acme', project: 'docs'}]);
	journal.close();
	await actions.enterProfile('acme');
	await clock.advance(1000);
	expect([...store.get().presence.watches.values()]).toMatchObject([{projectId: project.id, isMine: true}]);
});
