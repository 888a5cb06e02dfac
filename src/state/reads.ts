import {ApiError} from '../api/errors.ts';
import {isCursorRejected} from '../api/project-pages.ts';
import type {Project} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain} from '../base/text.ts';
import {deploymentKey} from '../model/deployment-changes.ts';
import {
	type Arrival,
	isOlderThan,
	type ProjectDeployments,
	withListRead,
	withOneRead,
} from '../model/deployment-table.ts';
import {cursorRejected, isRecordGoneSince, pageOfProject, projectChanged, rowWithId} from '../model/project-list.ts';
import {readKey} from '../model/read-request.ts';
import {rhythmOf} from '../model/rhythm.ts';
import {mayBeInvisible} from '../model/write-intent.ts';
import {afterObservation, type Observed, withDeployments} from './change-detection.ts';
import {deploymentsOf} from './deployments.ts';
import type {AnswerFact, Fact, FailedRead, ReadFact} from './facts.ts';
import {withoutGone, withoutUnlisted} from './gone-records.ts';
import {afterRecall} from './journal-recall.ts';
import {withPageRead, withProjectRecord} from './projects.ts';
import {afterSleep, withKeyRejected, withoutFailure, withRequestEnded, withRequestSent} from './requests.ts';
import {mapWithout, patch, type State, withInterface} from './state.ts';

export function withProject(state: State, project: Project, readAt: LocalTime): State {
	const {list, records} = state.projects;
	if (isOlderThan(readAt, records.get(project.id)?.readAt)) return state;
	const next = withProjectRecord(state, project.id, {project, readAt});
	const isListedSince = isOlderThan(readAt, pageOfProject(list, project.id)?.readAt);
	return isListedSince ? next : patch(next, 'projects', {list: projectChanged(list, project)});
}

function withProjectPage(
	state: State,
	{request, answer, ...times}: Extract<AnswerFact, {type: 'projects-read'}>,
): State {
	const projects = answer.projects.flatMap(project => {
		const record = state.projects.records.get(project.id);
		return record && isOlderThan(times.readAt, record.readAt) ? (record.project ?? []) : project;
	});
	const read = withPageRead(state, request.cursor, {...answer, projects}, times);
	return withoutGone(withoutUnlisted(state, read), times.at);
}

/** The error for a list of records without a usable one, so that it counts as a failed read. */
function unusableList(fact: AnswerFact): ApiError | undefined {
	if (fact.type !== 'projects-read' && fact.type !== 'deployments-read') return undefined;
	const usable = fact.type === 'projects-read' ? fact.answer.projects : fact.answer.deployments;
	if (usable.length > 0 || fact.answer.unreadable === 0) return undefined;
	return new ApiError('E_SHAPE', plain`No record in the list could be read.`, {phase: 'maybe-executed'});
}

const maxFailureAgeMs = 20 * 60_000;

function withFailure(state: State, {request, error, at}: Omit<FailedRead, 'type'>): State {
	const key = readKey(request);
	const {count = 0, since = at} = state.polling.failures.get(key) ?? {};
	const recent = [...state.polling.failures].filter(([, failure]) => at - failure.at < maxFailureAgeMs);
	const failures = new Map(recent).set(key, {read: request, error, at, count: count + 1, since});
	const next: State = patch(state, 'polling', {failures});
	if (request.kind === 'projects' && request.cursor !== undefined && isCursorRejected(error)) {
		const list = cursorRejected(state.projects.list, request.cursor, at);
		if (list.stopped === 'rejected cursor') return patch(next, 'projects', {loading: undefined, list});
		return patch(state, 'projects', {list});
	}

	if (error.kind === 'auth') return withKeyRejected(next, key, error, at);
	return error.kind === 'not found' ? withoutGone(next, at) : next;
}

