import {expect, test} from 'vitest';
import type {Transport, WireAnswer} from '../../src/api/transport.ts';
import type {Clock} from '../../src/base/clock.ts';
import {plain} from '../../src/base/text.ts';
import {between, createDice} from '../../src/sandbox/random.ts';
import {openDialog} from '../../src/state/dialogs.ts';
import {openCreate, openEdit} from '../../src/state/navigation.ts';
import {currentForm} from '../../src/state/state.ts';
import {editText} from '../../src/state/text-editing.ts';
import type {Session} from '../../src/sync/session.ts';
import {startSessionOn} from '../kit/app/session.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';
import {answerOf, corruptions, lost} from './service.ts';
import {turn} from './week.ts';

const failing = (status: number, headers = {}) => answerOf({status, headers, body: '{"error":{"message":"no"}}'});

/** The first ones keep the write from taking effect. */
const faults: ReadonlyArray<(carryOut: () => ReturnType<typeof answerOf>) => WireAnswer> = [
	() => lost,
	() => ({outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false}),
	() => failing(500),
	() => failing(307, {location: '/elsewhere'}),
	() => failing(422),
	() => failing(429, {'retry-after': '1'}),
	...corruptions.map(corrupt => (carryOut: () => ReturnType<typeof answerOf>) => corrupt(carryOut())),
];

/** The first write meets a fault, and reads show its effect up to 15 s later. One read in ten fails. */
function createService(clock: Clock, seed: number) {
	const roll = createDice(seed, 'lost answers');
	const [before, after] = [createTeam({clock, projects: ['docs']}), createTeam({clock, projects: ['docs']})];
	let [effects, writes, visibleAt] = [0, 0, Number.POSITIVE_INFINITY];
	const transport: Transport = async ({method, url, body = ''}) => {
		const request = {method, target: url.pathname + url.search, headers: new Map<string, string>(), body};
		if (method === 'GET') {
			return roll() < 0.1 ? lost : answerOf((clock.now() >= visibleAt ? after : before).handle(request));
		}

		const carryOut = () => {
			effects++;
			visibleAt = Math.min(visibleAt, clock.now() + between(roll, 0, 15_000));
			return answerOf(after.handle(request));
		};
		return writes++ > 0 ? carryOut() : (faults[seed % faults.length] ?? carryOut)(carryOut);
	};
	return {transport, effects: () => effects};
}

const question = {projectId: 'docs', title: plain`docs`, labels: ['docs'], isSending: false};
const unsent = {...question, writeId: undefined, problem: undefined};

const type = ({store}: Session, text: string) =>
	store.change((state, at) => editText(state, {kind: 'insert', text}, at));

const writes: Readonly<Record<string, {typed?: string; send: (session: Session) => unknown}>> = {
	create: {
		typed: 'brand new',
		send(session) {
			session.store.change(openCreate);
			type(session, 'brand new');
			return session.actions.createProject();
		},
	},
	edit: {
		typed: 'docs-two',
		send(session) {
			const [row] = session.store.get().projects.list.rows;
			if (row) session.store.change((state, at) => openEdit(state, row, at));
			type(session, '-two');
			return session.actions.saveProject();
		},
	},
	delete: {
		send({store, actions}) {
			store.change(state => openDialog(state, {name: 'delete', typed: 'docs', ...unsent}));
			return actions.deleteProject();
		},
	},
	deploy: {
		send({actions}) {
			actions.askToDeploy(unsent);
			return actions.deploy();
		},
	},
};

const namesIn = ({store}: Session): readonly unknown[] => [
	...Object.values(currentForm(store.get())?.form.values ?? {}),
	...[...store.get().writes.drafts.values()].map(({name}) => name),
];

/** Sends an absent write again. */
async function problemsOf(kind: string, seed: number): Promise<readonly string[]> {
	const clock = createTestClock(undefined, turn);
	const {transport, effects} = createService(clock, seed);
	const session = startSessionOn({clock, transport});
	const {store, actions} = session;
	let isDone = false;
	store.subscribe((_before, _after, fact) => {
		isDone ||= fact?.type === 'write-done';
	});
	const until = async (isReached: () => boolean) => {
		for (let second = 0; second < 300 && !isReached(); second++) await clock.advance(1000);
		expect(isReached()).toBe(true);
	};
	const lossIn = () => [...store.get().writes.unconfirmed.values()][0];
	const untilKnown = async (sent: unknown) => {
		let isOver = false;
		void Promise.resolve(sent).then(() => {
			isOver = true;
		});
		await until(() => isOver && (!lossIn() || lossIn()?.finding !== undefined));
	};
	await actions.enterDemo();
	await until(() => store.get().projects.list.rows.length > 0);
	await untilKnown(writes[kind]?.send(session));
	const loss = lossIn();
	if (loss?.finding?.kind === 'absent') await untilKnown(actions.sendAgain(loss.intended.id));
	session.stop();
	const isReported = isDone || lossIn()?.finding?.kind === 'unclear';
	const typed = writes[kind]?.typed;
	return [
		...(effects() > 1 ? ['carried out twice'] : []),
		...(effects() > 0 && !isReported ? ['carried out, but neither reported nor called unclear'] : []),
		...(isDone || typed === undefined || namesIn(session).includes(typed) ? [] : ['the typed text is gone']),
	];
}

const runs = Number(process.env.LANDFALL_LOST_ANSWER_RUNS ?? 4 * faults.length);

test.each(Object.keys(writes))(
	'the write “%s” is carried out at most once and reported, or its text is kept, whatever becomes of its answer',
	{tags: ['fault-2', 'fault-43', 'fault-44'], timeout: 600_000},
	async kind => {
		for (let seed = 0; seed < runs; seed++) expect([seed, ...(await problemsOf(kind, seed))]).toEqual([seed]);
	},
);
