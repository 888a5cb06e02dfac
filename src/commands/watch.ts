import type {Client} from '../api/client.ts';
import {Aborted, errorSentence} from '../api/errors.ts';
import type {Project} from '../api/types.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {countOrMore} from '../present/format.ts';
import {boardCounts} from '../store/model/board.ts';
import {projectNameOf} from '../store/model/projects/known-project.ts';
import {readKey} from '../store/model/requests/read-request.ts';
import {isArrival} from '../store/reducers/reads.ts';
import type {Event} from '../store/reducers/reduce.ts';
import {lastReadAt, runningDeployments} from '../store/state/deployments/read-times.ts';
import {isUnavailable} from '../store/state/deployments/unavailable-deployments.ts';
import type {State} from '../store/state/state.ts';
import type {Store} from '../store/store.ts';
import {plain, type SafeText} from '../text.ts';
import {checkBudget} from './following/budget.ts';
import {watchProjects} from './following/live-view.ts';
import {createNotes} from './following/notes.ts';
import {observedChanges, seenChange} from './following/observed-change.ts';
import {pastChanges, unfinishedIn} from './following/past-changes.ts';
import {readText, troubleText} from './following/progress.ts';
import {serviceTrouble} from './following/project-wait.ts';
import {createReport} from './following/report.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {findProject} from './headless/find-project.ts';
import {eachProjectName} from './headless/input-lines.ts';
import {createReader} from './headless/reader.ts';

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

/** Returns the progress line of a terminal, which a log gets once a minute: `watching docs · 2 in progress · read 3s ago`. */
function watchingText(state: State, projects: readonly Project[], context: CommandContext): SafeText {
	const row = context.rowContext();
	const [first] = projects;
	const others = projects.length - 1;
	const name = first ? projectNameOf(state, first.id) : plain`all projects`;
	const what = others > 0 ? plain`${name} and ${others} more` : name;
	const readAt = lastReadAt(state);
	const trouble = serviceTrouble(state);
	const how = trouble ? troubleText(trouble, state, row) : readText(readAt, row.localNow);
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
			for (const change of observedChanges(event, before, after)) {
				const {projectId} = change.deployment;
				if (!isWanted(projectId)) continue;
				report.change(change, projectNameOf(after, projectId));
				notes.printed();
			}

			const lost = event.type === 'read-failed' ? unavailableText(event, after, ids) : undefined;
			if (lost) output.note(lost);
		});
		for (const known of runningDeployments(store.get())) {
			const {projectId} = known.deployment;
			if (!isWanted(projectId)) continue;
			report.change(seenChange(known, store.get()), projectNameOf(store.get(), projectId));
		}

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

/**
Prints a line for each observed change of some or all projects, until a signal ends the command. Returns the exit code.

All projects are read as they are for the board, and some as they are in a window without focus. Outages do not end the command, unless they begin before the projects are found.
*/
export async function runWatch(options: WatchOptions, context: CommandContext): Promise<number> {
	checkBudget(options);
	const {clock, signal} = context;
	const session = await context.openSession({isReading: true, showsProjects: options.watched.length === 0});
	const {store, actions, client} = session;
	try {
		const service = client();
		if (!service) throw new Error('No service is open.');
		const projects = await findProjects(options, service, context);
		if (projects.length === 0) await firstAnswer(store, context);
		const ids = new Set(projects.map(({id}) => id));
		const isWanted = (projectId: string) => ids.size === 0 || ids.has(projectId);
		const observed = options.sinceMs === undefined ? undefined : actions.observedIn(options.sinceMs);
		if (observed) {
			const report = createReport(context);
			for (const {change, project} of pastChanges(observed, isWanted)) report.change(change, project);
		}

		const printed = printChanges(store, projects, context);
		if (observed) {
			store.dispatch({type: 'journal-recalled', snapshot: unfinishedIn(observed, isWanted), at: clock.now()});
		}

		if (ids.size > 0) watchProjects(store, projects, clock.now());
		else {
			store.dispatch({type: 'focus-changed', isFocused: false, at: clock.now()});
			store.dispatch({type: 'watch-opened'});
		}

		return await printed;
	} catch (error) {
		if (error instanceof Aborted && signal.aborted) return signal.reason;
		throw error;
	} finally {
		session.stop();
	}
}
