import type {Deployment, Project, ProjectChanges} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {SafeText} from '../../../text.ts';
import type {FormProblem} from '../../model/form.ts';
import type {WriteRef} from '../../model/writes/write-intent.ts';
import type {EditField} from '../../state/interface/screen.ts';

/** What the user does in a form, and how writes end. */
export type WriteResultEvent =
	| {readonly type: 'field-typed'; readonly field: string; readonly value: string}
	/** Values were loaded into the open form. Other fields keep their text. */
	| {readonly type: 'form-filled'; readonly values: Partial<Record<EditField, string>>}
	| {readonly type: 'field-focused'; readonly by: number}
	/** The input in the open form or dialog is invalid, so nothing was sent. */
	| {readonly type: 'input-refused'; readonly problem: FormProblem; readonly field?: string | undefined}
	/** The open form or dialog is being sent. */
	| {readonly type: 'write-started'; readonly writeId: string}
	/** An unconfirmed write is being sent again. */
	| {readonly type: 'sent-again'; readonly writeId: string}
	/** The user must confirm the deployment of a protected project a second time. */
	| {readonly type: 'second-confirmation-asked'}
	/** Another client has changed the same fields. */
	| {
			readonly type: 'conflict-found';
			readonly write: WriteRef;
			readonly theirs: Project;
			readonly changes: ProjectChanges;
	  }
	| {readonly type: 'conflict-chosen'; readonly isMine: boolean}
	/** The user has chosen in all contested fields. */
	| {readonly type: 'conflict-resolved'}
	| {
			readonly type: 'write-rejected';
			readonly write: WriteRef;
			readonly problem: FormProblem;
			readonly field?: string | undefined;
			readonly at: LocalTime;
	  }
	/** `name`: the name that was sent. */
	| ({readonly type: 'project-created'; readonly name: string; readonly project: Project} & DoneWrite)
	| ({readonly type: 'project-saved'; readonly sent: ProjectChanges; readonly project: Project} & DoneWrite)
	| ({readonly type: 'project-deleted'} & DoneWrite)
	| ({readonly type: 'deployment-triggered'; readonly deployment: Deployment; readonly body?: string} & DoneWrite)
	/** Any other request was sent and succeeded. */
	| ({readonly type: 'request-executed'; readonly requestId: SafeText | undefined} & DoneWrite);

export type DoneWrite = {readonly write: WriteRef; readonly remark: SafeText; readonly at: LocalTime};
