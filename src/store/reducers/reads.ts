import {ApiError} from '../../api/errors.ts';
import type {RawRecord} from '../../api/raw-record.ts';
import type {RequestRecord, SentRequest} from '../../api/request-record.ts';
import type {Deployment, DeploymentList, Project, ProjectPage} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {JournalSnapshot} from '../../journal/journal.ts';
import type {ProjectSnapshot} from '../../journal/observations.ts';
import {plain} from '../../text.ts';
import {isOutdated} from '../model/deployments/newer-answer.ts';
import {
	type Arrival,
	type ProjectDeployments,
	withListRead,
	withOneRead,
} from '../model/deployments/project-deployments.ts';
import {withEntry} from '../model/immutable-map.ts';
import {isDeletedSince, upToDate, withProjectRecord} from '../model/projects/known-project.ts';
import {projectChanged} from '../model/projects/page-read.ts';
import {pageOfProject, rowWithId} from '../model/projects/project-list.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {throttleAfterSending} from '../model/requests/throttle.ts';
import {deploymentsOf} from '../state/deployments/known-deployment.ts';
import {withDeployments} from '../state/live-view.ts';
import {withProjects} from '../state/selection.ts';
import {type State, withInterface} from '../state/state.ts';
import {withObserved} from './change-detection.ts';
import {withoutGone} from './gone-projects.ts';
import {withProjectRecalled, withRecalled} from './journal-recall.ts';
import {isCursorRefused, withoutCursor, withPage} from './load-all.ts';
import {withoutFailure, withRefusal} from './refused-key.ts';
import {afterRequest} from './request-log.ts';
import {afterSleep} from './wake-up.ts';

/** A successful read. `askedAt` and `at`: when it was sent and when its response arrived, by the local clock. */
type SuccessfulRead<Kind extends ReadRequest['kind']> = {
	readonly request: Extract<ReadRequest, {kind: Kind}>;
	readonly askedAt: LocalTime;
	readonly at: LocalTime;
};

export type ReadEvent =
	| ({readonly type: 'projects-arrived'; readonly page: ProjectPage} & SuccessfulRead<'projects'>)
	| ({readonly type: 'project-arrived'; readonly project: Project} & SuccessfulRead<'project'>)
	| ({readonly type: 'deployments-arrived'; readonly list: DeploymentList} & SuccessfulRead<'deployments'>)
	| ({readonly type: 'deployment-arrived'; readonly deployment: Deployment} & SuccessfulRead<'deployment'>)
	| ({readonly type: 'raw-arrived'; readonly raw: RawRecord} & SuccessfulRead<'raw'>)
	| {readonly type: 'read-failed'; readonly request: ReadRequest; readonly error: ApiError; readonly at: LocalTime}
	| {readonly type: 'request-sent'; readonly sent: SentRequest}
	| {readonly type: 'request-ended'; readonly record: RequestRecord}
	/** This window may make so many background reads per minute: the windows on the same service divide the budget. */
	| {readonly type: 'budget-changed'; readonly perMinute: number}
	/** The computer has slept since `since`, or its clock was set ahead. */
	| {readonly type: 'woke-up'; readonly since: LocalTime; readonly at: LocalTime}
	/** The journal's data about the service was loaded. */
	| {readonly type: 'journal-recalled'; readonly snapshot: JournalSnapshot; readonly at: LocalTime}
	| {readonly type: 'project-recalled'; readonly projectId: string; readonly snapshot: ProjectSnapshot};

type ArrivalType = Extract<ReadEvent, {readonly askedAt: LocalTime}>['type'];

const arrivals: Readonly<Record<ArrivalType, true>> = {
	'projects-arrived': true,
	'project-arrived': true,
	'deployments-arrived': true,
	'deployment-arrived': true,
	'raw-arrived': true,
};

/** Whether an event is a successful read. */
export const isArrival = (fact: {readonly type: string} | undefined): boolean =>
	fact !== undefined && Object.hasOwn(arrivals, fact.type);

/** Whether an event comes from reading the service, not from the user. */
export const isReadEvent = (fact: {readonly type: string} | undefined): boolean =>
	isArrival(fact) || fact?.type === 'request-sent' || fact?.type === 'request-ended';

/** Updates a project wherever it is shown. Ignores it if a later read of it is known. */
export function withProject(state: State, arrived: Project, askedAt: LocalTime): State {
	const {list, records} = state.projects;
	const {id} = arrived;
	if (isOutdated(askedAt, records.get(id)?.askedAt)) return state;
	const listed = listedSince(state, id, askedAt);
	const known = withProjectRecord(records, id, {project: listed ?? arrived, askedAt});
	const next: State = {...state, projects: {...state.projects, records: known}};
	const projects = listed ? list : projectChanged(list, arrived);
	return projects === list ? next : withProjects(next, projects, askedAt);
}

/** Returns a project from a page that was requested after `askedAt`. */
function listedSince({projects: {list}}: State, projectId: string, askedAt: LocalTime): Project | undefined {
	const page = pageOfProject(list, projectId);
	return page && isOutdated(askedAt, page.readAt) ? rowWithId(list.rows, projectId) : undefined;
}

/** Adds a page of projects. What was learned about a project since the page was requested stays. */
function withProjectPage(
	state: State,
	{request, page: arrived, ...times}: Extract<ReadEvent, {type: 'projects-arrived'}>,
) {
	const page = upToDate(arrived, state.projects.records, times.askedAt);
	return withoutGone(withPage(withRecordsOf(state, page, times.askedAt), request, page, times), times.at);
}

