/*
The outcome of writes at a misbehaving server: over real connections, a thousand seeded runs of each kind of write. What a kill leaves is the subject of test/sync/killed-writes.test.ts.

	npm run lost-answers                    1,000 runs of each
	npm run lost-answers -- --runs 50

Connections are reset before and after the effect; responses are truncated anywhere, unreadable, or replaced by errors and redirects; a write may take up to 15 s to appear in reads. The clock runs forty times as fast. The simulated user resends a write that landfall reports as not carried out.

doubled: the service carried out a write twice. unreported: it carried out a write, and landfall reported it neither as done nor as uncertain. drafts lost: the typed text is gone, although the write may not have been sent.
*/
import {createServer, type ServerResponse} from 'node:http';
import {text} from 'node:stream/consumers';
import {parseArgs} from 'node:util';
import {createClient} from '../../src/api/client.ts';
import {createHttpTransport} from '../../src/api/http-transport.ts';
import type {Clock} from '../../src/base/clock.ts';
import {plain} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {createDice} from '../../src/sandbox/random.ts';
import {openDialog} from '../../src/state/dialogs.ts';
import {openCreate, openEdit} from '../../src/state/navigation.ts';
import {openForm} from '../../src/state/state.ts';
import {editText} from '../../src/state/text-editing.ts';
import {type Session, startSession} from '../../src/sync/session.ts';
import {noPreferences, withoutNetwork} from '../kit/app/session.ts';
import {createTeam} from '../kit/services/team.ts';

const {values} = parseArgs({options: {runs: {type: 'string', default: '1000'}}});
const runs = Number(values.runs);
const speed = 40;
const maxConcurrency = 10;
const maxLagMs = 15_000;

type TeamRequest = Parameters<ReturnType<typeof createTeam>['handle']>[0];

const kinds = ['create', 'edit', 'delete', 'deploy'] as const;
type Kind = (typeof kinds)[number];

const faults = [
	'none',
	'reset before the effect',
	'error before the effect',
	'redirect before the effect',
	'rejected',
	'too many requests',
	'reset after the effect',
	'cut in the status line',
	'cut in the headers',
	'cut before the body',
	'cut in the body',
	'cut before the last byte',
	'not JSON',
	'not a record',
	'error after the effect',
	'redirect after the effect',
] as const;

const startsAt = Date.now();
const startedAt = performance.now();
const now = () => Math.round(startsAt + (performance.now() - startedAt) * speed);
const clock: Clock = {
	now,
	elapsed: now,
	wall: now,
	after(delayMs, then) {
		const timer = setTimeout(then, Math.min(delayMs / speed, 2 ** 31 - 1));
		return () => clearTimeout(timer);
	},
};

/** The service of one run. */
function createWorld(seed: number) {
	const roll = createDice(seed, 'lost answers');
	const options = {clock, projects: ['docs']};
	/** What reads show before the effect of the write, and after it. */
	const [before, after] = [createTeam(options), createTeam(options)];
	for (const team of [before, after])
		team.deploy('docs', {id: 'd1', conclusion: 'success', concluded_at: '2026-06-01T12:01:00Z'});
	let visibleAt = Number.POSITIVE_INFINITY;
	let isFirst = true;
	const world = {
		roll,
		effects: 0,

		read(request: TeamRequest, response: ServerResponse) {
			if (roll() < 0.1) return response.destroy();
			const {status, headers, body} = (clock.now() >= visibleAt ? after : before).handle(request);
			return response.writeHead(status, headers).end(body);
		},

		write(request: TeamRequest, response: ServerResponse) {
			const fault = isFirst ? faults[seed % faults.length] : 'none';
			isFirst = false;
			const {socket} = response;
			const respond = (status: number, content: string, headers: Record<string, string> = {}) =>
				response.writeHead(status, {'content-type': 'application/json', ...headers}).end(content);
			if (fault === 'reset before the effect') return socket?.resetAndDestroy();
			if (fault === 'error before the effect') return respond(500, '{}');
			if (fault === 'redirect before the effect') return respond(307, '', {location: '/elsewhere'});
			if (fault === 'rejected') return respond(422, '{"error":{"message":"no"}}');
			if (fault === 'too many requests') return respond(429, '{}', {'retry-after': '1'});
			world.effects++;
			visibleAt = Math.min(visibleAt, clock.now() + roll() * maxLagMs);
			const {body} = after.handle(request);
			const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
			const cutAt = (length: number) =>
				socket?.write((head + body).slice(0, Math.max(1, Math.floor(length))), () => socket.destroy());
			switch (fault) {
				case 'none':
					return respond(200, body);
				case 'reset after the effect':
					return socket?.resetAndDestroy();
				case 'cut in the status line':
					return cutAt(1 + roll() * 14);
				case 'cut in the headers':
					return cutAt(18 + roll() * (head.length - 24));
				case 'cut before the body':
					return cutAt(body === '' ? head.length - 2 : head.length);
				case 'cut in the body':
					return cutAt(body === '' ? head.length - 1 : head.length + 1 + roll() * (body.length - 2));
				case 'cut before the last byte':
					return cutAt(head.length + body.length - 1);
				case 'not JSON':
					return respond(200, '<html>');
				case 'not a record':
					return respond(200, '{"id":5}');
				case 'error after the effect':
					return respond(503, '{}');
				default:
					return respond(302, '', {location: '/elsewhere'});
			}
		},
	};
	return world;
}

const worlds = new Map<string, ReturnType<typeof createWorld>>();

