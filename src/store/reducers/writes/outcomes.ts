import type {Deployment, Project, ProjectChanges} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {type FormProblem, refused, sentAs} from '../../model/form.ts';
import {withEntry, withoutEntry} from '../../model/immutable-map.ts';
import {movedBy, startPosition} from '../../model/position.ts';
import type {LastWrite} from '../../model/writes/last-write.ts';
import type {Finding} from '../../model/writes/reconcile.ts';
import type {UnconfirmedWrite} from '../../model/writes/unconfirmed-write.ts';
import {baseOf, type WriteIntent, type WriteRef, writeText} from '../../model/writes/write-intent.ts';
import {isFormOf, withFormOf} from '../../state/current-form.ts';
import type {Dialog} from '../../state/interface/dialog.ts';
import type {EditField, Screen} from '../../state/interface/screen.ts';
import {keyOf} from '../../state/key-names.ts';
import {deploymentBounds} from '../../state/lists.ts';
import {currentScreen, type State, withInterface, withNotice} from '../../state/state.ts';
import {triggeredHere} from '../change-detection.ts';
import {withoutDeleted} from '../gone-projects.ts';
import {mutedMs} from '../key-guard.ts';
import {withProject} from '../reads.ts';

/** A write that succeeded. `bulkId`: the bulk operation that it is part of, whose dialog shows it. */
type Done = {
	readonly write: WriteRef;
	readonly remark: SafeText;
	readonly at: LocalTime;
	readonly bulkId?: string | undefined;
};

/** What a write has changed. */
export type DoneEvent =
	/** `name`: the name that was sent. */
	| ({readonly type: 'project-created'; readonly name: string; readonly project: Project} & Done)
	| ({readonly type: 'project-saved'; readonly sent: ProjectChanges; readonly project: Project} & Done)
	| ({readonly type: 'project-deleted'} & Done)
	| ({readonly type: 'deployment-triggered'; readonly deployment: Deployment; readonly body: string} & Done)
	/** Any other request was sent and succeeded. */
	| ({readonly type: 'request-executed'; readonly requestId: SafeText | undefined} & Done);

/** How writes end. */
export type OutcomeEvent =
	| DoneEvent
	/** Nothing has changed. */
	| {
			readonly type: 'write-rejected';
			readonly write: WriteRef;
			readonly problem: FormProblem;
			readonly field?: string | undefined;
			readonly at: LocalTime;
			readonly bulkId?: string | undefined;
	  }
	| {
			readonly type: 'answer-lost';
			readonly intended: WriteIntent;
			/** Undefined for a write of an earlier run. */
			readonly reason: SafeText | undefined;
			readonly at: LocalTime;
	  }
	| {
			readonly type: 'write-checked';
			readonly id: string;
			readonly checks: number;
			readonly nextAt: LocalTime;
			readonly problem: SafeText | undefined;
	  }
	| {readonly type: 'write-found'; readonly id: string; readonly finding: Finding; readonly at: LocalTime}
	/** The user has decided about an unconfirmed write: to forget it, or to send it again. */
	| {readonly type: 'write-settled'; readonly id: string; readonly isSentAgain?: true}
	/** The service is too busy for a write, which waits to be sent again. Undefined: the wait is over. */
	| {readonly type: 'write-delayed'; readonly until: LocalTime | undefined};

/** Whether a write was sent from the open dialog. */
const isFromOpenDialog = ({interface: {dialog}}: State, writeId: string): boolean =>
	dialog !== undefined && 'writeId' in dialog && dialog.writeId === writeId;

/** Shows why a write was rejected in its form or dialog, or in the footer if that is closed. */
function rejected(state: State, {write, problem, field, at}: Extract<OutcomeEvent, {type: 'write-rejected'}>): State {
	const {dialog} = state.interface;
	if (isFromOpenDialog(state, write.id) && (dialog?.name === 'deploy' || dialog?.name === 'delete'))
		return withInterface(state, {dialog: {...dialog, isSending: false, problem}});
	const next = withFormOf(state, write.id, form => refused(form, problem, field));
	const text = safe(`${write.project}: ${problem.sentence}`, 300);
	return next === state ? withNotice(state, text, 'bad', at) : next;
}

/** Closes the form that was sent. */
const withoutForm = (state: State, writeId: string): State =>
	withInterface(state, {screens: state.interface.screens.filter(screen => !isFormOf(screen, writeId))});

