/*
What becomes of writes at a server that misbehaves: over real connections, a thousand seeded runs of each kind of write, half of them with a process that is killed and started again.

	npm run lost-answers                    1,000 runs of each
	npm run lost-answers -- --runs 50

Connections are reset before and after the effect, answers cut at every kind of place, made unreadable, or turned into errors and redirects; what was written may take up to 15 s to be read. The clock goes forty times as fast. A person sends again what landfall says there is no sign of.

doubled: the service carried a write out twice. unreported: it carried one out, and landfall said neither that it was done nor that it may have been. lost drafts: what was typed was nowhere, although it was not sent for sure.
*/
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {createClient} from '../../src/api/client.ts';
import {createHttpTransport} from '../../src/api/transport/http.ts';
import type {Transport} from '../../src/api/transport/transport.ts';
import type {Clock} from '../../src/clock.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {type Session, startSession} from '../../src/store/session.ts';
import {currentScreen} from '../../src/store/state/state.ts';
import {plain} from '../../src/text.ts';
import {noPreferences} from '../kit/app/preferences.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';

const {values} = parseArgs({options: {runs: {type: 'string', default: '1000'}}});
const runs = Number(values.runs);
const speed = 40;
const atOnce = 10;
const lagMs = 15_000;

const kinds = ['create', 'edit', 'delete', 'deploy'] as const;
type Kind = (typeof kinds)[number];

const faults = [
	'none',
	'reset before the effect',
	'error before the effect',
	'redirect before the effect',
	'refused',
	'too busy once',
	'reset after the effect',
	'cut in the status line',
	'cut in the headers',
	'cut before the body',
	'cut in the body',
	'cut before the last byte',
	'no JSON',
	'no record',
	'error after the effect',
	'redirect after the effect',
] as const;

/** A seed as numbers from 0 to 1, one after the other. */
function dice(seed: number): () => number {
	let state = seed * 2_654_435_761;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
		return state / 2 ** 32;
	};
}

const startedAt = Date.now();
const clock: Clock = {
	now: () => Math.round(startedAt + (performance.now() - began) * speed),
	after(delayMs, then) {
		const timer = setTimeout(then, Math.min(delayMs / speed, 2 ** 31 - 1));
		return () => clearTimeout(timer);
	},
};

const began = performance.now();

/** One service of one run. */
class World {
	effects = 0;
	/** When the effect may be read. */
	visibleAt = Number.POSITIVE_INFINITY;
	readonly roll: () => number;
	readonly fault: (typeof faults)[number];
	isFirst = true;
	onWrite = () => {};

	readonly kind: Kind;

	constructor(kind: Kind, seed: number) {
		this.kind = kind;
		this.roll = dice(seed);
		for (let warm = 0; warm < 5; warm++) this.roll();
		this.fault = faults[seed % faults.length] ?? 'none';
	}

	carryOut() {
		this.effects++;
		this.visibleAt = Math.min(this.visibleAt, clock.now() + this.roll() * lagMs);
	}

	get isVisible() {
		return clock.now() >= this.visibleAt;
	}
}

const worlds = new Map<string, World>();

const project = (world: World | undefined, name = 'docs') => ({
	...projectOnTheWire,
	id: 'p1',
	name: world?.kind === 'edit' && world.isVisible ? 'docs-two' : name,
	updated_at: world?.kind === 'edit' && world.isVisible ? '2027-01-01T00:00:00Z' : projectOnTheWire.updated_at,
});

const created = () => ({
	...projectOnTheWire,
	id: 'p2',
	name: 'brand new',
	created_at: new Date(clock.now()).toISOString(),
});

const deployment = () => ({...deploymentOnTheWire, id: 'd2', project_id: 'p1', conclusion: null, concluded_at: null});

function read(world: World, path: string, response: ServerResponse) {
	const answer = (status: number, body: object) => {
		response.writeHead(status, {'content-type': 'application/json', date: new Date(clock.now()).toUTCString()});
		response.end(JSON.stringify({...body, request_id: 'r'}));
	};
	if (world.roll() < 0.1) return response.destroy();
	if (path === '/v1/projects') {
		const isGone = world.kind === 'delete' && world.isVisible;
		const added = world.kind === 'create' && world.isVisible ? [created()] : [];
		return answer(200, {projects: [...(isGone ? [] : [project(world)]), ...added], next_cursor: null});
	}

	if (path.endsWith('/deployments')) {
		const begun = world.kind === 'deploy' && world.isVisible ? [deployment()] : [];
		return answer(200, {deployments: [...begun, {...deploymentOnTheWire, id: 'd1', project_id: 'p1'}]});
	}

	if (path.includes('/deployments/')) return answer(200, deployment());
	if (path.startsWith('/v1/projects/p2')) return answer(200, created());
	if (world.kind === 'delete' && world.isVisible) return answer(404, {error: {message: 'gone'}});
	return answer(200, project(world));
}

