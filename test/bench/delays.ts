/*
How long it takes until what happens at the service stands on the screen: in the built-in service's busy world, with 3,000 projects and somebody deploying all the time.

	npm run delays                    10 minutes of simulated time
	npm run delays -- --real          the same by the clock on the wall
	npm run delays -- --minutes 3 --watched 12

Then the same on the board of a simulated team, as in `npm run reading`, so that the program can be compared with its simulation.

The truth is looked up past landfall, ten times a second. A state counts as never true if a deployment is shown in it and it was not the truth at any moment since it was asked for.
*/
import {parseArgs} from 'node:util';
import {createInProcessTransport} from '../../src/api/transport/in-process.ts';
import {type Clock, createSystemClock} from '../../src/clock.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {shownBoard} from '../../src/store/model/board.ts';
import {plain} from '../../src/text.ts';
import {createTestClock, settled} from '../kit/fixtures/clock.ts';
import {teams} from '../reading/team.ts';
import {openBenchSession} from './session.ts';
import {at, createStaleSamples, type Look, seconds, staleLines} from './stale-samples.ts';
import {measureTeam} from './team-on-board.ts';

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

/** How many deployments of the simulated team are in progress on average. */
const inProgress = 8;

const test = createTestClock(Date.now());
const clock: Clock = values.real ? createSystemClock() : test;
const step = async () => {
	if (values.real) await new Promise<void>(resolve => clock.after(stepMs, resolve));
	else await test.advance(stepMs);
};

type Kind = 'new' | 'state' | 'conclusion';

type OnTheWire = Readonly<Record<string, string | null>>;

const wordOf = ({status, conclusion}: OnTheWire) => conclusion ?? status ?? '';

const apiKey = 'a-key-for-the-bench';

/** Starts a session on a world of its own. Counts its requests, and measures the longest time without one from `start` on. */
function openWorld() {
	const sandbox = createSandbox({clock, apiKey, world: 'busy', projects, seed: 4});
	const traffic = {requestCount: 0, maxPauseMs: 0, isMeasured: false};
	/** When the last request was sent. */
	let arrivedAt: number | undefined;
	const transport = createInProcessTransport(
		request => {
			traffic.requestCount++;
			if (arrivedAt !== undefined && traffic.isMeasured)
				traffic.maxPauseMs = Math.max(traffic.maxPauseMs, clock.now() - arrivedAt);
			arrivedAt = clock.now();
			return sandbox.handle(request);
		},
		{clock, latencyMs},
	);
	const session = openBenchSession({clock, transport, apiKey, budget});
	/** Asks the service past landfall. */
	const ask = (target: string) =>
		JSON.parse(
			sandbox.handle({method: 'GET', target, headers: new Map([['authorization', `Bearer ${apiKey}`]]), body: ''}).body,
		);
	return {session, sandbox, traffic, ask};
}

type World = ReturnType<typeof openWorld>;

/** Connects to the service, and opens the board with watches on these projects or waits for the project list. */
async function openScreen({session: {store, actions}}: World, watches: ReadonlySet<string> | undefined) {
	await actions.enterDemo();
	await settled();
	if (watches) {
		store.dispatch({type: 'watch-opened'});
		for (const projectId of watches) {
			const watch = {projectId, deploymentId: undefined, project: plain`x`, isMine: false};
			store.dispatch({type: 'watch-toggled', watch, at: clock.now()});
		}
	} else {
		const {position} = store.get().projects;
		for (let turn = 0; turn < 30 && position.id === undefined; turn++) await step();
	}
}

type DelayOptions = {
	readonly ask: World['ask'];
	/** The projects whose deployments are looked up. */
	readonly looked: readonly string[];
	/** Returns how the user follows a project. */
	readonly following: (projectId: string) => string;
};

/** Looks up the truth past landfall, and compares what is shown with it. */
function createDelays({ask, looked, following}: DelayOptions) {
	const truth = new Map<string, Look[]>();
	/** When a deployment was over. */
	const overAt = new Map<string, number>();
	const shown = new Map<string, string[]>();
	const ended = new Set<string>();
	const delays = new Map<string, number[]>();
	const wrong = {neverTrue: 0};

	function look() {
		for (const projectId of looked) {
			const {deployments}: {deployments: readonly OnTheWire[]} = ask(`/v1/projects/${projectId}/deployments?limit=5`);
			for (const record of deployments) {
				const id = String(record.id);
				const word = wordOf(record);
				const known = truth.get(id);
				if (record.conclusion !== null && !overAt.has(id)) overAt.set(id, clock.now());
				if (!known) truth.set(id, [{word, at: clock.now()}]);
				else if (known.at(-1)?.word !== word) known.push({word, at: clock.now()});
			}
		}
	}

	look();
	/** What was there before is no delay. */
	const before = new Set(truth.keys());

	/** Notes what is shown of a deployment. */
	function note(projectId: string, id: string, word: string, isOver: boolean) {
		const words = shown.get(id) ?? [];
		if (words.at(-1) === word) return;
		shown.set(id, [...words, word]);
		if (!looked.includes(projectId)) return;
		look();
		const history = truth.get(id) ?? [];
		const since = history.findLast(({word: known}) => known === word);
		if (!since) {
			wrong.neverTrue++;
			return;
		}

		if (isOver) ended.add(id);
		if (before.has(id) && words.length === 0) return;
		const kind: Kind = words.length === 0 ? 'new' : isOver ? 'conclusion' : 'state';
		const key = `${following(projectId)}: ${kind}`;
		const from = kind === 'new' ? (history[0]?.at ?? since.at) : since.at;
		delays.set(key, [...(delays.get(key) ?? []), clock.now() - from]);
	}

	return {look, note, truth, overAt, before, shown, ended, delays, wrong};
}