/** Discards the draft of a project if it contains nothing beyond what was saved. */
function withoutDraft(state: State, project: Project, sent: ProjectChanges): State {
	const {drafts} = state.writes;
	const draft = drafts.edits.get(project.id);
	if (!draft) return state;
	const saved = {...baseOf(project).values, ...sent};
	const hasUnsaved = (Object.keys(draft) as EditField[]).some(field => draft[field] !== (saved[field] ?? ''));
	return hasUnsaved
		? state
		: {...state, writes: {...state.writes, drafts: {...drafts, edits: withoutEntry(drafts.edits, project.id)}}};
}

/** Adds the new project. Opens it if its form is still open. */
function created(state: State, {write, name, project, at}: Extract<DoneEvent, {type: 'project-created'}>): State {
	const left = withProject(withoutForm(state, write.id), project, at);
	const {drafts} = left.writes;
	const {screens} = left.interface;
	const next = {
		...left,
		writes: {...left.writes, drafts: drafts.create === name ? {...drafts, create: ''} : drafts},
		polling: {...left.polling, refreshedAt: at},
	};
	if (!isFormOf(currentScreen(state), write.id)) return next;
	const opened: Screen = {name: 'deployments', projectId: project.id, position: startPosition};
	return withInterface(next, {screens: [...screens, opened]});
}

/** Removes a project, and closes its screens and dialogs. */
function deleted(state: State, projectId: string, at: LocalTime): State {
	const {dialog} = state.interface;
	const isAbout = dialog !== undefined && 'projectId' in dialog && dialog.projectId === projectId;
	const screens = state.interface.screens.filter(screen => !('projectId' in screen) || screen.projectId !== projectId);
	return withoutDeleted(withInterface(state, {dialog: isAbout ? undefined : dialog, screens}), projectId, at);
}

/** Adds the new deployment and watches it. If its question is still open, opens its project's list with the deployment selected. A deployment that was sent again may come much later, so it opens nothing. */
function triggered(state: State, {write, deployment, at}: Extract<DoneEvent, {type: 'deployment-triggered'}>): State {
	const {id, projectId} = deployment;
	const opensList = isFromOpenDialog(state, write.id);
	const left = opensList ? withInterface(state, {dialog: undefined}) : state;
	const seen = triggeredHere(left, deployment, safe(write.project), at);
	if (!opensList) return seen;
	const isOpen = seen.interface.screens.some(screen => screen.name === 'deployments' && screen.projectId === projectId);
	const screens: readonly Screen[] = isOpen
		? seen.interface.screens
		: [...seen.interface.screens, {name: 'deployments', projectId, position: startPosition}];
	const bounds = deploymentBounds(seen, projectId);
	const position = movedBy({...startPosition, id, index: bounds.indexOf(id) ?? 0}, 0, bounds);
	return withInterface(seen, {
		mutedKey: {key: 'y', until: at + mutedMs, questionKey: undefined},
		screens: screens.map(screen =>
			screen.name === 'deployments' && screen.projectId === projectId ? {...screen, position} : screen,
		),
	});
}

/** Returns what a successful write changed, as it can be made again. */
function lastWriteOf(event: DoneEvent): LastWrite['write'] | undefined {
	switch (event.type) {
		case 'project-created':
			return {kind: 'create', name: event.name};
		case 'project-saved':
			return {kind: 'edit', projectId: event.write.projectId, changes: event.sent};
		case 'project-deleted':
			return {kind: 'delete', projectId: event.write.projectId};
		case 'deployment-triggered':
			return {kind: 'deploy', projectId: event.write.projectId, body: event.body};
		case 'request-executed':
			return undefined;
	}
}

/** Says in the footer what a write has changed, and keeps it as the last write. */
function remarked(state: State, event: DoneEvent): State {
	const {remark, at, bulkId} = event;
	if (bulkId !== undefined) return state;
	const last = lastWriteOf(event);
	const {connectionId} = event.write;
	const kept = last ? {...state, writes: {...state.writes, last: {connectionId, write: last}}} : state;
	return withNotice(kept, remark, 'good', at);
}

const withUnconfirmed = (state: State, write: UnconfirmedWrite): State => ({
	...state,
	writes: {...state.writes, unconfirmed: withEntry(state.writes.unconfirmed, write.intended.id, write)},
});

