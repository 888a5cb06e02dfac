import {errorSentence} from '../api/errors.ts';
import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import {everySecond, toServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain, type SafeText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import {boardCounts} from '../model/board.ts';
import {type OpenedService, serviceOf} from '../model/connection.ts';
import {namedObservations} from '../model/deployment-table.ts';
import {emptySnapshot} from '../model/journal-snapshot.ts';
import {projectNameOf} from '../model/project-list.ts';
import {projectTitle} from '../model/project-title.ts';
import {readKey} from '../model/read-request.ts';
import {countOrMore} from '../present/format.ts';
import {deploymentsOf, isUnavailable, lastReadAt} from '../state/deployments.ts';
import type {FailedRead} from '../state/facts.ts';
import {listReadAt, pageInTurn, runningReads, unlistedProjects, viewedInterests} from '../state/interests.ts';
import {probingAt} from '../state/requests.ts';
import {patch, type State, stateWithoutScreen} from '../state/state.ts';
import {type Connections, createConnections} from '../sync/connections.ts';
import {startEngine} from '../sync/engine.ts';
import {currentFailures, currentProblem} from '../sync/freshness.ts';
import {startNameSync} from '../sync/name-sync.ts';
import type {Subject} from '../sync/read-schedule.ts';
import {createStore, learn, type Store} from '../sync/store.ts';
import {startSleepDetector} from '../sync/timers.ts';
import type {CommandContext} from './context.ts';
import {CommandError} from './errors.ts';
import {findNamedProjects} from './find-project.ts';
import {createObserver, pastChanges} from './observations.ts';
import type {HeadlessOptions} from './options.ts';
import type {Trouble} from './project-wait.ts';
import {createReport, createTroubleNotes, readText, troubleText} from './report.ts';
import {createRetryingClient} from './retrying-client.ts';

type WatchOptions = HeadlessOptions & {
	/** The projects to watch. Empty for all. */
	readonly watched: readonly string[];
	/** How far back to begin. Undefined for now. */
	readonly sinceMs: number | undefined;
};

/** Returns the trouble that concerns the service as a whole. */
function serviceTrouble(state: State): Omit<Trouble, 'sinceMs'> | undefined {
	const problem = probingAt(state) === undefined ? undefined : currentProblem(state);
	if (!problem) return undefined;
	const {outage, limited} = state.polling.throttle;
	const {since = problem.at} = outage ?? limited ?? currentFailures(state)[0] ?? {};
	return {error: problem.error, since, nextAt: problem.nextAt};
}

/** Returns the progress line of a terminal, which a log gets once a minute: `watching docs · 2 in progress · read 3s ago`. */
function watchingText(state: State, projects: readonly Project[], context: CommandContext): SafeText {
	const row = context.rowContext();
	const [first] = projects;
	const others = projects.length - 1;
	const name = first ? projectNameOf(state, first.id) : plain`all projects`;
	const what = others > 0 ? plain`${name} and ${others} more` : name;
	const trouble = serviceTrouble(state);
	const how = trouble ? troubleText(trouble, row) : readText(lastReadAt(state), row);
	const {running, isFull} = boardCounts(state);
	return plain`watching ${what} · ${countOrMore(running, isFull)} in progress · ${how}`;
}

/** Returns what to say once about a named project whose deployments cannot be read, for example because it was deleted. */
function unavailableNote({request, error}: FailedRead, state: State, ids: ReadonlySet<string>): SafeText | undefined {
	if (request.kind !== 'deployments' || !ids.has(request.projectId) || !isUnavailable(error)) return undefined;
	const isFirst = state.polling.failures.get(readKey(request))?.count === 1;
	return isFirst ? plain`${projectNameOf(state, request.projectId)}: ${error.message}` : undefined;
}

/** What is read: some projects, or the whole list and whatever is in progress, in search of more. */
const subjectOf = (ids: ReadonlySet<string>): Subject => ({
	isSearching: ids.size === 0,

	interestsOf(state, {now}) {
		const running = runningReads(state).filter(({projectId}) => ids.size === 0 || ids.has(projectId));
		const views = {open: new Set<string>(), watched: ids, visible: new Set<string>()};
		return [
			...unlistedProjects(state),
			...pageInTurn(state, now, ids.size === 0),
			...viewedInterests(views, running, listReadAt(state), now),
		];
	},
});

type Watching = {
	readonly store: Store;
	readonly connections: Connections;
	readonly service: OpenedService;
	readonly journal: Journal;
	/** Empty for all. */
	readonly projects: readonly Project[];
};

/** Prints and saves what is read, until a signal ends the command, or the service rejects a key that it has never accepted. */
async function printChanges(
	{store, connections, service, journal, projects}: Watching,
	context: CommandContext,
): Promise<number> {
	const {clock, output, signal} = context;
	const report = createReport(context);
	const notes = createTroubleNotes(context);
	const observe = createObserver(journal, service, clock);
	const ids = new Set(projects.map(({id}) => id));
	const {promise: isOver, resolve: end} = Promise.withResolvers<void>();
	signal.addEventListener('abort', () => end());
	if (signal.aborted) end();
	const unsubscribe = store.subscribe((before, after, fact) => {
		if (fact?.type === 'read-failed') {
			const lost = unavailableNote(fact, after, ids);
			if (lost) output.note(lost);
			if (after.connection?.refusal && ids.size === 0 && lastReadAt(after) === undefined) end();
		}

		if (fact?.type !== 'deployments-read' && fact?.type !== 'deployment-read') return;
		const {projectId} = fact.request;
		const project = projectNameOf(after, projectId);
		const arrival = {at: fact.at, skewMs: after.polling.skewMs};
		const changes = observe(deploymentsOf(before, projectId), deploymentsOf(after, projectId), arrival, project);
		if (ids.size > 0 && !ids.has(projectId)) return;
		for (const change of changes) report.change(change, project);
	});
	const stops = [
		unsubscribe,
		everySecond(clock, () => {
			notes.tick(serviceTrouble(store.get()));
			const text = watchingText(store.get(), projects, context);
			output.progress(text, text);
		}),
		startNameSync({store, clock, journalOf: () => journal}, true),
		startSleepDetector({store, clock}),
		startEngine({store, connections, clock}, subjectOf(ids)),
	];
	await isOver;
	for (const stop of stops) stop();
	output.progress(undefined);
	const {refusal} = store.get().connection ?? {};
	if (!signal.aborted && refusal) throw new CommandError(exitCodes.keyRefused, errorSentence(refusal.error));
	return signal.reason;
}

/** Prints what was observed before this run, and makes the state know what was in progress, so that the first reads show what has changed since. */
function recall({store, service, journal, projects}: Watching, sinceMs: number, context: CommandContext) {
	const now = context.clock.now();
	const past = journal.observedSince(serviceOf(service), toServiceTime(now, context.skewMs() ?? 0) - sinceMs);
	const observed = {...past, observations: namedObservations(past.observations, service.environmentNames)};
	const ids = new Set(projects.map(({id}) => id));
	const isWanted = ({projectId}: Pick<Deployment, 'projectId'>) => ids.size === 0 || ids.has(projectId);
	const report = createReport(context);
	for (const {change, project} of pastChanges(observed))
		if (isWanted(change.deployment)) report.change(change, project);
	const unfinished = observed.observations.filter(({deployment}) => !isConcluded(deployment) && isWanted(deployment));
	learn(store, {type: 'journal-recalled', snapshot: {...emptySnapshot, unfinished}, at: now});
}

/**
Prints a line for each observed change of some or all projects, until a signal ends the command. Returns the exit code.

Outages do not end the command, unless they begin before the projects are found.
*/
export async function runWatch(options: WatchOptions, context: CommandContext): Promise<number> {
	const store = createStore(stateWithoutScreen(options.requestsPerMinute), context.clock.now);
	const service = await context.openService({
		onRequestEnd: record => learn(store, {type: 'request-ended', record}),
		// What finding the projects sends counts against the budget of the engine.
		onRequestSent: sent => learn(store, {type: 'request-sent', sent: {...sent, kind: 'first'}}),
		quietUntil: () => store.get().polling.throttle.quietUntil,
	});
	const client = createRetryingClient(service.client, options, context, error => error.isTransient);
	const {projects, exitCode} = await findNamedProjects(options.watched, {...context, client});
	if (projects.length === 0 && options.watched.length > 0) return exitCode;
	const journal = await context.openJournal();
	const connections = createConnections();
	const connection = connections.add(service);
	const names = new Map(projects.map(project => [project.id, projectTitle(project)]));
	store.change(state => patch({...state, connection}, 'projects', {names}));
	const watching = {store, connections, service, journal, projects};
	if (options.sinceMs !== undefined) recall(watching, options.sinceMs, context);
	return printChanges(watching, context);
}