function write(world: World, request: IncomingMessage, response: ServerResponse) {
	const {socket} = request;
	const isFirst = world.isFirst;
	world.isFirst = false;
	const fault = isFirst ? world.fault : 'none';
	const good = (() => {
		if (world.kind === 'create') return JSON.stringify(created());
		if (world.kind === 'deploy') return JSON.stringify(deployment());
		return world.kind === 'delete' ? '' : JSON.stringify({...project(world), name: 'docs-two'});
	})();
	const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(good)}\r\nconnection: close\r\n\r\n`;
	const raw = (text: string) => {
		socket.write(text, () => socket.destroy());
	};
	const answer = (status: number, body: string, more: Record<string, string> = {}) => {
		response.writeHead(status, {'content-type': 'application/json', ...more});
		response.end(body);
	};

	if (fault === 'reset before the effect') return socket.resetAndDestroy();
	if (fault === 'error before the effect') return answer(500, '{}');
	if (fault === 'redirect before the effect') return answer(302, '', {location: '/elsewhere'});
	if (fault === 'refused') return answer(422, '{"error":{"message":"no"}}');
	if (fault === 'too busy once') return answer(429, '{}', {'retry-after': '1'});
	world.carryOut();
	world.onWrite();
	const cutAt = (share: number) => raw((head + good).slice(0, Math.max(1, Math.floor(share))));
	switch (fault) {
		case 'none':
			return answer(200, good);
		case 'reset after the effect':
			return socket.resetAndDestroy();
		case 'cut in the status line':
			return cutAt(1 + world.roll() * 14);
		case 'cut in the headers':
			return cutAt(18 + world.roll() * (head.length - 24));
		case 'cut before the body':
			return cutAt(good === '' ? head.length - 2 : head.length);
		case 'cut in the body':
			return cutAt(good === '' ? head.length - 1 : head.length + 1 + world.roll() * (good.length - 2));
		case 'cut before the last byte':
			return cutAt(head.length + good.length - 1);
		case 'no JSON':
			return answer(200, '<html>');
		case 'no record':
			return answer(200, '{"id":5}');
		case 'error after the effect':
			return answer(503, '{}');
		default:
			return answer(307, '', {location: '/elsewhere'});
	}
}

const server = createServer((request, response) => {
	request.resume();
	request.on('end', () => {
		const [, run = '', ...rest] = (request.url ?? '').split('/');
		const world = worlds.get(run);
		const path = `/${rest.join('/')}`.replace(/\?.*/, '');
		if (!world) return response.destroy();
		return request.method === 'GET' ? read(world, path, response) : write(world, request, response);
	});
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
const directory = mkdtempSync(join(tmpdir(), 'landfall-writes-'));

const pause = () => new Promise(resolve => setTimeout(resolve, 3));

/** Starts landfall on the service of one run. */
async function start(name: string) {
	const kept = openJournal({path: join(directory, `${name}.sqlite`), now: clock.now});
	const nowhere = openJournal({path: undefined, now: clock.now});
	let isDead = false;
	const death = new AbortController();
	// A process that was killed writes nothing any more, whatever it was about to do.
	const journal = new Proxy(kept, {
		get: (from, key: keyof typeof kept) => (isDead ? nowhere[key] : from[key]),
	});
	const carry = createHttpTransport({clock});
	const transport: Transport = (request, signal) => carry(request, AbortSignal.any([signal, death.signal]));
	const baseUrl = `http://127.0.0.1:${port}/${name}`;
	const session = startSession({
		journalOf: () => journal,
		newId: () => crypto.randomUUID(),
		clock,
		size: {columns: 80, rows: 24},
		requestsPerMinute: 60,
		preferences: noPreferences,
		profiles: [],
		access: onCall => ({
			async enterDemo() {
				const client = createClient({transport, baseUrl, apiKey: 'a-key-for-the-bench', clock, onCall});
				return {client, name: plain`x`, host: plain`x`, baseUrl, isReadOnly: false};
			},
			enterProfile: () => Promise.reject(new Error('there are none')),
			enterAddress: async () => 'no key',
			enterLogin: () => ({denial: {sentence: plain`No.`, field: undefined}}),
			keep: async () => plain`No.`,
		}),
	});
	await session.actions.enterDemo();
	return {
		session,
		journal,
		end() {
			kept.close();
			isDead = true;
			session.stop();
			death.abort();
		},
	};
}

async function until(isThere: () => boolean, what: string) {
	const end = performance.now() + 20_000;
	while (!isThere()) {
		if (performance.now() > end) throw new Error(`waited for ${what}`);
		await pause();
	}
}

/** Does what a person does, up to the key that sends it. Gives whether there is anything to send. */
async function send({store, actions}: Session, kind: Kind) {
	await until(() => store.get().projects.list.pages.length > 0, 'the list');
	const listed = store.get().projects.list.pages[0]?.rows?.find(({id}) => id === 'p1');
	if (!listed) throw new Error('there is no project');
	const at = clock.now();
	const insert = (text: string) => store.dispatch({type: 'text-edited', edit: {kind: 'insert', text}, at});
	const question = {
		projectId: 'p1',
		title: plain`docs`,
		labels: ['docs'],
		isSending: false,
		writeId: undefined,
		problem: undefined,
	};
	switch (kind) {
		case 'create':
			store.dispatch({type: 'create-opened'});
			insert('brand new');
			return actions.createProject();
		case 'edit':
			store.dispatch({type: 'edit-opened', project: listed, at});
			insert('-two');
			return actions.saveProject();
		case 'delete':
			store.dispatch({type: 'dialog-opened', dialog: {name: 'delete', typed: 'docs', ...question}});
			return actions.deleteProject();
		case 'deploy':
			actions.askToDeploy(question);
			return actions.deploy();
	}
}