/** Updates the records that were requested before a page. */
function withRecordsOf(state: State, {projects}: ProjectPage, askedAt: LocalTime): State {
	const {records} = state.projects;
	const newer = projects.flatMap(project => {
		const known = records.get(project.id);
		const isNewer = known?.project && !isOutdated(askedAt, known.askedAt) && !listedSince(state, project.id, askedAt);
		return isNewer ? [[project.id, {...known, project}] as const] : [];
	});
	if (newer.length === 0) return state;
	return {...state, projects: {...state.projects, records: new Map([...records, ...newer])}};
}

const recordsOf = (event: ReadEvent): {readonly usable: number; readonly unreadable: number} => {
	if ('page' in event) return {usable: event.page.projects.length, unreadable: event.page.unreadable};
	if ('list' in event) return {usable: event.list.deployments.length, unreadable: event.list.unreadable};
	return {usable: 0, unreadable: 0};
};

/** Returns why a list counts as a failed read although it arrived: it has records, and none of them can be used. */
function unusableList(event: ReadEvent): ApiError | undefined {
	const {usable, unreadable} = recordsOf(event);
	if (usable > 0 || unreadable === 0) return undefined;
	return new ApiError('E_SHAPE', plain`No record of the list can be read.`, {phase: 'maybe-executed'});
}

/** A failure is dropped if the read was not retried for this long. */
const maxFailureAgeMs = 20 * 60_000;

const recentFailures = (failures: State['polling']['failures'], now: LocalTime): State['polling']['failures'] =>
	new Map([...failures].filter(([, {at}]) => now - at < maxFailureAgeMs));

function failed(state: State, request: ReadRequest, error: ApiError, at: LocalTime): State {
	const key = readKey(request);
	const {count = 0, since = at} = state.polling.failures.get(key) ?? {};
	const failures = withEntry(recentFailures(state.polling.failures, at), key, {error, at, count: count + 1, since});
	const next: State = {...state, polling: {...state.polling, failures}};
	if (isCursorRefused(request, error)) return withoutCursor(state, request, next, at);
	if (error.kind === 'auth') return withRefusal(next, key, error, at);
	return error.kind === 'missing' ? withoutGone(next, at) : next;
}

function withBudget(state: State, perMinute: number): State {
	const {throttle} = state.polling;
	if (throttle.perMinute === perMinute) return state;
	return {...state, polling: {...state.polling, throttle: {...throttle, perMinute}}};
}

const withSentRequest = (state: State, sent: SentRequest): State => ({
	...state,
	polling: {...state.polling, throttle: throttleAfterSending(state.polling.throttle, sent)},
});

export function reduceReads(state: State, event: ReadEvent): State {
	const next = reduceRead(state, event);
	const error = next === state ? undefined : unusableList(event);
	if (!error || !('askedAt' in event)) return next;
	// The failures before it count, so that the pauses grow.
	const {failures} = state.polling;
	return failed({...next, polling: {...next.polling, failures}}, event.request, error, event.at);
}

function reduceRead(state: State, event: ReadEvent): State {
	if (event.type === 'request-sent') return withSentRequest(state, event.sent);
	if (event.type === 'request-ended') return afterRequest(state, event.record);
	if (event.type === 'budget-changed') return withBudget(state, event.perMinute);
	if (event.type === 'woke-up') return afterSleep(state, event.since, event.at);
	if (event.type === 'journal-recalled') return withRecalled(state, event.snapshot, event.at);
	if (event.type === 'project-recalled') return withProjectRecalled(state, event.projectId, event.snapshot);
	if (event.request.connectionId !== state.connection?.id) return state;
	if (event.type === 'read-failed') return failed(state, event.request, event.error, event.at);

	const {askedAt, request} = event;
	if ('projectId' in request && isDeletedSince(state.projects.records, request.projectId, askedAt)) return state;
	const cleared = withoutFailure(state, readKey(event.request));
	switch (event.type) {
		case 'raw-arrived':
			return withInterface(cleared, {rawRecord: {source: event.request.source, raw: event.raw, askedAt, at: event.at}});

		case 'projects-arrived':
			return withProjectPage(cleared, event);

		case 'project-arrived':
			return withProject(cleared, event.project, askedAt);

		case 'deployments-arrived':
			return withoutGone(
				withAnswer(cleared, event, known => withListRead(known, event.list, arrivalOf(event, state))),
				event.at,
			);

		case 'deployment-arrived':
			return withAnswer(cleared, event, known => withOneRead(known, event.deployment, arrivalOf(event, state)));
	}
}

const arrivalOf = ({askedAt, at}: Pick<Arrival, 'askedAt' | 'at'>, {polling: {skewMs}}: State): Arrival => ({
	askedAt,
	at,
	skewMs,
});

/** Merges an answer about deployments of a project. */
function withAnswer(
	state: State,
	{request: {projectId}, at}: Extract<ReadEvent, {type: 'deployments-arrived' | 'deployment-arrived'}>,
	merge: (known: ProjectDeployments) => ProjectDeployments,
): State {
	const before = deploymentsOf(state, projectId);
	return withObserved(before, withDeployments(state, projectId, merge(before)), projectId, at);
}