function afterDeploymentsRead(
	state: State,
	{request: {projectId}, readAt, at}: Extract<AnswerFact, {type: 'deployments-read' | 'deployment-read'}>,
	merge: (known: ProjectDeployments, arrival: Arrival) => ProjectDeployments,
): Observed {
	const before = deploymentsOf(state, projectId);
	const known = merge(before, {readAt, at, skewMs: state.polling.skewMs});
	return afterObservation(before, withDeployments(state, projectId, known), projectId, at);
}

function afterAnswer(state: State, fact: AnswerFact): Observed {
	switch (fact.type) {
		case 'projects-read':
			return {state: withProjectPage(state, fact)};

		case 'project-read':
			return {state: withProject(state, fact.answer, fact.readAt)};

		case 'deployments-read': {
			const {projectId} = fact.request;
			const mayLack = (deploymentId: string) =>
				mayBeInvisible(state.writes.accepted.get(deploymentKey(projectId, deploymentId)), fact.readAt);
			const read = afterDeploymentsRead(state, fact, (before, arrival) => {
				const known = withListRead(before, fact.answer, arrival, mayLack);
				if (known === before) return before;
				const {list} = state.projects;
				// A newer record may have moved with deployments that this answer lacks.
				const isNewer = (pageOfProject(list, projectId)?.readAt ?? 0) > arrival.readAt;
				const revision = isNewer ? undefined : rowWithId(list, projectId);
				return {...known, rhythm: rhythmOf(fact.answer.deployments, revision, arrival)};
			});
			return {...read, state: withoutGone(read.state, fact.at)};
		}

		case 'deployment-read':
			return afterDeploymentsRead(state, fact, (known, arrival) => withOneRead(known, fact.answer, arrival));

		case 'raw-read': {
			const {answer: raw, readAt, at} = fact;
			return {state: withInterface(state, {rawRecord: {raw, readAt, at}})};
		}
	}
}

/** Whether known rows exist: an answer without usable rows must not renew their age. */
function hasRows(state: State, {type, request}: AnswerFact): boolean {
	if (type === 'deployments-read') return deploymentsOf(state, request.projectId).rows.length > 0;
	return (
		type === 'projects-read' && state.projects.list.pages.some(page => page.cursor === request.cursor && page.count > 0)
	);
}

function withCacheAsked(state: State, {request, readAt, ageMs = 0}: AnswerFact): State {
	const key = readKey(request);
	const {cachedAt} = state.polling;
	if (ageMs > 0) return patch(state, 'polling', {cachedAt: new Map(cachedAt).set(key, readAt + ageMs)});
	return cachedAt.has(key) ? patch(state, 'polling', {cachedAt: mapWithout(cachedAt, key)}) : state;
}

function afterSuccess(state: State, fact: AnswerFact): Observed {
	const {request, at} = fact;
	const observed = afterAnswer(withCacheAsked(withoutFailure(state, readKey(request)), fact), fact);
	const {state: next} = observed;
	const error = next === state ? undefined : unusableList(fact);
	if (!error) return observed;
	// Earlier failures count, too, so that the pauses grow.
	const {failures} = state.polling;
	const shown = hasRows(state, fact) ? state : patch(next, 'polling', {failures});
	return {state: withFailure(shown, {request, error, at})};
}

/** Whether the user has left the service, or the project has gone, since the read was sent. */
export function isObsolete({connection, projects: {records}}: State, fact: Fact): boolean {
	if (!('request' in fact)) return false;
	const {request} = fact;
	if (request.connectionId !== connection?.id) return true;
	return 'answer' in fact && 'projectId' in request && isRecordGoneSince(records, request.projectId, fact.readAt);
}

export function afterFact(state: State, fact: ReadFact): Observed {
	switch (fact.type) {
		case 'request-sent':
			return {state: withRequestSent(state, fact.sent)};
		case 'request-ended':
			return {state: withRequestEnded(state, fact.record)};
		case 'read-failed':
			return {state: withFailure(state, fact)};
		case 'woke-up':
			return {state: afterSleep(state, fact.since, fact.at)};
		case 'journal-recalled':
			return afterRecall(state, fact.snapshot, fact.at);
		default:
			return afterSuccess(state, fact);
	}
}
