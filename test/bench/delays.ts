import {toggleWatch} from '../../src/state/watches.ts';
/*
How long it takes until what happens at the service stands on the screen: in the built-in service's busy world, with 3,000 projects and somebody deploying all the time, in ten simulated minutes.

	npm run delays -- [--minutes 10] [--watched 6]

The truth is looked up past landfall, ten times a second. A state counts as never true if a deployment is shown in it and it was not the truth at any moment before.
*/

import {parseArgs} from 'node:util';
import {plain} from '../../src/base/text.ts';
import {shownBoard} from '../../src/model/board.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import {startTestSession, type TestSession} from '../kit/app/session.ts';
import {quantile} from './row.ts';

const {values} = parseArgs({
	options: {minutes: {type: 'string', default: '10'}, watched: {type: 'string', default: '6'}},
});

const minutes = Number(values.minutes);
const stepMs = 100;
const budget = 60;
const projects = 3000;

/** Others work on this many of the newest projects. */
const inWork = 48;
const watched = Number(values.watched);

type OnTheWire = Readonly<Record<string, string | null>>;

/** What a deployment was, and since when. */
type Look = {readonly word: string; readonly at: number};

/** Asks the service past landfall. */
function ask<Body>({sandbox, apiKey}: TestSession, target: string): Body {
	const headers = new Map([['authorization', `Bearer ${apiKey}`]]);
	return JSON.parse(sandbox.handle({method: 'GET', target, headers, body: ''}).body);
}

const deploymentsOf = (world: TestSession, projectId: string, limit: number) =>
	ask<{deployments: readonly OnTheWire[]}>(world, `/v1/projects/${projectId}/deployments?limit=${limit}`).deployments;

/** Opens the board with watches on these projects. */
function openBoard({session: {store}}: TestSession, watches: ReadonlySet<string>) {
	store.change(goToBoard);
	for (const projectId of watches) {
		const watch = {projectId, deploymentId: undefined, project: plain`x`, isMine: false};
		store.change(state => toggleWatch(state, watch));
	}
}

/** Looks up the truth about the deployments of some projects, and compares what is shown with it. */
function createDelays(world: TestSession, looked: readonly string[], followed: (projectId: string) => string) {
	const {clock} = world;
	const truth = new Map<string, Look[]>();
	const shown = new Map<string, string>();
	const ended = new Set<string>();
	const delays = new Map<string, number[]>();
	let neverTrue = 0;

	function look() {
		for (const projectId of looked) {
			for (const {id, conclusion, status} of deploymentsOf(world, projectId, 5)) {
				const known = truth.get(String(id)) ?? [];
				const word = conclusion ?? status ?? '';
				if (known.at(-1)?.word !== word) truth.set(String(id), [...known, {word, at: clock.now()}]);
			}
		}
	}

	look();
	/** What was there before is no delay. */
	const before = new Set(truth.keys());

	/** Notes what is shown of a deployment. */
	function note(projectId: string, id: string, word: string, isOver: boolean) {
		const last = shown.get(id);
		if (last === word) return;
		shown.set(id, word);
		if (!looked.includes(projectId)) return;
		look();
		const history = truth.get(id);
		// Older than those that are looked up.
		if (!history) return;
		const since = history.findLast(known => known.word === word);
		if (!since) {
			neverTrue++;
			return;
		}

		if (isOver) ended.add(id);
		if (before.has(id) && last === undefined) return;
		const kind = last === undefined ? 'new' : isOver ? 'conclusion' : 'state';
		const from = kind === 'new' ? (history[0] ?? since) : since;
		const key = `${followed(projectId)}: ${kind}`;
		delays.set(key, [...(delays.get(key) ?? []), clock.now() - from.at]);
	}

	return {
		look,
		note,
		result() {
			const begun = [...truth.keys()].filter(id => !before.has(id));
			return {delays, ended, neverTrue, all: begun.length, found: begun.filter(id => shown.has(id)).length};
		},
	};
}

const world = await startTestSession({
	world: 'busy',
	projects,
	seed: 4,
	latencyMs: 40,
	columns: 120,
	rows: 40,
	requestsPerMinute: budget,
	isInDemo: true,
});
const {clock, requests, session} = world;
const active = ask<{projects: readonly OnTheWire[]}>(world, `/v1/projects?limit=${inWork}`).projects;
const ids = active.map(({id}) => String(id));
const mine = new Set(ids.filter((_, index) => index % (inWork / watched) === 0));
const {look, note, result} = createDelays(world, ids, projectId =>
	mine.has(projectId) ? 'watched project' : 'anywhere, on the board',
);
session.store.subscribe(() => {
	for (const {deployment} of shownBoard(session.store.get()).rows) {
		if (!deployment) continue;
		const {projectId, id, conclusion, status} = deployment;
		note(projectId, id, (conclusion ?? status)?.exact ?? '', conclusion !== undefined);
	}
});

openBoard(world, mine);
await clock.advance(stepMs);
const startedAt = clock.now();
const perMinute: number[] = [];
for (let minute = 0; minute < minutes; minute++) {
	const countBefore = requests.length;
	for (let passedMs = 0; passedMs < 60_000; passedMs += stepMs) {
		await clock.advance(stepMs);
		look();
	}

	perMinute.push(requests.length - countBefore);
}

const until = clock.now() - 30_000;
const concluded = [...mine]
	.flatMap(projectId => deploymentsOf(world, projectId, 20))
	.filter(({conclusion, concluded_at}) => {
		const at = Date.parse(String(concluded_at));
		return conclusion !== null && at > startedAt && at < until;
	});
const {delays, ended, neverTrue, all, found} = result();
const missed = concluded.filter(({id}) => !ended.has(String(id))).length;
const line = (name: string, figure: string) => console.log(`  ${name.padEnd(36)} ${figure}`);
console.log(`The board, ${projects} projects, ${watched} of them watched: ${minutes} simulated minutes`);
for (const [what, times] of [...delays].sort(([a], [b]) => (a < b ? -1 : 1))) {
	const shares = [0.5, 0.95, 0.99].map(
		share => `p${share * 100} ${(quantile(times, share) / 1000).toFixed(1).padStart(7)} s`,
	);
	line(what, `${shares.join('  ')}  n ${times.length}`);
}

line('states shown that were never true', `${neverTrue}`);
line('conclusions of watched ones missed', `${missed} of ${concluded.length}`);
line('deployments seen on the screen', `${found} of ${all}`);
line(`requests a minute, of ${budget}`, perMinute.join(' '));

process.exit(0);
