import {errorSentence} from '../api/errors.ts';
import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import {toServiceTime} from '../base/clock.ts';
import {minuteMs} from '../base/duration.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain, type SafeText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import {connectionKey, type OpenedService} from '../model/connection.ts';
import {namedObservations} from '../model/deployment-table.ts';
import {emptySnapshot} from '../model/journal-snapshot.ts';
import {isRecordGone, projectNameOf} from '../model/project-list.ts';
import {projectTitle} from '../model/project-title.ts';
import {readKey} from '../model/read-request.ts';
import {countOrMore} from '../present/format.ts';
import {boardCounts} from '../state/board-rows.ts';
import {isNotFoundOrForbidden, lastReadAt} from '../state/deployments.ts';
import type {FailedRead} from '../state/facts.ts';
import {currentFailures, currentProblem} from '../state/freshness.ts';
import {goneText} from '../state/gone-records.ts';
import {
	behindNotFound,
	listReadAt,
	pageInTurn,
	runningReads,
	unlistedProjects,
	viewedInterests,
	whetherGone,
} from '../state/interests.ts';
import type {ReadOptions} from '../state/next-read.ts';
import {probingAt} from '../state/requests.ts';
import type {State} from '../state/state.ts';
import {startNameSync} from '../sync/name-sync.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {findNamedProjects} from './find-project.ts';
import {createFollowing} from './following.ts';
import {pastChanges} from './observations.ts';
import type {HeadlessOptions} from './options.ts';
import type {Outage} from './project-wait.ts';
import {createOutageNotes, createReport, offlineText, readAgeText} from './report.ts';
import {createRetryingClient} from './retrying-client.ts';

type WatchOptions = HeadlessOptions & {
	readonly watched: readonly string[];
	readonly sinceMs: number | undefined;
};

function serviceOutage(state: State): Omit<Outage, 'sinceMs'> | undefined {
	const problem = probingAt(state) === undefined ? undefined : currentProblem(state);
	if (!problem) return undefined;
	const {oneAtATime} = state.polling.throttle.trouble;
	const {since = problem.at} = oneAtATime ?? currentFailures(state)[0] ?? {};
	return {error: problem.error, since, nextAt: problem.nextAt};
}

/** `watching docs · 2 in progress · read 3s ago` */
function watchingText(state: State, projects: readonly Project[], context: CommandContext): SafeText {
	const row = context.rowContext();
	const [first] = projects;
	const others = projects.length - 1;
	const name = first ? projectNameOf(state, first.id) : plain`all projects`;
	const what = others > 0 ? plain`${name} and ${others} more` : name;
	const outage = serviceOutage(state);
	const how = outage ? offlineText(outage, row) : readAgeText(lastReadAt(state), row);
	const {running, isFull} = boardCounts(state);
	return plain`watching ${what} · ${countOrMore(running, isFull)} in progress · ${how}`;
}

function failedReadNote({request, error}: FailedRead, state: State, ids: ReadonlySet<string>): SafeText | undefined {
	if (request.kind !== 'deployments' || !ids.has(request.projectId) || !isNotFoundOrForbidden(error)) return undefined;
	const isFirst = state.polling.failures.get(readKey(request))?.count === 1;
	return isFirst ? plain`${projectNameOf(state, request.projectId)}: ${error.message}` : undefined;
}

const watchedReads = (ids: ReadonlySet<string>): ReadOptions => ({
	discovers: ids.size === 0,

	interestsOf(state, {now}) {
		const isAll = ids.size === 0;
		const watched = new Set([...ids].filter(id => !isRecordGone(state.projects.records, id)));
		const running = runningReads(state).filter(({projectId}) => isAll || watched.has(projectId));
		const views = {open: new Set<string>(), watched, visible: new Set<string>()};
		return [
			...behindNotFound(state),
			...(isAll ? [...unlistedProjects(state), ...pageInTurn(state, now, true)] : []),
			...[...watched].flatMap(id => whetherGone(state, id, now, minuteMs)),
			...viewedInterests(views, running, listReadAt(state), now),
		];
	},
});

type Watching = ReturnType<typeof createFollowing> & {
	readonly service: OpenedService;
	readonly journal: Journal;
	readonly projects: readonly Project[];
	readonly isWatched: (deployment: Pick<Deployment, 'projectId'>) => boolean;
};

/** Ends at a signal, or if the service rejects a key it has never accepted. */
async function watchAll(watching: Watching, context: CommandContext): Promise<number> {
	const {store, follow, printChanges, journal, projects, isWatched} = watching;
	const {clock, output, signal} = context;
	const notes = createOutageNotes(context);
	const ids = new Set(projects.map(({id}) => id));
	const rejected = new AbortController();
	store.subscribe((before, after, fact) => {
		const {records} = after.projects;
		for (const id of ids) {
			if (isRecordGone(records, id) && !isRecordGone(before.projects.records, id))
				output.note(goneText(projectNameOf(after, id)));
		}

		if (fact?.type !== 'read-failed') return;
		const note = failedReadNote(fact, after, ids);
		if (note) output.note(note);
		if (after.connection?.rejection && ids.size === 0 && lastReadAt(after) === undefined) rejected.abort();
	});
	printChanges(isWatched);
	const stopNameSync = startNameSync({store, clock, journalOf: () => journal}, true);
	function tick() {
		notes.tick(serviceOutage(store.get()));
		const text = watchingText(store.get(), projects, context);
		output.progress(text, text);
	}

	await follow(watchedReads(ids), tick, AbortSignal.any([signal, rejected.signal]));
	stopNameSync();
	const {rejection} = store.get().connection ?? {};
	if (!signal.aborted && rejection)
		throw new CommandError(exitCodes.keyRefused, errorSentence(rejection.error), {cause: rejection.error});
	return signal.reason;
}

/** Prints earlier observations. Also adds the deployments in progress to the state, so that the first reads show the changes since. */
function recall({store, service, journal, isWatched}: Watching, sinceMs: number, context: CommandContext) {
	const now = context.clock.now();
	const past = journal.observedSince(connectionKey(service), toServiceTime(now, context.skewMs()) - sinceMs);
	const observed = {...past, observations: namedObservations(past.observations, service.environmentNames)};
	const report = createReport(context);
	for (const {change, project} of pastChanges(observed, context.wordMeanings))
		if (isWatched(change.deployment)) report.change(change, project);
	const unfinished = observed.observations.filter(({deployment}) => !isConcluded(deployment) && isWatched(deployment));
	store.learn({type: 'journal-recalled', snapshot: {...emptySnapshot, unfinished}, at: now});
}

/** An outage ends the command only before the projects are found. */
export async function runWatch(options: WatchOptions, context: CommandContext): Promise<number> {
	const service = await context.openService();
	const client = createRetryingClient(service.client, options, context, ({isTransient}) => isTransient);
	const {projects, exitCode} = await findNamedProjects(options.watched, {...context, client});
	if (projects.length === 0 && options.watched.length > 0) return exitCode;
	const journal = await context.openJournal();
	const named = projects.map(project => ({projectId: project.id, project: projectTitle(project)}));
	const ids = new Set(projects.map(({id}) => id));
	const watching: Watching = {
		...createFollowing({service, journal, projects: named}, context),
		service,
		journal,
		projects,
		isWatched: ({projectId}) => ids.size === 0 || ids.has(projectId),
	};
	if (options.sinceMs !== undefined) recall(watching, options.sinceMs, context);
	return watchAll(watching, context);
}
