import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../../src/api/types.ts';
import {isComplete, listLimit} from '../../../src/store/model/deployments/list-evidence.ts';
import {deploymentRows, newestFirst} from '../../../src/store/model/deployments/project-deployments.ts';
import {moveBy} from '../../../src/store/reducers/movement.ts';
import {type Event, reduce} from '../../../src/store/reducers/reduce.ts';
import {deploymentsOf} from '../../../src/store/state/deployments/known-deployment.ts';
import {currentScreen, initialState, type State} from '../../../src/store/state/state.ts';
import {serviceText} from '../../../src/text.ts';
import {changed} from '../../kit/fixtures/changed.ts';
import {testConnection as connection} from '../../kit/fixtures/connection.ts';
import {deploymentsArrived} from '../../kit/fixtures/deployment-reads.ts';
import {createOrderedService, type Order, type OrderedServiceOptions} from '../../kit/services/ordered-service.ts';
import {deployment, project} from '../../present/records.ts';

const setup = fc.record({
	order: fc.constantFrom<Order>('newest first', 'oldest first', 'shuffled'),
	dateStepMs: fc.constantFrom(1, 1, 7, 1e9),
	undatedEvery: fc.constantFrom(0, 0, 3),
	limit: fc.constantFrom('respected' as const, 'respected' as const, 'ignored' as const, 'always 50' as const),
	count: fc.constantFrom(0, 1, 3, 12, 35, 49, 50, 51, 98, 100, 130),
	seed: fc.nat(2 ** 30),
});

const step = fc.oneof(
	{weight: 6, arbitrary: fc.record({do: fc.constant('ask' as const), isLate: fc.boolean()})},
	{weight: 6, arbitrary: fc.record({do: fc.constant('answer' as const), which: fc.nat(3)})},
	{weight: 3, arbitrary: fc.record({do: fc.constant('create' as const), isOver: fc.boolean()})},
	{weight: 2, arbitrary: fc.record({do: fc.constant('remove' as const), which: fc.nat(200)})},
	{weight: 2, arbitrary: fc.record({do: fc.constant('conclude' as const), which: fc.nat(200)})},
	{weight: 1, arbitrary: fc.record({do: fc.constant('ask for one' as const), which: fc.nat(200)})},
	{weight: 2, arbitrary: fc.record({do: fc.constant('move' as const), by: fc.integer({min: -60, max: 60})})},
	{weight: 1, arbitrary: fc.record({do: fc.constant('wait' as const), ms: fc.constantFrom(1000, 70_000)})},
);

const projectId = 'prj_1';

type Pending = {readonly key: string; readonly event: () => Event};

/** Simulates the deployments screen of a project on an ordered service. */
function simulateScreen(options: OrderedServiceOptions) {
	const service = createOrderedService(options);
	let at = 1_000_000;
	const opened: Event = {type: 'project-opened', project: project({id: projectId}), at};
	let state: State = reduce(initialState({columns: 80, rows: 16}, []), {type: 'connected', connection});
	state = reduce(state, opened);
	const known = new Set<string>();
	/** Every deployment that the service has sent, as it was then. */
	const sent = new Set<Deployment>();
	const concluded: string[] = [];
	let firstAskedAt = Number.POSITIVE_INFINITY;
	const pending: Pending[] = [];
	const list = () => deploymentsOf(state, projectId);
	/** Sends a request. The service computes the response now or, if `isLate`, on delivery. */
	const ask = (key: string, isLate: boolean, answer: (askedAt: number) => Event | undefined) => {
		if (pending.some(other => other.key === key)) return;
		const askedAt = ++at;
		const now = isLate ? undefined : answer(askedAt);
		const event = isLate ? () => answer(askedAt) : () => now;
		pending.push({key, event: event as () => Event});
	};
	const receive = (event: Event | undefined) => {
		if (!event) return;
		const before = state;
		const unknown = new Set<string>();
		const ids = 'list' in event ? event.list.deployments.map(({id}) => id) : [];
		for (const id of ids) if (!known.has(id)) unknown.add(id);
		state = reduce(state, {...event, at: ++at} as Event);
		if (state.deployments.changes !== before.deployments.changes)
			concluded.push(...state.deployments.changes.conclusions.map(one => one.deployment.id));
		const screen = currentScreen(state);
		const earlier = currentScreen(before);
		const newAbove = 'position' in screen ? screen.position.newAbove : [];
		const newBefore = new Set('position' in earlier ? earlier.position.newAbove : []);
		for (const id of newAbove) if (!newBefore.has(id)) expect([...unknown]).toContain(id);
		for (const id of ids) known.add(id);
		if ('list' in event) for (const one of event.list.deployments) sent.add(one);
		if ('deployment' in event) sent.add(event.deployment as Deployment);
	};
	return {
		service,
		list,
		concluded,
		sent,
		state: () => state,
		firstAskedAt: () => firstAskedAt,
		now: () => ++at,
		wait(ms: number) {
			at += ms;
		},
		move(by: number) {
			state = changed(state, current => moveBy(current, by));
		},
		askForAll(isLate: boolean) {
			firstAskedAt = Math.min(firstAskedAt, at);
			const list = service.list(listLimit);
			ask('all', isLate, askedAt =>
				deploymentsArrived(projectId, (isLate ? service.list(listLimit) : list).deployments, {askedAt, at}),
			);
			return list;
		},
		askForOne(which: number) {
			const rows = deploymentRows(list());
			const id = rows[which % Math.max(1, rows.length)]?.deployment.id;
			if (id === undefined || !service.has(id)) return;
			const request = {connectionId: 0, kind: 'deployment' as const, projectId, deploymentId: id};
			const found = Array.from({length: 400}, (_, at) => service.get(at)).find(one => one?.id === id);
			if (found) ask(id, false, askedAt => ({type: 'deployment-arrived', request, deployment: found, askedAt, at}));
		},
		answer(which: number) {
			const [next] = pending.splice(which % Math.max(1, pending.length), 1);
			receive(next?.event());
		},
		answerAll() {
			for (const {event} of pending.splice(0)) receive(event());
		},
		recall(seenAt: number) {
			const gone = deployment({id: 'before', createdAt: 5});
			const still = [0, 3, 60].flatMap(index => service.get(index) ?? []);
			const observations = [gone, ...still].map(deployment => ({
				deployment,
				project: serviceText('docs').shown,
				seenAt,
			}));
			for (const {
				deployment: {id},
			} of observations)
				known.add(id);
			for (const one of observations) sent.add(one.deployment);
			state = reduce(state, {type: 'project-recalled', projectId, snapshot: {observations, changes: []}});
		},
		new: () => {
			const screen = currentScreen(state);
			return 'position' in screen ? screen.position.newAbove : [];
		},
	};
}