const server = createServer(async (request, response) => {
	const {method, url = ''} = request;
	const body = await text(request);
	const [, run = '', ...rest] = url.split('/');
	const world = worlds.get(run);
	if (!world) return response.destroy();
	const forTeam = {method: method as 'GET', target: `/${rest.join('/')}`, headers: new Map<string, string>(), body};
	return method === 'GET' ? world.read(forTeam, response) : world.write(forTeam, response);
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;

const pause = () => new Promise(resolve => setTimeout(resolve, 3));

/** Starts landfall on the service of one run. */
async function start(name: string): Promise<Session> {
	const journal = openJournal({path: undefined, now: clock.now});
	const baseUrl = `http://127.0.0.1:${port}/${name}`;
	const session = startSession({
		journalOf: () => journal,
		newId: () => crypto.randomUUID(),
		clock,
		size: {columns: 80, rows: 24},
		requestsPerMinute: 60,
		preferences: noPreferences,
		profiles: [],
		access: ({onRequestEnd}) => ({
			async enterDemo() {
				const transport = createHttpTransport({clock});
				const client = createClient({transport, baseUrl, apiKey: 'a-key-for-the-bench', clock, onRequestEnd});
				return {client, name: plain`x`, host: plain`x`, baseUrl, isReadOnly: false};
			},
			...withoutNetwork(),
		}),
	});
	await session.actions.enterDemo();
	return session;
}

async function until(condition: () => boolean, what: string) {
	const deadline = performance.now() + 20_000;
	while (!condition()) {
		if (performance.now() > deadline) throw new Error(`timed out waiting for ${what}`);
		await pause();
	}
}

/** Prepares and sends a write, as a user does. Resolves when the action has finished. */
async function send({store, actions}: Session, kind: Kind) {
	await until(() => store.get().projects.list.pages.length > 0, 'the list');
	const listed = store.get().projects.list.rows.find(({id}) => id === 'docs');
	if (!listed) throw new Error('there is no project');
	const at = clock.now();
	const insert = (text: string) => store.change(state => editText(state, {kind: 'insert', text}, at));
	const question = {
		projectId: 'docs',
		title: plain`docs`,
		labels: ['docs'],
		isSending: false,
		writeId: undefined,
		problem: undefined,
	};
	switch (kind) {
		case 'create':
			store.change(openCreate);
			insert('brand new');
			return actions.createProject();
		case 'edit':
			store.change(state => openEdit(state, listed, at));
			insert('-two');
			return actions.saveProject();
		case 'delete':
			store.change(state => openDialog(state, {name: 'delete', typed: 'docs', ...question}));
			return actions.deleteProject();
		case 'deploy':
			actions.askToDeploy(question);
			return actions.deploy();
	}
}

/** Whether the typed text still exists, in the open form or as a draft. */
function hasDraft({store}: Session, kind: Kind): boolean {
	const state = store.get();
	const typed = Object.values(openForm(state)?.form.values ?? {});
	if (kind === 'create') return typed.includes('brand new') || state.writes.drafts.get('')?.name === 'brand new';
	return kind !== 'edit' || typed.includes('docs-two') || state.writes.drafts.get('docs')?.name === 'docs-two';
}

/** Runs a write once. Returns what became of it, and what is wrong with that. */
async function runOnce(
	kind: Kind,
	seed: number,
): Promise<{readonly outcome: string; readonly problems: readonly string[]}> {
	const name = `${kind}${seed}`;
	const world = createWorld(seed);
	worlds.set(name, world);
	const session = await start(name);
	const {store, actions} = session;
	let isDone = false;
	store.subscribe((_before, _after, fact) => {
		isDone ||= fact?.type === 'write-done';
	});
	await send(session, kind);
	const isSettled = () => [...store.get().writes.unconfirmed.values()].every(({finding}) => finding !== undefined);
	await until(isSettled, 'the outcome');
	let [loss] = store.get().writes.unconfirmed.values();
	if (loss?.finding?.kind === 'absent') {
		await actions.sendAgain(loss.intended.id);
		await until(isSettled, 'the outcome of the resent write');
		[loss] = store.get().writes.unconfirmed.values();
	}

	const isReported = isDone || loss?.finding?.kind === 'unclear';
	const problems = [
		...(world.effects > 1 ? ['doubled'] : []),
		...(world.effects > 0 && !isReported ? ['unreported'] : []),
		...(isDone || hasDraft(session, kind) ? [] : ['draft lost']),
	];
	const unanswered = loss ? `unresolved: ${loss.finding?.kind}` : 'rejected';
	session.stop();
	worlds.delete(name);
	return {outcome: isDone ? 'done or confirmed' : unanswered, problems};
}

let isBad = false;
for (const kind of kinds) {
	const counts = new Map<string, number>();
	let next = 1;
	await Promise.all(
		Array.from({length: maxConcurrency}, async () => {
			while (next <= runs) {
				const seed = next++;
				const {outcome, problems} = await runOnce(kind, seed);
				for (const each of [outcome, ...problems]) counts.set(each, (counts.get(each) ?? 0) + 1);
				if (problems.length === 0) continue;
				isBad = true;
				console.log(`  ${kind}, seed ${seed}: ${faults[seed % faults.length]}, ${problems.join(', ')}`);
			}
		}),
	);
	console.log(`${kind}: ${[...counts].map(([what, count]) => `${what} ${count}`).join(', ')} of ${runs}`);
}

process.exit(isBad ? 1 : 0);
