import type {Deployment} from '../../src/api/types.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {newestOf} from '../../src/model/deployment-table.ts';
import {between, createDice, pick} from '../../src/sandbox/random.ts';
import {shownBoard} from '../../src/state/board-rows.ts';
import {shownReadAt} from '../../src/state/freshness.ts';
import {currentScreen} from '../../src/state/state.ts';
import type {Session} from '../../src/sync/session.ts';
import {startSessionOn} from '../kit/app/session.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {hour as hourMs, minute as minuteMs} from '../kit/fixtures/moment.ts';
import {type Condition, createSimulatedService, outages, rankOf} from './service.ts';
import {createVisits} from './visits.ts';

export const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Days of use: a user who comes and goes, a team that deploys, outages, a faulty network, sleep and clock changes. Deterministic for a seed. */
export async function simulateWeek({seed, days}: {readonly seed: number; readonly days: number}) {
	const roll = createDice(seed, 'week');
	const clock = createTestClock(Date.UTC(2026, 5, 1, 8), turn);
	const service = createSimulatedService(clock, createDice(seed, 'service'));
	const journal = openJournal({path: undefined, now: clock.now});
	const faults: string[] = [];
	/** In each minute with a healthy service. */
	const ages: number[] = [];
	/** From the end of each outage or sleep to the next successful read. */
	const recoveries: number[] = [];
	let intents = 0;
	let ids = 0;
	const session = startSessionOn({
		clock,
		transport: service.transport,
		newId: () => `intent-${++ids}`,
		journal: {
			...journal,
			saveIntent(...intent) {
				intents++;
				return journal.saveIntent(...intent);
			},
		},
	});
	const stopWatching = watchForRegressions(session, fault =>
		faults.push(`${fault} (${new Date(clock.now()).toISOString()})`),
	);
	await session.actions.enterDemo();

	const visit = createVisits(session, clock, roll);
	let maxInMinute = 0;
	/** By `clock.elapsed()`: when the service recovered or the computer woke up. */
	let healthySince = 0;
	let hasRecovered = true;

	async function minute() {
		const before = service.requestCount;
		if (roll() < 0.5) service.changeSomething();
		await clock.advance(minuteMs);
		maxInMinute = Math.max(maxInMinute, service.requestCount - before);
		if (service.writeCount > intents) faults.push(`${service.writeCount} writes arrived for ${intents} intents`);
		const state = session.store.get();
		const isList = ['projects', 'deployments'].includes(currentScreen(state).name);
		const isRefreshed = isList && state.presence.isFocused && state.polling.pausedAt === undefined;
		// Concluded deployments and forms are not refreshed.
		if (!hasRecovered && !isRefreshed) hasRecovered = true;
		if (!hasRecovered && service.servedAt >= healthySince) {
			recoveries.push(service.servedAt - healthySince);
			hasRecovered = true;
		}

		const at = shownReadAt(state);
		const isPaused = state.polling.throttle.trouble.notBefore > clock.now() - minuteMs;
		const isCalm = service.condition === 'healthy' && !isPaused && clock.elapsed() - healthySince > 3 * minuteMs;
		if (isCalm && isRefreshed && at !== undefined) ages.push(clock.now() - at);
	}

	function recover() {
		[healthySince, hasRecovered, service.servedAt] = [clock.elapsed(), false, 0];
	}

	async function outage(condition: Condition, minutes: number) {
		service.condition = condition;
		for (let count = 0; count < minutes; count++) await minute();
		service.condition = 'healthy';
		recover();
	}

	for (let day = 0; day < days; day++) {
		for (let minutes = 0; minutes < 14 * 60; minutes++) {
			await minute();
			const chance = roll();
			if (chance < 0.02) await visit();
			else if (chance < 0.023) await outage(pick(roll, outages), between(roll, 1, 25));
			else if (chance < 0.0235) clock.setBack(pick(roll, [-hourMs, hourMs, 24 * hourMs, -3000, 3000, -20_000]));
			else if (chance < 0.024) service.setClock(between(roll, -30_000, 30_000));
		}

		// The computer sleeps at night: its clock goes on, and its timers do not.
		clock.setBack(-10 * hourMs);
		recover();
	}

	service.faultRate = 0;
	await clock.advance(2 * minuteMs);
	session.stop();
	stopWatching();
	await clock.advance(2 * minuteMs);
	journal.close();
	const {requestCount: requests, writeCount: writes, maxInFlight} = service;
	return {requests, writes, intents, maxInMinute, maxInFlight, clock, ages, recoveries, faults};
}

function watchForRegressions({store}: Session, report: (fault: string) => void): () => void {
	const seen = new Map<string, number>();
	const check = (where: string, id: string, version: number) => {
		const key = `${where} ${id}`;
		if (version < (seen.get(key) ?? 0)) report(`${where}: ${id} went back`);
		seen.set(key, version);
	};
	const checkDeployment = (where: string, {id, status}: Deployment) => check(where, id, rankOf(status?.exact));

	return store.subscribe((_before, _after, fact) => {
		const {
			projects: {list: projects, records},
			deployments: {table},
		} = store.get();
		if (fact?.type === 'projects-read' || fact?.type === 'project-read') {
			for (const {id, latestUploadVersion = 0} of projects.rows) check('row', id, latestUploadVersion);

			for (const {project} of records.values())
				if (project) check('project', project.id, project.latestUploadVersion ?? 0);
		} else if (fact && 'answer' in fact) {
			for (const known of table.values()) {
				for (const {deployment} of known.rows) checkDeployment('list', deployment);
				const newest = newestOf(known);
				if (newest) checkDeployment('newest', newest);
			}

			for (const {deployment} of shownBoard(store.get()).rows) if (deployment) checkDeployment('board', deployment);
		}
	});
}
