import type {Client} from '../api/client.ts';
import {Aborted, errorSentence} from '../api/errors.ts';
import type {Project} from '../api/types.ts';
import {toServiceTime} from '../clock.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import type {Journal} from '../journal/journal.ts';
import {countOrMore} from '../present/format.ts';
import {projectTitle} from '../project-title.ts';
import type {Pins} from '../status-words.ts';
import {type Clients, createClients} from '../store/effects/clients.ts';
import {startNameSync} from '../store/effects/name-sync.ts';
import {startSleepDetector} from '../store/effects/sleep-detector.ts';
import {boardCounts} from '../store/model/board.ts';
import {type Connection, serviceOf} from '../store/model/connection.ts';
import {watchKey} from '../store/model/deployments/watches.ts';
import {startPosition} from '../store/model/position.ts';
import {projectNameOf} from '../store/model/projects/known-project.ts';
import {readKey} from '../store/model/requests/read-request.ts';
import {startPoller} from '../store/polling/poller.ts';
import {isArrival} from '../store/reducers/reads.ts';
import type {Event} from '../store/reducers/reduce.ts';
import {deploymentsOf} from '../store/state/deployments/known-deployment.ts';
import {lastReadAt} from '../store/state/deployments/read-times.ts';
import {isUnavailable} from '../store/state/deployments/unavailable-deployments.ts';
import type {Screen} from '../store/state/interface/screen.ts';
import {probingAt} from '../store/state/retries.ts';
import {initialState, type State} from '../store/state/state.ts';
import {createStore, type Store} from '../store/store.ts';
import {plain, type SafeText} from '../text.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {findProject} from './headless/find-project.ts';
import {eachProjectName} from './headless/input-lines.ts';
import {createReader} from './headless/reader.ts';
import {checkBudget} from './wait/budget.ts';
import {createNotes} from './wait/notes.ts';
import {changesIn, createObservationLog, type Observed, observe} from './wait/observations.ts';
import {pastChanges, unfinishedIn} from './wait/past-changes.ts';
import {readText, troubleText} from './wait/progress.ts';
import type {Trouble} from './wait/project-wait.ts';
import {createReport} from './wait/report.ts';

type WatchOptions = OptionsOf<'watch'>;

const tickMs = 1000;

/** Finds each of the named projects once. */
async function findProjects(
	options: WatchOptions,
	client: Client,
	context: CommandContext,
): Promise<readonly Project[]> {
	const read = createReader(client, options, context, error => error.isTransient);
	const found = new Map<string, Project>();
	for (const argument of options.watched) {
		for await (const name of eachProjectName(argument, context)) {
			const project = await findProject(read, name, context.output.note);
			found.set(project.id, project);
		}
	}

	if (found.size > 0 || options.watched.length === 0) return [...found.values()];
	throw new CommandError(exitCodes.usage, plain`Standard input names no project.`);
}

/** Resolves once the service has answered or failed. Throws if it rejects the key, since it has never accepted it. */
async function firstAnswer({get, subscribe}: Store, {signal}: CommandContext): Promise<void> {
	await new Promise<void>(resolve => {
		const finish = () => {
			unsubscribe();
			signal.removeEventListener('abort', finish);
			resolve();
		};
		const unsubscribe = subscribe(event => {
			if (isArrival(event) || event.type === 'read-failed') finish();
		});
		signal.addEventListener('abort', finish);
		if (signal.aborted) finish();
	});
	const {refusal} = get().connection ?? {};
	if (refusal) throw new CommandError(exitCodes.keyRefused, errorSentence(refusal.error));
}

/** Returns what an event of the store says about the deployments of a project. */
function observedIn(event: Event, before: State, after: State): (Observed & {readonly projectId: string}) | undefined {
	if (event.type !== 'deployments-arrived' && event.type !== 'deployment-arrived') return undefined;
	const {
		request: {projectId},
		at,
	} = event;
	const known = deploymentsOf(before, projectId);
	return {projectId, ...observe(known, deploymentsOf(after, projectId), {at, skewMs: after.polling.skewMs})};
}

/** Returns the trouble that concerns the service as a whole. */
function serviceTrouble(state: State): Omit<Trouble, 'sinceMs'> | undefined {
	const {
		connection,
		polling: {failures, throttle},
	} = state;
	const nextAt = probingAt(state);
	if (nextAt === undefined) return undefined;
	const latest = [...failures.values()].toSorted((a, b) => b.at - a.at)[0];
	const {error, at} = connection?.refusal ?? latest ?? {};
	if (error === undefined || at === undefined) return undefined;
	return {error, since: (throttle.outage ?? throttle.limited)?.since ?? latest?.since ?? at, nextAt};
}

/** Returns the progress line of a terminal, which a log gets once a minute: `watching docs · 2 in progress · read 3s ago`. */
function watchingText(state: State, projects: readonly Project[], context: CommandContext): SafeText {
	const row = context.rowContext();
	const [first] = projects;
	const others = projects.length - 1;
	const name = first ? projectNameOf(state, first.id) : plain`all projects`;
	const what = others > 0 ? plain`${name} and ${others} more` : name;
	const readAt = lastReadAt(state);
	const trouble = serviceTrouble(state);
	const how = trouble ? troubleText(trouble, row) : readText(readAt, row.localNow);
	const {running, isFull} = boardCounts(state);
	return plain`watching ${what} · ${countOrMore(running, isFull)} in progress · ${how}`;
}

