import {createClient} from '../../src/api/client.ts';
import {createPolicy} from '../../src/api/retry/retry-policy.ts';
import type {Deployment} from '../../src/api/types.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {between, createDice, pick} from '../../src/sandbox/world/random.ts';
import {deploymentRows} from '../../src/store/model/deployments/deployment-rows.ts';
import {newestOf} from '../../src/store/model/deployments/newest-deployments.ts';
import {shownAt} from '../../src/store/polling/freshness.ts';
import {openQuestionKey} from '../../src/store/reducers/key-guard.ts';
import {type Session, startSession} from '../../src/store/session.ts';
import {shownBoard} from '../../src/store/state/board-rows.ts';
import {currentScreen} from '../../src/store/state/state.ts';
import {plain} from '../../src/text.ts';
import {press, typeText} from '../../src/ui/keys/key-dispatch.ts';
import {dialogs, screens} from '../../src/ui/registry.ts';
import {createTheme} from '../../src/ui/theme.ts';
import {keyNamed} from '../kit/app/key-sequences.ts';
import {createPlainRuntime} from '../kit/app/plain-runtime.ts';
import {noPreferences} from '../kit/app/preferences.ts';
import {createSimulatedClock} from './clock.ts';
import {createSimulatedService, rankOf, type Weather} from './service.ts';

export type Week = {
	readonly calls: number;
	readonly writes: number;
	readonly intents: number;
	/** The most calls in any minute, and at once, of all and of one address. */
	readonly maxInMinute: number;
	readonly maxInFlight: number;
	readonly maxOfOne: number;
	readonly maxTimers: number;
	readonly timersLeft: number;
	/** How old what is on the screen was, each minute of a service that is well, in milliseconds. */
	readonly ages: readonly number[];
	/** How long after an outage or a sleep it took until something was read again. */
	readonly recoveries: readonly number[];
	/** What must never be: a sentence for each time that it was. */
	readonly faults: readonly string[];
};