/** Whether what was typed is still there: in the form that is open, or kept for the next time. */
function hasDraft({store}: Session, kind: Kind): boolean {
	const state = store.get();
	const screen = currentScreen(state);
	const typed = 'form' in screen ? Object.values(screen.form.values) : [];
	if (kind === 'create') return typed.includes('brand new') || state.writes.drafts.create === 'brand new';
	return kind !== 'edit' || typed.includes('docs-two') || state.writes.drafts.edits.get('p1')?.name === 'docs-two';
}

type Result = {doubled: number; unreported: number; draftsLost: number; told: string};

async function one(kind: Kind, seed: number): Promise<Result> {
	const name = `${kind}${seed}`;
	const world = new World(kind, seed);
	worlds.set(name, world);
	const isKilled = seed % 2 === 1;
	let app = await start(name);
	let isDone = false;
	const onDone = () => {
		const {store} = app.session;
		const done = new Set(['project-created', 'project-saved', 'project-deleted', 'deployment-triggered']);
		store.subscribe(event => {
			if (done.has(event.type)) isDone = true;
		});
	};
	onDone();
	const {promise: written, resolve: onWrite} = Promise.withResolvers<void>();
	world.onWrite = onWrite;
	const sent = send(app.session, kind);
	if (isKilled) {
		// Somewhere between the first byte and the last thing that landfall would do about the answer.
		await Promise.race([written, sent]);
		await new Promise(resolve => setTimeout(resolve, world.roll() * 4));
		app.end();
		app = await start(name);
		onDone();
		const {store: again} = app.session;
		await until(
			() => again.get().projects.list.pages.length > 0 || again.get().interface.screens.length > 1,
			'the list again',
		);
		await new Promise(resolve => setTimeout(resolve, 30));
	} else await sent;

	const {store, actions} = app.session;
	const isSettled = () => [...store.get().writes.lost.values()].every(({finding}) => finding !== undefined);
	await until(isSettled, 'what became of it');
	let [loss] = store.get().writes.lost.values();
	if (loss?.finding?.kind === 'absent') {
		await actions.sendAgain(loss.intended.id);
		await until(isSettled, 'what became of it again');
		[loss] = store.get().writes.lost.values();
	}

	const isSaid = isDone || loss?.finding?.kind === 'unclear';
	const answered = new Set(['added', 'saved', 'deleted', 'deployed', 'not accepted']);
	const wasKilledAfterAnswer =
		isKilled && !loss && !isDone && app.journal.recent(20).some(entry => answered.has(entry.kind));
	// Killed before the first byte: nothing was sent, and what was typed is a draft.
	const _wasNotSent = isKilled && !loss && !isDone && world.effects === 0;
	const result = {
		doubled: world.effects > 1 ? 1 : 0,
		// Whoever was answered before the process died finds it in the journal.
		unreported: world.effects > 0 && !isSaid && !wasKilledAfterAnswer ? 1 : 0,
		draftsLost: !isDone && !wasKilledAfterAnswer && !hasDraft(app.session, kind) ? 1 : 0,
		told: isDone
			? 'done or confirmed'
			: loss
				? `not clear: ${loss.finding?.kind}`
				: wasKilledAfterAnswer
					? 'answered before the kill'
					: 'refused',
	};
	app.end();
	worlds.delete(name);
	return result;
}

let isBad = false;
for (const kind of kinds) {
	const total = {doubled: 0, unreported: 0, draftsLost: 0};
	const told = new Map<string, number>();
	let next = 1;
	await Promise.all(
		Array.from({length: atOnce}, async () => {
			while (next <= runs) {
				const seed = next++;
				const result = await one(kind, seed);
				total.doubled += result.doubled;
				total.unreported += result.unreported;
				total.draftsLost += result.draftsLost;
				told.set(result.told, (told.get(result.told) ?? 0) + 1);
				if (result.doubled + result.unreported + result.draftsLost > 0) {
					console.log(`  ${kind}, seed ${seed}: ${faults[seed % faults.length]}, ${JSON.stringify(result)}`);
				}
			}
		}),
	);
	isBad ||= total.doubled + total.unreported + total.draftsLost > 0;
	console.log(
		`${kind}: ${runs} runs, doubled ${total.doubled}, unreported ${total.unreported}, drafts lost ${total.draftsLost}`,
	);
	for (const [what, count] of told) console.log(`    ${what}: ${count}`);
}

rmSync(directory, {recursive: true, force: true});
process.exit(isBad ? 1 : 0);