/** Triggers a deployment of a project. */
function deploy({session: {actions}}: World, projectId: string) {
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

/** Runs landfall while the truth is looked up ten times a second. Gives delays in milliseconds by what was delayed, and what was wrong. */
async function run(isBoard: boolean) {
	const world = openWorld();
	const {ask, traffic} = world;
	const {store} = world.session;
	const active: ReadonlyArray<OnTheWire> = ask(`/v1/projects?limit=${inWork}`).projects;
	const ids = active.map(({id}) => String(id));
	const mine = new Set(isBoard ? ids.filter((_, index) => index % (inWork / watched) === 0) : ids.slice(0, 1));
	await openScreen(world, isBoard ? mine : undefined);
	const following = (projectId: string) =>
		isBoard ? (mine.has(projectId) ? 'watched project' : 'anywhere, on the board') : 'followed';
	const measured = createDelays({ask, looked: isBoard ? ids : ids.slice(0, 1), following});
	const {look, note, truth, overAt, before, shown, ended, delays, wrong} = measured;
	const started = clock.now();
	traffic.isMeasured = true;
	store.subscribe(() => {
		for (const {deployment} of shownBoard(store.get()).rows) {
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
	let countAt = traffic.requestCount;
	while (clock.now() < until) {
		await step();
		look();
		samples.take();
		if (clock.now() - minuteAt >= 60_000) {
			perMinute.push(traffic.requestCount - countAt);
			[minuteAt, countAt] = [clock.now(), traffic.requestCount];
		}

		if (isBoard || clock.now() < nextDeploy) continue;
		nextDeploy = clock.now() + 90_000;
		for (const projectId of mine) deploy(world, projectId);
	}

	const owned = [...truth.keys()].filter(id => !before.has(id));
	const concluded = [...mine].flatMap(projectId => concludedIn(world, projectId, started, until - 30_000));
	world.session.stop();
	world.sandbox.close();
	return {
		samples,
		seen: owned.filter(id => samples.seen.has(id)).length,
		maxPause: traffic.maxPauseMs,
		delays,
		neverTrue: wrong.neverTrue,
		missed: concluded.filter(id => !ended.has(id)).length,
		concluded: concluded.length,
		perMinute,
		found: owned.filter(id => shown.has(id)).length,
		all: owned.length,
	};
}

/** Returns the ids of a project's deployments that concluded between two times. */
const concludedIn = ({ask}: World, projectId: string, from: number, until: number): readonly string[] =>
	(ask(`/v1/projects/${projectId}/deployments?limit=20`).deployments as readonly OnTheWire[])
		.filter(({conclusion, concluded_at}) => {
			const at = Date.parse(String(concluded_at));
			return conclusion !== null && at > from && at < until;
		})
		.map(({id}) => String(id));

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
	console.log(`  requests a minute, of ${budget}           ${perMinute.join(' ')}`);
}

const team = teams.find(({name, hints}) => name === 'brief' && hints === 'begin');
if (!team) throw new Error('There is no such team.');
const rate = inProgress / team.lasts;
const figures = await measureTeam(
	{...team, rateAt: () => rate, maxRate: rate},
	{clock, step, warmUpMs: minutes * 60_000, ms: minutes * 60_000, budget},
);
console.log(`\nthe board, a simulated team of ${team.projects} projects: the same time again, after as long a start`);
for (const [place, all] of figures.stale) {
	console.log(
		`  staleness in progress, ${place.padEnd(13)} p95 ${at(all, 0.95).toFixed(1).padStart(7)} s  n ${all.length}`,
	);
}

console.log(
	`  in progress, and known               ${figures.running.toFixed(1)}, ${figures.known.toFixed(1)} on average`,
);
console.log(`  most requests in a minute, a second  ${figures.maxInMinute}, ${figures.maxInSecond}`);
console.log(`  requests                             ${[...figures.requests].map(each => each.join(' ')).join(', ')}`);
process.exit(0);