type Options = {
	readonly seed: number;
	readonly days: number;
	readonly requestsPerMinute?: number;
	/** Called at the end of each simulated day. */
	readonly onDay?: (day: number) => void;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const keys = [
	'j',
	'k',
	'G',
	'g',
	'enter',
	'l',
	'esc',
	'h',
	'1',
	'2',
	'3',
	'r',
	'R',
	'w',
	'z',
	'i',
	'c',
	'x',
	'!',
	'?',
] as const;
const writingKeys = ['t', 'y', 'e', 'a', 'D', 'u', 'n', 'tab', ' ', 'A'] as const;

/** Keys that lead to a write, and what is typed on the way. */
const errands = [
	['esc', 'esc', '1', 'j', 'j', 't', 'y'],
	['esc', 'esc', '1', 'g', 'enter', 't', 'y', 'esc'],
	['esc', 'esc', '1', 'k', 'e', '=x', 'enter'],
	['esc', 'esc', '1', 'a', '=project of mine ', 'enter'],
	['esc', 'esc', '1', ' ', 'j', ' ', 't', '=', 'y', 'esc', 'esc'],
	['u', 'r', 'esc', 'u', 'c', 'u', 'x'],
] as const;

/** Whether a week goes by as it should: a person who comes and goes, a team that deploys, a service with outages, a network with faults, a computer that sleeps and a clock that is set. The same for the same seed. */
export async function simulateWeek({seed, days, requestsPerMinute = 60, onDay = () => {}}: Options): Promise<Week> {
	const roll = createDice(seed, 'week');
	const clock = createSimulatedClock(Date.UTC(2026, 5, 1, 8));
	const service = createSimulatedService(clock, createDice(seed, 'service'), 6);
	const journal = openJournal({path: undefined, now: clock.now});
	const faults: string[] = [];
	const ages: number[] = [];
	const recoveries: number[] = [];
	let intents = 0;
	let ids = 0;
	let typed = 0;
	const counting: typeof journal = new Proxy(journal, {
		get(target, name) {
			if (name === 'intend') intents++;
			return Reflect.get(target, name);
		},
	});
	const session = startSession({
		journalOf: () => counting,
		newId: () => `intent-${++ids}`,
		clock,
		size: {columns: 80, rows: 24},
		requestsPerMinute,
		preferences: noPreferences,
		profiles: [],
		access: (onCall, quietUntil) => ({
			async enterDemo() {
				const policy = createPolicy({clock, random: createDice(seed, 'chance'), quietUntil});
				const baseUrl = 'http://service.invalid';
				const client = createClient({transport: service.transport, baseUrl, apiKey: 'a-key', clock, onCall, policy});
				return {client, name: plain`week`, host: plain`service`, baseUrl, isReadOnly: false};
			},
			enterProfile: () => Promise.reject(new Error('there are none')),
			enterAddress: async () => 'no key',
			enterLogin: () => ({denial: {sentence: plain`No.`, field: undefined}}),
			keep: async () => plain`No.`,
		}),
	});
	const stopWatching = watchForLies(session, fault => faults.push(`${fault} (${new Date(clock.now()).toISOString()})`));
	await session.actions.enterDemo();

	const keyboard = {
		layers: () => ({screens, dialogs}),
		store: session.store,
		actions: session.actions,
		clock,
		painted: session.store.get,
		leave: () => {},
		suspend: () => {},
		editText: () => ({fault: plain`There is no editor.`}),
		copy: () => {},
		browse: () => {},
	};
	const theme = createTheme({hasColor: true, isAscii: false});
	const {keyContext} = createPlainRuntime(keyboard, theme, {now: clock.now, subscribe: () => () => {}, stop() {}});
	const perMinute: number[] = [];
	/** Since when the service is well and the computer awake, by the time that has passed. */
	let wellSince = 0;
	let isAsked = true;

	async function minute() {
		const before = service.arrived;
		if (roll() < 0.5) service.live();
		await clock.run(minuteMs);
		perMinute.push(service.arrived - before);
		if (service.writes > intents) faults.push(`${service.writes} writes arrived, ${intents} were meant`);
		const state = session.store.get();
		const isList = ['projects', 'deployments'].includes(currentScreen(state).name);
		const isLookedAt = isList && state.presence.isFocused && !state.polling.isPaused;
		// What is over, or typed, is not read again.
		if (!isAsked && !isLookedAt) isAsked = true;
		if (!isAsked && service.servedAt >= wellSince) {
			recoveries.push(service.servedAt - wellSince);
			isAsked = true;
		}

		const at = shownAt(state);
		const isLeftAlone = state.polling.throttle.quietUntil > clock.now() - minuteMs;
		const isCalm = service.weather === 'well' && !isLeftAlone && clock.passed() - wellSince > 3 * minuteMs;
		if (isCalm && isLookedAt && at !== undefined) ages.push(clock.now() - at);
	}

	/** A while in which the service, or the way to it, is not well. */
	async function outage(weather: Weather, minutes: number) {
		service.weather = weather;
		for (let count = 0; count < minutes; count++) await minute();
		service.weather = 'well';
		[wellSince, isAsked, service.servedAt] = [clock.passed(), false, 0];
	}

	function sleepFor(ms: number) {
		clock.jump(ms);
		if (service.weather !== 'well') return;
		[wellSince, isAsked, service.servedAt] = [clock.passed(), false, 0];
	}

	/** Nothing is painted here, so that is said. */
	const paint = () => {
		const key = openQuestionKey(session.store.get());
		if (key !== undefined && !session.store.get().interface.confirmation) {
			session.store.dispatch({type: 'question-painted', key, at: clock.now()});
		}
	};

	const aimless = () => Array.from({length: between(roll, 1, 12)}, () => pick(roll, roll() < 0.8 ? keys : writingKeys));

	/** What a person does in a moment: some keys, and away again. */
	async function person() {
		const {store} = session;
		store.dispatch({type: 'focus-changed', isFocused: true, at: clock.now()});
		if (store.get().polling.isPaused) press(keyContext, keyNamed('P'));
		for (const key of pick(roll, [aimless(), aimless(), ...errands])) {
			if (key.length > 1 && key.startsWith('=')) typeText(keyContext, `${key.slice(1)}${++typed}`);
			else press(keyContext, keyNamed(key));
			paint();
			await clock.run(between(roll, 40, 4000));
			paint();
		}

		if (roll() < 0.7) for (let back = 0; back < 4; back++) press(keyContext, keyNamed('esc'));
		if (roll() < 0.75) store.dispatch({type: 'focus-changed', isFocused: false, at: clock.now()});
	}

	for (let day = 0; day < days; day++) {
		for (let minutes = 0; minutes < 14 * 60; minutes++) {
			await minute();
			const chance = roll();
			if (chance < 0.02) await person();
			else if (chance < 0.023) await outage(pick(roll, ['away', 'mute', 'down', 'busy']), between(roll, 1, 25));
			else if (chance < 0.0235) clock.jump(pick(roll, [-hourMs, hourMs, 24 * hourMs, -3000, 3000, -20_000]));
			else if (chance < 0.024) service.skewMs += between(roll, -30_000, 30_000);
		}

		sleepFor(10 * hourMs);
		onDay(day);
	}

	service.faults = 0;
	await clock.run(2 * minuteMs);
	session.stop();
	stopWatching();
	await clock.run(2 * minuteMs);
	journal.close();
	return {
		calls: service.arrived,
		writes: service.writes,
		intents,
		maxInMinute: Math.max(...perMinute),
		maxInFlight: service.most.inFlight,
		maxOfOne: service.most.ofOne,
		maxTimers: clock.maxPending(),
		timersLeft: clock.pending(),
		ages,
		recoveries,
		faults,
	};
}

/** Complains when something that was shown goes back in time. */
function watchForLies({store}: Session, complain: (fault: string) => void): () => void {
	const seen = new Map<string, number>();
	const see = (where: string, id: string, moment: number) => {
		const key = `${where} ${id}`;
		if (moment < (seen.get(key) ?? 0)) complain(`${where}: ${id} went back`);
		seen.set(key, moment);
	};
	const seeDeployment = (where: string, {id, status}: Deployment) => see(where, id, rankOf(status?.exact));

	return store.subscribe(event => {
		const {
			projects: {list: projects, opened},
			deployments: {table},
		} = store.get();
		if (event.type === 'projects-arrived' || event.type === 'project-arrived') {
			for (const {rows = []} of projects.pages) {
				for (const {id, latestUploadVersion = 0} of rows) see('row', id, latestUploadVersion);
			}

			for (const {project} of opened.values()) see('project', project.id, project.latestUploadVersion ?? 0);
		} else if (event.type.endsWith('-arrived')) {
			for (const known of table.values()) {
				for (const {deployment} of deploymentRows(known)) seeDeployment('list', deployment);
				const newest = newestOf(known);
				if (newest) seeDeployment('newest', newest);
			}

			for (const {deployment} of shownBoard(store.get()).rows) if (deployment) seeDeployment('board', deployment);
		}
	});
}
