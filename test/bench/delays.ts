/*
How long it takes until what happens at the service stands on the screen: in the built-in service's busy world, with 3,000 projects and somebody deploying all the time.

	npm run delays                    10 minutes of simulated time
	npm run delays -- --real          the same by the clock on the wall
	npm run delays -- --minutes 3 --watched 12

The truth is looked up past landfall, ten times a second. A state counts as never true if a deployment is shown in it and it was not the truth at any moment since it was asked for.
*/
import {parseArgs} from 'node:util';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/transport/in-process.ts';
import {type Clock, createSystemClock} from '../../src/clock.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {startSession} from '../../src/store/session.ts';
import {shownBoard} from '../../src/store/state/deployments/board-rows.ts';
import {plain} from '../../src/text.ts';
import {noPreferences} from '../kit/app/preferences.ts';
import {createTestProfiles} from '../kit/app/session.ts';
import {createTestClock, settled} from '../kit/fixtures/clock.ts';
import {at, createStaleSamples, type Look, seconds, staleLines} from './stale-samples.ts';

const {values} = parseArgs({
	options: {
		real: {type: 'boolean', default: false},
		minutes: {type: 'string', default: '10'},
		watched: {type: 'string', default: '6'},
	},
});

const minutes = Number(values.minutes);
const stepMs = 100;
const budget = 60;
const latencyMs = 40;
const projects = 3000;

/** Others work on this many of the newest projects. */
const inWork = 48;
const watched = Number(values.watched);

const test = createTestClock(Date.now());
const clock: Clock = values.real ? createSystemClock() : test;
const step = async () => {
	if (values.real) await new Promise<void>(resolve => clock.after(stepMs, resolve));
	else await test.advance(stepMs);
};

type Kind = 'new' | 'state' | 'conclusion';

type OnTheWire = Readonly<Record<string, string | null>>;

const wordOf = ({status, conclusion}: OnTheWire) => conclusion ?? status ?? '';