const isAbout = (dialog: Dialog | undefined, id: string): boolean =>
	dialog?.name === 'unconfirmed change' && dialog.id === id;

/** Whether the user is in a form or dialog other than the one the write was sent from. */
function isElsewhere(state: State, id: string): boolean {
	const {dialog} = state.interface;
	if (dialog) return !('writeId' in dialog) || dialog.writeId !== id;
	const screen = currentScreen(state);
	return 'form' in screen && !isFormOf(screen, id);
}

/** Opens the dialog about an unconfirmed write. If the user is in another form or dialog, shows a notice instead. */
function shown(state: State, id: string, at: LocalTime): State {
	if (!isElsewhere(state, id)) return withInterface(state, {dialog: {name: 'unconfirmed change', id, top: 0}});
	const write = state.writes.unconfirmed.get(id);
	if (!write || isAbout(state.interface.dialog, id)) return state;
	const text = plain`We don't know whether ${writeText(write.intended)}: press ${keyOf(state, 'unconfirmed-changes', plain`u`)} to see`;
	return withNotice(state, text, 'bad', at);
}

/** Returns the state without an unconfirmed write, whose outcome is known or no longer matters. */
function settled(state: State, id: string): State {
	const {writes} = state;
	if (!writes.unconfirmed.has(id)) return state;
	const next = {...state, writes: {...writes, unconfirmed: withoutEntry(writes.unconfirmed, id)}};
	return isAbout(state.interface.dialog, id) ? withInterface(next, {dialog: undefined}) : next;
}

/** Shows what a write has changed. */
function done(state: State, event: DoneEvent): State {
	switch (event.type) {
		case 'project-created':
			return created(state, event);
		case 'project-saved': {
			const saved = withProject(withoutForm(state, event.write.id), event.project, event.at);
			return withoutDraft(saved, event.project, event.sent);
		}

		case 'project-deleted':
			return deleted(state, event.write.projectId, event.at);
		case 'deployment-triggered':
			return triggered(state, event);
		case 'request-executed':
			return state;
	}
}

export function reduceOutcomes(state: State, event: OutcomeEvent): State {
	// The user has connected to another service since. Nothing changes here, but the journal must hear of it.
	if ('write' in event && event.write.connectionId !== (state.connection?.id ?? -1)) return {...state};
	switch (event.type) {
		case 'project-created':
		case 'project-saved':
		case 'project-deleted':
		case 'deployment-triggered':
		case 'request-executed':
			return remarked(done(settled(state, event.write.id), event), event);
		case 'write-rejected':
			// A bulk operation shows it in its dialog. The journal must hear of it.
			return event.bulkId === undefined ? rejected(state, event) : {...state};
		case 'answer-lost': {
			const {intended, reason, at} = event;
			const write = {
				intended,
				reason,
				checks: 0,
				nextAt: undefined,
				problem: undefined,
				finding: undefined,
				foundAt: undefined,
			};
			const editable = withFormOf(state, intended.id, form => ({...form, isSending: false}));
			return shown(withUnconfirmed(editable, write), intended.id, at);
		}

		case 'write-checked': {
			const write = state.writes.unconfirmed.get(event.id);
			const {checks, nextAt, problem} = event;
			return write ? withUnconfirmed(state, {...write, checks, nextAt, problem, finding: undefined}) : state;
		}

		case 'write-found': {
			const write = state.writes.unconfirmed.get(event.id);
			if (!write) return state;
			const found = {...write, finding: event.finding, foundAt: event.at, nextAt: undefined, problem: undefined};
			// A confirmed write is reported by an event of its own.
			const next = withUnconfirmed(state, found);
			return event.finding.kind === 'confirmed' ? next : shown(next, event.id, event.at);
		}

		case 'write-settled':
			return event.isSentAgain
				? withFormOf(settled(state, event.id), event.id, form => sentAs(form, event.id))
				: settled(state, event.id);
		case 'write-delayed':
			return {...state, writes: {...state.writes, waitingUntil: event.until}};
	}
}

/** Whether a deployment of the project was sent, and its outcome is unknown. */
export const isDeployUnconfirmed = ({writes: {unconfirmed}}: Pick<State, 'writes'>, projectId: string): boolean =>
	[...unconfirmed.values()].some(({intended: {write}}) => write.kind === 'deploy' && write.projectId === projectId);