const runs = Number(process.env.LANDFALL_TRUE_LISTS_RUNS ?? 400);

test('whatever the order of the service, deployments shown as new are new, and those shown as gone are gone', {
	tags: ['fault-88'],
}, () => {
	fc.assert(
		fc.property(setup, fc.array(step, {minLength: 5, maxLength: 50}), fc.boolean(), (setup, steps, isRecalled) => {
			const screen = simulateScreen(setup);
			const {service} = screen;
			const concludedAt = new Map<string, number>();
			if (isRecalled) screen.recall(900_000);
			for (const one of steps) {
				const at = screen.now();
				if (one.do === 'ask') screen.askForAll(one.isLate);
				if (one.do === 'ask for one') screen.askForOne(one.which);
				if (one.do === 'answer') screen.answer(one.which);
				if (one.do === 'create') service.create(at, one.isOver);
				if (one.do === 'remove') service.remove(one.which);
				if (one.do === 'conclude') service.conclude(one.which, at);
				if (one.do === 'move') screen.move(one.by);
				if (one.do === 'wait') screen.wait(one.ms);

				const rows = deploymentRows(screen.list());
				for (const row of rows) expect(screen.sent.has(row.deployment)).toBe(true);
				for (const row of rows) if (row.isGone) expect(service.has(row.deployment.id)).toBe(false);
				expect(rows.toSorted(newestFirst)).toEqual(rows);
				expect(new Set(rows.map(row => row.deployment.id)).size).toBe(rows.length);
				const current = currentScreen(screen.state());
				const top = 'position' in current ? current.position.top : 0;
				const indexes = screen.new().map(id => rows.findIndex(row => row.deployment.id === id));
				for (const index of indexes) expect(index >= 0 && index < top).toBe(true);
				for (let index = 0; index < 400; index++) {
					const found = service.get(index);
					if (found?.concludedAt !== undefined) concludedAt.set(found.id, found.concludedAt);
				}

				// If the newest deployment was removed, an overtaken response may seem to contain newer ones.
				if (steps.some(other => other.do === 'remove')) continue;
				for (const id of screen.concluded) expect(concludedAt.get(id)).toBeGreaterThanOrEqual(screen.firstAskedAt());
			}

			// Once it is quiet, the list shows what the service last listed.
			screen.answerAll();
			screen.now();
			const last = screen.askForAll(false);
			screen.answerAll();
			if (!last || !isComplete(last)) return;
			const listed = deploymentRows(screen.list()).filter(({asOf}) => asOf === undefined);
			expect(listed.map(row => row.deployment)).toEqual(
				last.deployments
					.map(deployment => ({deployment}))
					.sort(newestFirst)
					.map(row => row.deployment),
			);
		}),
		{numRuns: runs},
	);
});

test('if the service keeps its order, deployments added above the viewport are shown as new, and removed ones as gone', {
	tags: ['fault-88'],
}, () => {
	fc.assert(
		fc.property(
			fc.constantFrom<Order>('newest first', 'oldest first', 'shuffled'),
			fc.integer({min: 20, max: 130}),
			fc.nat(2 ** 30),
			fc.nat(18),
			(order, count, seed, which) => {
				fc.pre(count !== 50 && count !== 51 && (order === 'newest first' || count < 95));
				const screen = simulateScreen({order, dateStepMs: 1, undatedEvery: 0, limit: 'respected', count, seed});
				const read = () => {
					screen.wait(70_000);
					screen.askForAll(false);
					screen.answer(0);
				};
				read();
				screen.move(60);
				const index = count - 1 - which;
				const removed = screen.service.get(index)?.id;
				screen.service.remove(index);
				read();
				const gone = deploymentRows(screen.list())
					.filter(row => row.isGone)
					.map(row => row.deployment.id);
				expect(gone).toEqual([removed]);
				screen.service.create(screen.now(), false);
				read();
				expect(screen.new()).toEqual([`d${count + 1}`]);
			},
		),
		{numRuns: 100},
	);
});
