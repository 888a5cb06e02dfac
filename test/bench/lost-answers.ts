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
import {createHttpTransport} from '../../src/api/http-transport.ts';
import {plain} from '../../src/base/text.ts';
import {createDice, type Dice} from '../../src/sandbox/random.ts';
import {openDialog} from '../../src/state/dialogs.ts';
import {openCreate, openEdit} from '../../src/state/navigation.ts';
import {currentForm} from '../../src/state/state.ts';
import {editText} from '../../src/state/text-editing.ts';
import type {Session} from '../../src/sync/session.ts';
import {startSessionOn} from '../kit/app/session.ts';
import {createFastClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

const {values} = parseArgs({options: {runs: {type: 'string', default: '1000'}}});
const runs = Number(values.runs);
const speed = 40;
const maxConcurrency = 10;
const maxLagMs = 15_000;

type TeamRequest = Parameters<ReturnType<typeof createTeam>['handle']>[0];

const kinds = ['create', 'edit', 'delete', 'deploy'] as const;
type Kind = (typeof kinds)[number];

/** What the service does with a write, and how it answers. */
type Exchange = {
	readonly respond: (status: number, content: string, headers?: Readonly<Record<string, string>>) => unknown;
	readonly reset: () => unknown;
	/** Sends this many characters of the answer, and closes the connection. */
	readonly cutAt: (length: number) => unknown;
	readonly head: string;
	readonly body: string;
	readonly roll: Dice;
};

const elsewhere = {location: '/elsewhere'};

/** The faults of a write, by their names. Those with `before` in it keep it from taking effect. */
const faults: Readonly<Record<string, (exchange: Exchange) => unknown>> = {
	none: ({respond, body}) => respond(200, body),
	'reset before the effect': ({reset}) => reset(),
	'error before the effect': ({respond}) => respond(500, '{}'),
	'redirect before the effect': ({respond}) => respond(307, '', elsewhere),
	'rejected before the effect': ({respond}) => respond(422, '{"error":{"message":"no"}}'),
	'too many requests before the effect': ({respond}) => respond(429, '{}', {'retry-after': '1'}),
	'reset after the effect': ({reset}) => reset(),
	'cut in the status line': ({cutAt, roll}) => cutAt(1 + roll() * 14),
	'cut in the headers': ({cutAt, roll, head}) => cutAt(18 + roll() * (head.length - 24)),
	'cut where the body begins': ({cutAt, head, body}) => cutAt(head.length - (body === '' ? 2 : 0)),
	'cut in the body': ({cutAt, roll, head, body}) =>
		cutAt(head.length + (body === '' ? -1 : 1 + roll() * (body.length - 2))),
	'cut at the last byte': ({cutAt, head, body}) => cutAt(head.length + body.length - 1),
	'not JSON': ({respond}) => respond(200, '<html>'),
	'not a record': ({respond}) => respond(200, '{"id":5}'),
	'error after the effect': ({respond}) => respond(503, '{}'),
	'redirect after the effect': ({respond}) => respond(302, '', elsewhere),
};

const faultOf = (seed: number): string => Object.keys(faults)[seed % Object.keys(faults).length] ?? '';

const clock = createFastClock(speed);

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
			const fault = isFirst ? faultOf(seed) : 'none';
			isFirst = false;
			let body = '';
			if (!fault.includes('before')) {
				world.effects++;
				visibleAt = Math.min(visibleAt, clock.now() + roll() * maxLagMs);
				({body} = after.handle(request));
			}

			const {socket} = response;
			const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
			return faults[fault]?.({
				head,
				body,
				roll,
				respond: (status, content, headers) =>
					response.writeHead(status, {'content-type': 'application/json', ...headers}).end(content),
				reset: () => socket?.resetAndDestroy(),
				cutAt: length => socket?.write((head + body).slice(0, Math.max(1, Math.floor(length))), () => socket.destroy()),
			});
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
	const baseUrl = `http://127.0.0.1:${port}/${name}`;
	const session = startSessionOn({clock, transport: createHttpTransport({clock}), baseUrl});
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
	const typed = Object.values(currentForm(state)?.form.values ?? {});
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
				console.log(`  ${kind}, seed ${seed}: ${faultOf(seed)}, ${problems.join(', ')}`);
			}
		}),
	);
	console.log(`${kind}: ${[...counts].map(([what, count]) => `${what} ${count}`).join(', ')} of ${runs}`);
}

process.exit(isBad ? 1 : 0);
