import type {ApiError} from '../api/errors.ts';
import type {RawAnswer} from '../api/raw-answer.ts';
import type {LoggedRequest, SentRequest} from '../api/transport.ts';
import type {Deployment, DeploymentList, Project, ProjectPage} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import type {DetectedChanges} from '../model/deployment-changes.ts';
import type {JournalSnapshot} from '../model/journal-snapshot.ts';
import type {ReadRequest} from '../model/read-request.ts';
import type {Done} from '../model/write-intent.ts';

/** A successful read. `requestedAt`: since when its answer is at least true: when it was sent, less the time that a cache has kept the answer. `at`: when that arrived. Both by the local clock. */
type AnsweredRead<Kind extends ReadRequest['kind'], Answer> = {
	readonly type: `${Kind}-read`;
	readonly request: Extract<ReadRequest, {kind: Kind}>;
	readonly answer: Answer;
	readonly requestedAt: LocalTime;
	readonly ageMs?: number;
	readonly at: LocalTime;
};

export type AnswerFact =
	| AnsweredRead<'projects', ProjectPage>
	| AnsweredRead<'project', Project>
	| AnsweredRead<'deployments', DeploymentList>
	| AnsweredRead<'deployment', Deployment>
	| AnsweredRead<'raw', RawAnswer>;

export type FailedRead = {
	readonly type: 'read-failed';
	readonly request: ReadRequest;
	readonly error: ApiError;
	readonly at: LocalTime;
};

export type RequestFact =
	| {readonly type: 'request-sent'; readonly sent: SentRequest}
	| {readonly type: 'request-ended'; readonly record: LoggedRequest};

/** What landfall learns by reading: from the service, the clock and the journal. `withFact` says what it does to the state. */
export type ReadFact =
	| AnswerFact
	| FailedRead
	| RequestFact
	/** The computer has slept since `since`, or its clock was set ahead. */
	| {readonly type: 'woke-up'; readonly since: LocalTime; readonly at: LocalTime}
	/** The journal's data about the service was loaded. */
	| {readonly type: 'journal-recalled'; readonly snapshot: JournalSnapshot; readonly at: LocalTime};

/** A write has changed something. Told even if the user has left its service. */
type WriteFact = {readonly type: 'write-done'} & Done;

/** What has happened, for those who listen for it. `detected`: what it shows of deployments, if that is news. The store adds it. */
export type Fact = (ReadFact | WriteFact) & {readonly detected?: DetectedChanges | undefined};

/** Whether a fact is an answer of the service or the progress of a request. */
export const isAnswerOrRequest = (fact: Fact | undefined): boolean =>
	fact !== undefined && ('answer' in fact || fact.type === 'request-sent' || fact.type === 'request-ended');