/** Runs landfall on a world of its own while `act` is called ten times a second. Gives delays in milliseconds by what was delayed, and what was wrong. */
async function run(isBoard: boolean) {
	const apiKey = 'a-key-for-the-bench';
	const sandbox = createSandbox({clock, apiKey, world: 'busy', projects, seed: 4});
	let calls = 0;
	let started = 0;
	/** When the last request was sent, and the longest time without one. */
	let arrivedAt: number | undefined;
	let maxPause = 0;
	const journal = openJournal({path: undefined, now: clock.now});
	const session = startSession({
		clock,
		journalOf: () => journal,
		newId: () => crypto.randomUUID(),
		size: {columns: 120, rows: 40},
		requestsPerMinute: budget,
		preferences: noPreferences,
		profiles: [],
		access: onRequestEnd => ({
			async enterDemo() {
				const transport = createInProcessTransport(
					request => {
						calls++;
						if (arrivedAt !== undefined && started > 0) maxPause = Math.max(maxPause, clock.now() - arrivedAt);
						arrivedAt = clock.now();
						return sandbox.handle(request);
					},
					{clock, latencyMs},
				);
				const baseUrl = 'http://demo.invalid';
				return {
					client: createClient({transport, baseUrl, apiKey, clock, onRequestEnd}),
					name: plain`demo`,
					host: plain`built-in service`,
					baseUrl,
					isReadOnly: false,
				};
			},
			enterProfile: () => Promise.reject(new Error('there are no profiles')),
			enterAddress: async () => 'no key',
			enterLogin: () => ({denial: {sentence: plain`No.`, field: undefined}}),
			keep: async () => plain`No.`,
			profiles: createTestProfiles([]),
		}),
	});
	const {store, actions} = session;
	const ask = (method: 'GET' | 'POST', target: string) =>
		JSON.parse(
			sandbox.handle({
				method,
				target,
				headers: new Map([
					['authorization', `Bearer ${apiKey}`],
					['content-type', 'application/json'],
				]),
				body: method === 'POST' ? '{}' : '',
			}).body,
		);
	const active: ReadonlyArray<OnTheWire> = ask('GET', `/v1/projects?limit=${inWork}`).projects;
	const ids = active.map(({id}) => String(id));
	const mine = new Set(isBoard ? ids.filter((_, index) => index % (inWork / watched) === 0) : ids.slice(0, 1));
	const looked = isBoard ? ids : ids.slice(0, 1);

	await actions.enterDemo();
	await settled();
	if (isBoard) {
		store.dispatch({type: 'watch-opened'});
		for (const projectId of mine) {
			const watch = {projectId, deploymentId: undefined, project: plain`x`, isMine: false};
			store.dispatch({type: 'watch-toggled', watch, at: clock.now()});
		}
	} else {
		const {position} = store.get().projects;
		for (let turn = 0; turn < 30 && position.id === undefined; turn++) await step();
	}

	const truth = new Map<string, Look[]>();
	/** When a deployment was over. */
	const overAt = new Map<string, number>();
	const shown = new Map<string, string[]>();
	const ended = new Set<string>();
	const delays = new Map<string, number[]>();
	let neverTrue = 0;
	const before = new Set<string>();

	const look = () => {
		for (const projectId of looked) {
			const {deployments}: {deployments: readonly OnTheWire[]} = ask(
				'GET',
				`/v1/projects/${projectId}/deployments?limit=5`,
			);
			for (const record of deployments) {
				const id = String(record.id);
				const word = wordOf(record);
				const known = truth.get(id);
				if (record.conclusion !== null && !overAt.has(id)) overAt.set(id, clock.now());
				if (!known) truth.set(id, [{word, at: clock.now()}]);
				else if (known.at(-1)?.word !== word) known.push({word, at: clock.now()});
			}
		}
	};

	look();
	for (const id of truth.keys()) before.add(id);
	started = clock.now();

	const note = (projectId: string, id: string, word: string, isOver: boolean) => {
		const words = shown.get(id) ?? [];
		if (words.at(-1) === word) return;
		shown.set(id, [...words, word]);
		if (!looked.includes(projectId)) return;
		look();
		const history = truth.get(id) ?? [];
		const since = history.findLast(({word: known}) => known === word);
		if (!since) {
			neverTrue++;
			return;
		}

		if (isOver) ended.add(id);
		// What was there before is no delay.
		if (before.has(id) && words.length === 0) return;
		const kind: Kind = words.length === 0 ? 'new' : isOver ? 'conclusion' : 'state';
		const who = isBoard ? (mine.has(projectId) ? 'watched project' : 'anywhere, on the board') : 'followed';
		const key = `${who}: ${kind}`;
		const from = kind === 'new' ? (history[0]?.at ?? since.at) : since.at;
		delays.set(key, [...(delays.get(key) ?? []), clock.now() - from]);
	};

	store.subscribe(() => {
		const state = store.get();
		for (const {deployment} of shownBoard(state).rows) {
			if (!deployment) continue;
			const {projectId, id, conclusion, status} = deployment;
			note(projectId, id, (conclusion ?? status)?.exact ?? '', conclusion !== undefined);
		}
	});

	const samples = createStaleSamples({store, clock, truth, overAt, mine, before});
	let nextDeploy = 0;
	const until = started + minutes * 60_000;
	const perMinute: number[] = [];
	let minuteAt = started;
	let callsAt = calls;
	while (clock.now() < until) {
		await step();
		look();
		samples.take();
		if (clock.now() - minuteAt >= 60_000) {
			perMinute.push(calls - callsAt);
			[minuteAt, callsAt] = [clock.now(), calls];
		}

		if (isBoard || clock.now() < nextDeploy) continue;
		nextDeploy = clock.now() + 90_000;
		const [projectId = ''] = mine;
		actions.askToDeploy({
			projectId,
			title: plain`x`,
			labels: ['x'],
			isSending: false,
			writeId: undefined,
			problem: undefined,
		});
		void actions.deploy();
	}

	const owned = [...truth].filter(([id]) => !before.has(id));
	const over = new Map(
		[...mine].flatMap(projectId =>
			(ask('GET', `/v1/projects/${projectId}/deployments?limit=20`).deployments as readonly OnTheWire[])
				.filter(({conclusion, concluded_at}) => {
					const at = Date.parse(String(concluded_at));
					return conclusion !== null && at > started && at < until - 30_000;
				})
				.map(({id}) => [String(id), projectId] as const),
		),
	);
	const missed = [...over.keys()].filter(id => !ended.has(id));
	const found = owned.filter(([id]) => shown.has(id)).length;
	const seen = owned.filter(([id]) => samples.seen.has(id)).length;
	session.stop();
	sandbox.close();
	return {
		samples,
		seen,
		maxPause,
		delays,
		neverTrue,
		missed: missed.length,
		concluded: over.size,
		perMinute,
		found,
		all: owned.length,
	};
}

for (const [title, isBoard] of [
	[`the board, ${projects} projects, ${watched} of them watched`, true],
	['one deployment after the other, triggered from here and followed', false],
] as const) {
	const {samples, seen, maxPause, delays, neverTrue, missed, concluded, perMinute, found, all} = await run(isBoard);
	console.log(`\n${title}: ${minutes} ${values.real ? 'real' : 'simulated'} minutes`);
	for (const [what, all] of [...delays].sort(([a], [b]) => (a < b ? -1 : 1))) {
		const sorted = all.toSorted((a, b) => a - b);
		console.log(
			`  ${what.padEnd(36)} p50 ${seconds(at(sorted, 0.5))}  p95 ${seconds(at(sorted, 0.95))}  p99 ${seconds(at(sorted, 0.99))}  n ${sorted.length}`,
		);
	}

	for (const line of staleLines(samples)) console.log(line);
	console.log(`  seen while in progress               ${seen} of ${all}`);
	console.log(`  longest time without a request       ${seconds(maxPause)}`);
	console.log(`  states shown that were never true    ${neverTrue}`);
	console.log(`  conclusions of watched ones missed   ${missed} of ${concluded}`);
	console.log(`  deployments seen on the screen       ${found} of ${all}`);
	console.log(`  calls a minute, of ${budget}              ${perMinute.join(' ')}`);
}

process.exit(0);
