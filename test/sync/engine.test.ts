import {expect, onTestFinished, test} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import {Aborted} from '../../src/api/errors.ts';
import type {ProjectPage} from '../../src/api/types.ts';
import {plain} from '../../src/base/text.ts';
import {withFocus} from '../../src/state/absence.ts';
import {goBack, goToActivity} from '../../src/state/navigation.ts';
import {withInterface} from '../../src/state/state.ts';
import type {Session} from '../../src/sync/session.ts';
import {startTestSession} from '../kit/app/session.ts';
import {settled} from '../kit/fixtures/clock.ts';

const emptyPage: ProjectPage = {projects: [], nextCursor: undefined, unreadable: 0};

async function onSlowService() {
	const calls: Array<{readonly signal: AbortSignal; readonly answer: (page: ProjectPage) => void}> = [];
	const listProjects: Client['listProjects'] = (_query, signal) =>
		new Promise((resolve, reject) => {
			calls.push({signal, answer: resolve});
			signal.addEventListener('abort', () => reject(new Aborted('given up')));
		});
	const {session, clock} = await startTestSession({
		isInDemo: true,
		onService: service => ({...service, client: {...service.client, listProjects}}),
	});
	onTestFinished(session.stop);
	await settled();
	return {clock, calls, session};
}

const toActivity = ({store}: Session) => store.change(state => goToActivity(state, []));

test.each([
	['its screen', toActivity, ({store}: Session) => store.change(goBack)],
	['its service', ({actions}: Session) => actions.enterDemo(), () => {}],
])(
	'a read is aborted when the user leaves %s, its late answer changes nothing, and it starts again on return',
	{tags: ['fault-42']},
	async (_what, leave, comeBack) => {
		const {calls, session} = await onSlowService();
		await leave(session);
		await settled();
		expect(calls[0]?.signal.aborted).toBe(true);
		const before = session.store.get();
		calls[0]?.answer(emptyPage);
		await settled();
		expect(session.store.get()).toBe(before);
		comeBack(session);
		await settled();
		expect(calls).toHaveLength(2);
	},
);

test('stopping aborts reads in flight and clears all timers', async () => {
	const {calls, clock, session} = await onSlowService();
	for (const isFocused of [false, true]) session.store.change((state, at) => withFocus(state, isFocused, at));
	session.store.change((state, at) => withInterface(state, {reason: {text: plain`no`, until: at + 1000}}));
	session.stop();
	expect(calls[0]?.signal.aborted).toBe(true);
	await settled();
	expect(clock.pending()).toBe(0);
});
