import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Deployment, listLimit} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {isComplete, newestFirst} from '../../src/model/deployment-table.ts';
import {recordAt} from '../../src/model/read-request.ts';
import {createDice} from '../../src/sandbox/random.ts';
import {deploymentsOf} from '../../src/state/deployments.ts';
import type {AnswerFact} from '../../src/state/facts.ts';
import {withProjectRecalled} from '../../src/state/journal-recall.ts';
import {openProject} from '../../src/state/navigation.ts';
import {changed, learned} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {answered} from '../kit/fixtures/facts.ts';
import {connected} from '../kit/fixtures/moment.ts';
import {deployment, project} from '../present/records.ts';

const setup = fc.record({
	order: fc.constantFrom('newest first', 'oldest first', 'shuffled'),
	dateStepMs: fc.constantFrom(1, 1, 7, 1e9),
	undatedEvery: fc.constantFrom(0, 0, 3),
	isLimitIgnored: fc.constantFrom(false, false, true),
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
	{weight: 1, arbitrary: fc.record({do: fc.constant('wait' as const), ms: fc.constantFrom(1000, 70_000)})},
);

type Setup = typeof setup extends fc.Arbitrary<infer Options> ? Options : never;

/** Creation dates are rounded down to a step, so that some are equal, and every nth one is missing. */
function createOrderedService({order, dateStepMs, undatedEvery, isLimitIgnored, count, seed}: Setup) {
	let createdCount = 0;
	const roll = createDice(seed, 'order');
	let all: readonly Deployment[] = [];
	const create = (at: number, isConcluded: boolean) => {
		createdCount++;
		const isUndated = undatedEvery > 0 && createdCount % undatedEvery === 0;
		const createdAt = isUndated ? undefined : Math.floor(at / dateStepMs) * dateStepMs;
		const conclusion = isConcluded ? {concludedAt: at} : {conclusion: undefined, concludedAt: undefined};
		all = [...all, deployment({id: `d${createdCount}`, createdAt, ...conclusion})];
	};
	for (let at = 0; at < count; at++) create(at, true);
	const dateOf = ({createdAt = -1}: Deployment) => createdAt;
	const ordered = () => {
		const ranked = all.map(one => ({one, rank: roll()})).sort((a, b) => a.rank - b.rank);
		const rows = ranked.map(({one}) => one);
		if (order !== 'shuffled') rows.sort((a, b) => dateOf(b) - dateOf(a));
		return order === 'oldest first' ? rows.reverse() : rows;
	};
	return {
		create,
		find: (id: string | undefined) => all.find(one => one.id === id),
		get: (index: number) => all[index % all.length],
		remove(index: number) {
			all = all.filter((_, at) => at !== index % all.length);
		},
		conclude(index: number, at: number) {
			const target = all[index % all.length];
			if (target?.concludedAt !== undefined) return;
			const concluded = {conclusion: serviceText('success'), concludedAt: at};
			all = all.map(one => (one === target ? {...one, ...concluded} : one));
		},
		list(limit: number) {
			const deployments = ordered().slice(0, isLimitIgnored ? undefined : limit);
			return {deployments, requestId: undefined, unreadable: 0};
		},
	};
}

const projectId = 'prj_1';

type Answer = Extract<AnswerFact, {type: 'deployments-read' | 'deployment-read'}>;
type Pending = {readonly key: string; readonly answer: () => Answer | undefined};

function simulateScreen(options: Setup) {
	const service = createOrderedService(options);
	let at = 1_000_000;
	let state = openProject(connected(), project({id: projectId}), at);
	const sent = new Set<Deployment>();
	const pending: Pending[] = [];
	const list = () => deploymentsOf(state, projectId);
	/** The service computes the answer now or, if `isLate`, on delivery. */
	const ask = (key: string, isLate: boolean, answer: (readAt: number) => Answer | undefined) => {
		if (pending.some(other => other.key === key)) return;
		const readAt = ++at;
		const now = isLate ? undefined : answer(readAt);
		pending.push({key, answer: isLate ? () => answer(readAt) : () => now});
	};
	const receive = (fact: Answer | undefined) => {
		if (!fact) return;
		const received = fact.type === 'deployments-read' ? fact.answer.deployments : [fact.answer];
		state = learned(state, {...fact, at: ++at});
		for (const one of received) sent.add(one);
	};
	return {
		service,
		list,
		sent,
		now: () => ++at,
		wait(ms: number) {
			at += ms;
		},
		askForAll(isLate: boolean) {
			const list = service.list(listLimit);
			ask('all', isLate, readAt =>
				listRead(projectId, (isLate ? service.list(listLimit) : list).deployments, readAt, at),
			);
			return list;
		},
		askForOne(which: number) {
			const {rows} = list();
			const found = service.find(rows[which % Math.max(1, rows.length)]?.deployment.id);
			if (!found) return;
			const read = recordAt(projectId, found.id);
			ask(found.id, false, readAt => answered(read, found, readAt, at) as Answer);
		},
		answer(which: number) {
			const [next] = pending.splice(which % Math.max(1, pending.length), 1);
			receive(next?.answer());
		},
		answerAll() {
			for (const {answer} of pending.splice(0)) receive(answer());
		},
		recall(seenAt: number) {
			const gone = deployment({id: 'before', createdAt: 5});
			const still = new Set([0, 3, 60].flatMap(index => service.get(index) ?? []));
			const project = serviceText('docs').shown;
			const observations = [gone, ...still].map(deployment => ({deployment, project, seenAt}));
			for (const one of observations) sent.add(one.deployment);
			state = changed(state, before => withProjectRecalled(before, projectId, {observations, changes: []}), at);
		},
	};
}

const runs = Number(process.env.LANDFALL_TRUE_LISTS_RUNS ?? 200);

test('deployments shown as gone are gone, and the list ends as the service has it', {tags: ['fault-88']}, () => {
	fc.assert(
		fc.property(setup, fc.array(step, {minLength: 5, maxLength: 50}), fc.boolean(), (setup, steps, isRecalled) => {
			const screen = simulateScreen(setup);
			const {service} = screen;
			if (isRecalled) screen.recall(900_000);
			for (const one of steps) {
				const at = screen.now();
				if (one.do === 'ask') screen.askForAll(one.isLate);
				if (one.do === 'ask for one') screen.askForOne(one.which);
				if (one.do === 'answer') screen.answer(one.which);
				if (one.do === 'create') service.create(at, one.isOver);
				if (one.do === 'remove') service.remove(one.which);
				if (one.do === 'conclude') service.conclude(one.which, at);
				if (one.do === 'wait') screen.wait(one.ms);

				const rows = screen.list().rows;
				for (const row of rows) expect(screen.sent.has(row.deployment)).toBe(true);
				for (const row of rows) if (row.isGone) expect(service.find(row.deployment.id)).toBeUndefined();
				expect(rows.toSorted(newestFirst)).toEqual(rows);
				expect(new Set(rows.map(row => row.deployment.id)).size).toBe(rows.length);
			}

			// After all answers, the list is as the service last sent it.
			screen.answerAll();
			screen.now();
			const last = screen.askForAll(false);
			screen.answerAll();
			if (!last || !isComplete(last)) return;
			const listed = screen.list().rows.filter(({asOf}) => asOf === undefined);
			const shown = last.deployments.map(each => ({deployment: each})).sort(newestFirst);
			expect(listed.map(row => row.deployment)).toEqual(shown.map(row => row.deployment));
		}),
		{numRuns: runs},
	);
});
