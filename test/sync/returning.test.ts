import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Transport} from '../../src/api/transport.ts';
import {plain, safe} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {projectNameOf} from '../../src/model/project-list.ts';
import type {Write} from '../../src/model/write-intent.ts';
import {withFocus} from '../../src/state/absence.ts';
import {profileService, startTestSession} from '../kit/app/session.ts';
import {holdJournal} from '../kit/fixtures/held-journal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createSlowTransport} from '../kit/services/slow-transport.ts';

const addressOf = (name: string) => ({baseUrl: `https://${name}.example.com`, host: safe(`${name}.example.com`)});

/** A write waits until the test answers it or loses its answer. */
async function openAtAcme(latencyMs = 0) {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const answered = Promise.withResolvers<object | 'lost'>();
	const opened = await startTestSession({
		journalPath,
		profiles: ['acme', 'other'].map(name => ({name, ...addressOf(name)})),
		access: hooks => ({
			async enterProfile(name) {
				const {clock, sandbox} = opened;
				const {handle} = sandbox;
				const inProcess = createSlowTransport(handle, clock, latencyMs);
				const transport: Transport = async (request, signal) => {
					const answer = await inProcess(request, signal);
					if (request.method === 'GET') return answer;
					const changes = await answered.promise;
					if (changes === 'lost') return {outcome: 'lost', code: 'ECONNRESET', isTimeout: false};
					if (answer.outcome !== 'answered') return answer;
					return {...answer, body: JSON.stringify({...JSON.parse(answer.body), ...changes})};
				};
				return profileService({clock, hooks, name, handle, transport});
			},
		}),
	});
	const {clock, session} = opened;
	const {actions, store, writes} = session;
	const enter = async (name: string) => {
		await actions.enterProfile(name);
		await clock.advance(3000);
	};
	await enter('acme');
	return {
		actions,
		clock,
		enter,
		journalPath,
		store,
		lose: () => answered.resolve('lost'),
		answer: (changes: object = {}) => answered.resolve(changes),
		async send(write: Write, ms = 1000) {
			const projectId = 'projectId' in write ? write.projectId : '';
			const ref = writes.newWrite(projectId, projectNameOf(store.get(), projectId));
			const outcome = writes.mutate({ref, write});
			await clock.advance(ms);
			return {ref, outcome};
		},
		unconfirmed: () => [...store.get().writes.unconfirmed.keys()],
		notice: () => store.get().interface.notice,
	};
}

const creation = {kind: 'create', name: 'New one', known: []} as const;
const added = {text: plain`Added New one (confirmed by the list)`};

test('a renamed profile keeps its history, and the history of a removed profile stays', async () => {
	const {actions, answer, clock, enter, journalPath, notice, send, store} = await openAtAcme();
	answer();
	await send(creation);
	await enter('other');
	await send(creation);
	await actions.renameProfile('other', 'rejected');
	expect(store.get().interface).toMatchObject({dialog: {index: 1}, notice: {text: 'It was not saved.', tone: 'bad'}});
	const journal = openJournal({path: journalPath, now: clock.now});
	const known = () => journal.recent(9).map(({connection}) => connection);
	const release = holdJournal(journalPath);
	await actions.renameProfile('acme', 'production');
	expect([store.get().interface.profiles[0], notice()]).toMatchObject([{name: 'acme'}, {tone: 'bad'}]);
	release();
	await actions.renameProfile('acme', 'production');
	await actions.removeProfile('other');
	expect(known()).toEqual(['other', 'production']);
});

test.each([
	['is open', false],
	['was open', true],
])('a write left unconfirmed while another service %s is reconciled at its own', async (_when, isBack) => {
	const {clock, enter, lose, notice, send, store, unconfirmed} = await openAtAcme();
	const {ref, outcome} = await send(creation);
	await enter('other');
	if (isBack) await enter('acme');
	lose();
	expect((await outcome).kind).toBe('unconfirmed');
	expect(unconfirmed()).toEqual(isBack ? [ref.id] : []);
	if (!isBack) {
		expect(store.get().polling.throttle.trouble.failing).toBeUndefined();
		await clock.advance(60_000);
		expect([unconfirmed(), notice()]).toEqual([[], undefined]);
		await enter('acme');
	}

	await clock.advance(10_000);
	expect(unconfirmed()).toEqual([]);
	expect(notice()).toMatchObject(added);
});

test('the outcome of an unconfirmed write changes nothing after its service is left', async () => {
	const {clock, enter, lose, notice, send} = await openAtAcme(1000);
	const {outcome} = await send(creation, 2000);
	lose();
	expect((await outcome).kind).toBe('unconfirmed');
	// The first check begins after two seconds, and its answer takes one more.
	await clock.advance(2500);
	await enter('other');
	await clock.advance(2000);
	expect(notice()).toBeUndefined();
});

test('a write in flight is not reconciled when the user returns, and leaving its service asks first', async () => {
	const {actions, answer, send, store, unconfirmed} = await openAtAcme();
	const {outcome} = await send(creation);
	for (const isFocused of [false, true]) store.change((state, at) => withFocus(state, isFocused, at));
	expect(unconfirmed()).toEqual([]);
	await actions.switchTo({kind: 'profile', name: 'other'});
	expect(store.get().interface.dialog?.name).toBe('switch');
	answer();
	expect((await outcome).kind).toBe('done');
});

test('a waiting write is not sent once its service is left, and does not delay writes to the next service', async () => {
	const {actions, answer, clock, send, store} = await openAtAcme();
	const [one, two] = [await send(creation, 0), await send(creation)];
	await actions.enterProfile('other');
	const {ref} = await send(creation);
	expect(store.get().writes.sending?.id).toBe(ref.id);
	answer();
	await clock.advance(5000);
	const message = 'Its service is no longer connected, so nothing was sent.';
	const error = {code: 'E_REFUSED', message, details: {phase: 'not-sent'}};
	expect([await one.outcome, await two.outcome]).toMatchObject([{kind: 'done'}, {kind: 'rejected', error}]);
});

test.each([
	['is watched there', {}, [true]],
	['is not, if it has concluded by then', {status: 'completed', conclusion: 'success'}, []],
])('a deployment answered after its service was left %s', async (_what, changes, watched) => {
	const {answer, clock, enter, journalPath, notice, send, store} = await openAtAcme();
	const projectId = store.get().projects.list.rows[0]?.id ?? '';
	const project = projectNameOf(store.get(), projectId);
	const {outcome} = await send({kind: 'deploy', projectId, body: '{}', known: undefined});
	await enter('other');
	answer(changes);
	await outcome;
	expect([notice(), store.get().presence.watches.size, store.get().interface.activity]).toEqual([undefined, 0, []]);
	const journal = openJournal({path: journalPath, now: clock.now});
	expect(journal.recent(10)).toMatchObject([{kind: 'deployed', connection: 'acme', project}]);
	journal.close();
	await enter('acme');
	expect([...store.get().presence.watches.values()]).toMatchObject(watched.map(isMine => ({projectId, isMine})));
});