/** Returns what to say once about a named project whose deployments cannot be read, for example because it was deleted. */
function unavailableText(
	{request, error}: Extract<Event, {readonly type: 'read-failed'}>,
	state: State,
	ids: ReadonlySet<string>,
): SafeText | undefined {
	if (request.kind !== 'deployments' || !ids.has(request.projectId) || !isUnavailable(error)) return undefined;
	const isFirst = state.polling.failures.get(readKey(request))?.count === 1;
	return isFirst ? plain`${projectNameOf(state, request.projectId)}: ${error.message}` : undefined;
}

/** Prints changes until a signal ends the command. Resolves with the exit code. */
function printChanges(store: Store, projects: readonly Project[], context: CommandContext): Promise<number> {
	const {clock, output, signal} = context;
	const report = createReport(context);
	const notes = createNotes(context, undefined);
	const ids = new Set(projects.map(({id}) => id));
	const isWanted = (projectId: string) => ids.size === 0 || ids.has(projectId);

	return new Promise(resolve => {
		let cancelTick = () => {};
		const unsubscribe = store.subscribe((event, before, after) => {
			const observed = observedIn(event, before, after);
			for (const change of observed && isWanted(observed.projectId) ? changesIn(observed) : []) {
				report.change(change, projectNameOf(after, change.deployment.projectId));
				notes.printed();
			}

			const lost = event.type === 'read-failed' ? unavailableText(event, after, ids) : undefined;
			if (lost) output.note(lost);
		});
		const tick = () => {
			const state = store.get();
			if (output.showsProgress) output.progress(watchingText(state, projects, context));
			else notes.tick(serviceTrouble(state), () => watchingText(state, projects, context));
			cancelTick = clock.after(tickMs, tick);
		};
		const end = () => {
			unsubscribe();
			cancelTick();
			output.progress(undefined);
			resolve(signal.reason);
		};
		signal.addEventListener('abort', end, {once: true});
		if (signal.aborted) return end();
		tick();
	});
}

/** Returns the state that makes the poller read what is wanted: the board of a window without focus, or only the watched projects. */
function startState(connection: Connection, projects: readonly Project[], options: WatchOptions, pins: Pins): State {
	const initial = initialState({columns: 80, rows: 24}, [], options.requestsPerMinute);
	const watches = projects.map(project => ({
		projectId: project.id,
		deploymentId: undefined,
		project: projectTitle(project),
		isMine: false,
	}));
	// The activity needs no reads, so only the watched projects are read.
	const shown: Screen = {name: projects.length > 0 ? 'activity' : 'watch', position: startPosition};
	return {
		...initial,
		connection,
		projects: {...initial.projects, names: new Map(watches.map(({projectId, project}) => [projectId, project]))},
		interface: {...initial.interface, pins, screens: [shown]},
		presence: {
			...initial.presence,
			isFocused: false,
			watches: new Map(watches.map(watch => [watchKey(watch), watch])),
		},
	};
}

/** Runs the poller on a state, and saves what it reads. Returns a function that stops it. */
async function startReading(
	store: Store,
	connections: Clients,
	saveObserved: ReturnType<typeof createObservationLog>,
	journal: Journal,
	context: CommandContext,
) {
	const {clock} = context;
	const unsubscribe = store.subscribe((event, before, after) => {
		const observed = observedIn(event, before, after);
		if (observed) saveObserved(observed, projectNameOf(after, observed.projectId));
	});
	await context.shareBudget({
		weight: 'away',
		requestsPerMinute: store.get().polling.throttle.perMinute,
		onBudget: perMinute => store.dispatch({type: 'budget-changed', perMinute}),
	});
	const stops = [
		unsubscribe,
		startNameSync({store, clock, journalOf: () => journal}),
		startSleepDetector({store, clock}),
		startPoller({store, connections, clock}),
	];
	return () => {
		for (const stop of stops) stop();
	};
}

/**
Prints a line for each observed change of some or all projects, until a signal ends the command. Returns the exit code.

All projects are read as they are for the board, and some as they are in a window without focus. Outages do not end the command, unless they begin before the projects are found.
*/
export async function runWatch(options: WatchOptions, context: CommandContext): Promise<number> {
	checkBudget(options);
	const {clock, signal, pins} = context;
	let store: Store | undefined;
	const service = await context.openService({
		onRequestEnd: record => store?.dispatch({type: 'request-ended', record}),
		onRequestSent: sent => store?.dispatch({type: 'request-sent', sent: {...sent, isBackground: true}}),
		quietUntil: () => store?.get().polling.throttle.quietUntil ?? 0,
	});
	let stop = () => {};
	try {
		const projects = await findProjects(options, service.client, context);
		const journal = await context.openJournal();
		const connections = createClients();
		store = createStore(startState(connections.add(service), projects, options, pins));
		if (options.sinceMs !== undefined) {
			const from = toServiceTime(clock.now(), context.skewMs() ?? 0) - options.sinceMs;
			const ids = new Set(projects.map(({id}) => id));
			const isWanted = (projectId: string) => ids.size === 0 || ids.has(projectId);
			const observed = journal.observedSince(serviceOf(service), from);
			const report = createReport(context);
			for (const {change, project} of pastChanges(observed, isWanted)) report.change(change, project);
			store.dispatch({type: 'journal-recalled', snapshot: unfinishedIn(observed, isWanted), at: clock.now()});
		}

		const printed = printChanges(store, projects, context);
		const answered = projects.length === 0 ? firstAnswer(store, context) : undefined;
		stop = await startReading(store, connections, createObservationLog(journal, service), journal, context);
		await answered;
		return await printed;
	} catch (error) {
		if (error instanceof Aborted && signal.aborted) return signal.reason;
		throw error;
	} finally {
		stop();
	}
}
