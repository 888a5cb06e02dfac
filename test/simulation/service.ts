import type {Handle} from '../../src/api/in-process.ts';
import type {Answered, Transport, WireAnswer, WireRequest} from '../../src/api/transport.ts';
import {type Clock, sleep} from '../../src/base/clock.ts';
import {between, type Dice, pick} from '../../src/sandbox/random.ts';
import {createTeam} from '../kit/services/team.ts';

export type Condition = 'healthy' | (typeof outages)[number];

export const outages = ['unreachable', 'silent', 'down', 'busy'] as const;

const statuses = ['queued', 'building', 'deploying', 'completed'];
const conclusions = ['success', 'failure', 'canceled'] as const;
const html = new Map([['content-type', 'text/html']]);

export const lost: WireAnswer = {outcome: 'lost', code: 'ECONNRESET', isTimeout: false};

export const answerOf = ({status, headers, body}: ReturnType<Handle>): Answered => ({
	outcome: 'answered',
	status,
	headers: new Map(Object.entries(headers)),
	body,
	isComplete: true,
});

type Corrupt = (good: Answered) => WireAnswer;

export const corruptions: readonly [Corrupt, ...Corrupt[]] = [
	() => lost,
	good => ({...good, body: good.body.slice(0, 20), isComplete: false}),
	good => ({...good, body: good.body.slice(0, 20)}),
	good => ({...good, body: '<html><title>Gateway</title></html>', headers: html}),
	good => ({...good, body: ''}),
	good => ({...good, body: '[]'}),
	good => ({...good, body: '{"id": "somebody-else", "project_id": "another"}'}),
	good => ({...good, status: 500, body: '{"message": "oops"}'}),
	good => ({...good, status: 503, headers: new Map([['retry-after', '20']])}),
	good => ({...good, status: 302, headers: new Map([['location', '/elsewhere']])}),
];

/** The status of a deployment never goes back. */
export const rankOf = (status: string | undefined): number => statuses.indexOf(status ?? '');

/** A team with six projects behind a network that loses, delays and corrupts messages. A late answer is as old as the moment the service computed it. */
export function createSimulatedService(clock: Clock, roll: Dice) {
	const projects = Array.from({length: 6}, (_, index) => `project-${index}`);
	let skewMs = between(roll, -200_000, 200_000);
	const team = createTeam({clock: {now: () => clock.now() + skewMs}, projects});
	/** By id: the position of the status. */
	const running = new Map<string, number>();
	let inFlight = 0;
	let version = 100;

	const answered = ({headers, ...rest}: ReturnType<Handle>) =>
		answerOf({...rest, headers: {date: new Date(clock.now() + skewMs).toUTCString(), ...headers}});
	const failed = (status: number, headers = {}) => answered({status, headers, body: '{"message": "oops"}'});

	async function failureIn(
		condition: Condition,
		isWrite: boolean,
		signal: AbortSignal,
	): Promise<WireAnswer | undefined> {
		if (condition === 'unreachable') return {outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false};
		if (condition === 'down') return failed(503);
		if (condition === 'busy') return failed(429, {'retry-after': String(between(roll, 1, 90))});
		if (condition === 'healthy') return undefined;
		await sleep(clock, isWrite ? 60_000 : 15_000, signal);
		return {outcome: 'lost', code: 'TIMEOUT', isTimeout: true};
	}

	async function send({method, url, body = ''}: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
		const isWrite = method !== 'GET';
		const isFaulty = roll() < service.faultRate;
		const own = isFaulty && roll() < 0.4 ? pick<Condition>(roll, outages) : 'healthy';
		const condition = service.condition === 'healthy' ? own : service.condition;
		if (condition !== 'unreachable') {
			service.requestCount++;
			if (isWrite) service.writeCount++;
		}

		const failure = await failureIn(condition, isWrite, signal);
		if (signal.aborted) return {outcome: 'aborted'};
		if (failure) return failure;
		const good = answered(team.handle({method, target: url.pathname + url.search, headers: new Map(), body}));
		if (method === 'POST' && url.pathname.endsWith('/deployments') && good.status === 201) {
			running.set(JSON.parse(good.body).id, 0);
		}

		// A late answer is outdated, and may arrive after the answer to a later request.
		await sleep(clock, roll() < 0.03 ? between(roll, 2000, 9000) : between(roll, 15, 300), signal);
		if (signal.aborted) return {outcome: 'aborted'};
		if (isFaulty) return pick(roll, corruptions)(good);
		service.servedAt = clock.elapsed();
		return good;
	}

	const service = {
		condition: 'healthy' as Condition,
		faultRate: 0.01,
		requestCount: 0,
		writeCount: 0,
		maxInFlight: 0,
		/** By `clock.elapsed()`. */
		servedAt: 0,

		setClock(byMs: number) {
			skewMs += byMs;
		},

		transport: (async (request, signal) => {
			service.maxInFlight = Math.max(service.maxInFlight, ++inFlight);
			try {
				return await send(request, signal);
			} finally {
				inFlight--;
			}
		}) satisfies Transport,

		changeSomething() {
			const ids = [...team.names().keys()];
			const id = ids[Math.floor(roll() * ids.length)];
			if (id === undefined) return;
			const what = roll();
			if (what < 0.15) running.set(team.deploy(id), 0);
			else if (what < 0.8) {
				for (const [deploymentId, at] of running) {
					const status = statuses[at + 1] ?? '';
					running.set(deploymentId, at + 1);
					if (status !== 'completed') team.change(deploymentId, {status});
					else if (running.delete(deploymentId)) team.conclude(deploymentId, pick(roll, conclusions));
				}
			} else if (what < 0.97) team.changeProject(id, {latest_upload_version: ++version});
			else if (ids.length >= 10) team.remove(id);
			else
				team.handle({
					method: 'POST',
					target: '/v1/projects',
					headers: new Map(),
					body: `{"name": "of others ${version}"}`,
				});
		},
	};
	return service;
}
