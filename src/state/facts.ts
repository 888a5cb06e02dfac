import type {ApiError} from '../api/errors.ts';
import type {RawAnswer} from '../api/raw-answer.ts';
import type {LoggedRequest, SentRequest} from '../api/transport.ts';
import type {Deployment, DeploymentList, Project, ProjectPage} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import type {DetectedChanges} from '../model/deployment-changes.ts';
import type {JournalSnapshot} from '../model/journal-snapshot.ts';
import type {ReadRequest} from '../model/read-request.ts';
import type {Done} from '../model/write-intent.ts';

/** `readAt`: the age of the answer, as the time when the request was sent, less the age of a cached answer. `at`: when the answer arrived. */
type AnsweredRead<Kind extends ReadRequest['kind'], Answer> = {
	readonly type: `${Kind}-read`;
	readonly request: Extract<ReadRequest, {kind: Kind}>;
	readonly answer: Answer;
	readonly readAt: LocalTime;
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

export type ReadFact =
	| AnswerFact
	| FailedRead
	| RequestFact
	| {readonly type: 'woke-up'; readonly since: LocalTime; readonly at: LocalTime}
	| {readonly type: 'journal-recalled'; readonly snapshot: JournalSnapshot; readonly at: LocalTime};

/** Reported even after the user has left the service. */
type WriteFact = {readonly type: 'write-done'} & Done;

export type Fact = (ReadFact | WriteFact) & {readonly detected?: DetectedChanges | undefined};

export const isAnswerOrRequest = (fact: Fact | undefined): boolean =>
	fact !== undefined && ('answer' in fact || fact.type === 'request-sent' || fact.type === 'request-ended');
