import type {Project, ProjectChanges} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {safe} from '../../../text.ts';
import {deploymentArrived} from '../../model/deployments/deployment-list.ts';
import {indexOfDeployment} from '../../model/deployments/deployment-rows.ts';
import {focusMoved, refused, type Submission, sentAs, typed, valuesFrom} from '../../model/form.ts';
import {withEntry, withoutEntry} from '../../model/immutable-map.ts';
import {movedBy, startPosition} from '../../model/position.ts';
import {baseOf, contestedFields} from '../../model/writes/write-intent.ts';
import {isFormOf, withForm, withFormOf} from '../../state/current-form.ts';
import {deploymentsOf, knownDeployment} from '../../state/deployments/known-deployment.ts';
import type {EditField, Screen} from '../../state/interface/screen.ts';
import {deploymentBounds} from '../../state/list-bounds.ts';
import {withDeployments} from '../../state/live-view.ts';
import {currentScreen, type State, withInterface} from '../../state/state.ts';
import {withNotice} from '../../state/with-notice.ts';
import {triggeredHere} from '../change-detection.ts';
import {withoutDeleted} from '../gone-projects.ts';
import {mutedMs} from '../key-guard.ts';
import {withProject} from '../reads.ts';
import {withLastWrite} from './last-write.ts';
import type {DoneWrite, WriteResultEvent} from './write-result-event.ts';

type Change = <Sent extends Submission>(sent: Sent) => Sent;

/** Applies a change to the open deploy or delete dialog, or else to the form. */
function withOpen(state: State, change: Change): State {
	const {dialog} = state.interface;
	if (dialog?.name === 'deploy' || dialog?.name === 'delete') return withInterface(state, {dialog: change(dialog)});
	return withForm(state, change);
}

/** Whether a write was sent from the open dialog. */
const isFromOpenDialog = ({interface: {dialog}}: State, writeId: string): boolean =>
	dialog !== undefined && 'writeId' in dialog && dialog.writeId === writeId;

/** Whether the dialog or form that a write was sent from is still open. */
const isAwaited = (state: State, writeId: string): boolean =>
	isFromOpenDialog(state, writeId) || isFormOf(currentScreen(state), writeId);

/** Shows why a write was rejected in its form or dialog, or in the footer if that is closed. */
function rejected(
	state: State,
	{write, problem, field, at}: Extract<WriteResultEvent, {type: 'write-rejected'}>,
): State {
	const {dialog} = state.interface;
	if (isFromOpenDialog(state, write.id) && (dialog?.name === 'deploy' || dialog?.name === 'delete'))
		return withInterface(state, {dialog: {...dialog, isSending: false, problem}});
	const next = withFormOf(state, write.id, form => refused(form, problem, field));
	const text = safe(`${write.project}: ${problem.sentence}`, 300);
	return next === state ? withNotice(state, text, 'bad', at) : next;
}

/** Opens the conflict dialog with both values of each contested field. What the user typed is chosen in advance. */
function withConflict(
	state: State,
	{write, theirs, changes}: Extract<WriteResultEvent, {type: 'conflict-found'}>,
): State {
	const screen = currentScreen(state);
	if (screen.name !== 'edit' || !isFormOf(screen, write.id)) return state;
	const base = baseOf(theirs);
	const both = contestedFields(changes, screen.base, base);
	const contested = both.map(field => ({
		field,
		mine: changes[field] ?? '',
		theirs: base.values[field] ?? '',
		isMine: true,
	}));
	const own: ProjectChanges = valuesFrom(
		(Object.keys(changes) as ReadonlyArray<keyof ProjectChanges>)
			.filter(field => !both.includes(field))
			.map(field => [field, changes[field] ?? '']),
	);
	const unsent = withForm(state, form => ({...form, isSending: false}));
	return withInterface(unsent, {
		dialog: {name: 'conflict', index: 0, projectId: write.projectId, fields: contested, changes: own, base},
	});
}

function withChoice(state: State, isMine: boolean): State {
	const {dialog} = state.interface;
	if (dialog?.name !== 'conflict') return state;
	const fields = dialog.fields.map((contested, index) => (index === dialog.index ? {...contested, isMine} : contested));
	return withInterface(state, {dialog: {...dialog, fields}});
}

/** Closes the conflict dialog. Where the user kept the values of someone else, the form and the draft forget the user's own. */
function withResolution(state: State): State {
	const {dialog} = state.interface;
	if (dialog?.name !== 'conflict') return state;
	const theirs = valuesFrom(dialog.fields.filter(({isMine}) => !isMine).map(({field, theirs: text}) => [field, text]));
	const drafts = {...state.writes.drafts, edits: withoutEntry(state.writes.drafts.edits, dialog.projectId)};
	return withForm({...withInterface(state, {dialog: undefined}), writes: {...state.writes, drafts}}, form => ({
		...form,
		values: {...form.values, ...theirs},
		initial: {...form.initial, ...theirs},
	}));
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

const remarked = (state: State, {remark, at}: DoneWrite): State => withNotice(state, remark, 'good', at);

/** Adds the new project. Opens it if its form is still open. */
function created(
	state: State,
	{write, name, project, at}: Extract<WriteResultEvent, {type: 'project-created'}>,
): State {
	const left = withoutForm(state, write.id);
	const {drafts} = left.writes;
	return {
		...left,
		writes: {...left.writes, drafts: drafts.create === name ? {...drafts, create: ''} : drafts},
		projects: {...left.projects, opened: withEntry(left.projects.opened, project.id, {project, askedAt: at})},
		polling: {...left.polling, refreshedAt: at},
		interface: {
			...left.interface,
			screens: isAwaited(state, write.id)
				? [...left.interface.screens, {name: 'deployments', projectId: project.id, position: startPosition}]
				: left.interface.screens,
		},
	};
}

/** Removes a project, and closes its screens and dialogs. */
function deleted(state: State, projectId: string, at: LocalTime): State {
	const {dialog} = state.interface;
	const isAbout = dialog !== undefined && 'projectId' in dialog && dialog.projectId === projectId;
	const screens = state.interface.screens.filter(screen => !('projectId' in screen) || screen.projectId !== projectId);
	return withoutDeleted(withInterface(state, {dialog: isAbout ? undefined : dialog, screens}), projectId, at);
}

/** Adds the new deployment and watches it. If its question is still open, opens its project's list with the deployment selected. A deployment that was sent again may come much later, so it opens nothing. */
function triggered(
	state: State,
	{write, deployment, at}: Extract<WriteResultEvent, {type: 'deployment-triggered'}>,
): State {
	const {id, projectId} = deployment;
	const opensList = isFromOpenDialog(state, write.id);
	const left = opensList ? withInterface(state, {dialog: undefined}) : state;
	const seen = triggeredHere(left, deployment, safe(write.project), at);
	const {deployment: newest = deployment, askedAt = at} = knownDeployment(seen, projectId, id) ?? {};
	const moment = {askedAt, at, skewMs: state.polling.skewMs};
	const known = deploymentArrived(deploymentsOf(seen, projectId), newest, moment);
	const listed = withDeployments(seen, projectId, known);
	if (!opensList) return listed;
	const isOpen = listed.interface.screens.some(
		screen => screen.name === 'deployments' && screen.projectId === projectId,
	);
	const screens: readonly Screen[] = isOpen
		? listed.interface.screens
		: [...listed.interface.screens, {name: 'deployments', projectId, position: startPosition}];
	const index = indexOfDeployment(known, id) ?? 0;
	const position = movedBy({...startPosition, id, index}, 0, deploymentBounds(listed, projectId));
	return withInterface(listed, {
		screens: screens.map(screen =>
			screen.name === 'deployments' && screen.projectId === projectId ? {...screen, position} : screen,
		),
	});
}

export function reduceWrites(state: State, event: WriteResultEvent): State {
	// The user has connected to another service since. Nothing changes here, but the journal must hear of it.
	if ('write' in event && event.write.connectionId !== (state.connection?.id ?? -1)) return {...state};
	return withLastWrite(reduceResult(state, event), event);
}

function reduceResult(state: State, event: WriteResultEvent): State {
	switch (event.type) {
		case 'field-typed':
			return withForm(state, form => typed(form, event.field, event.value));
		case 'form-filled':
			return withForm(state, form =>
				Object.entries(event.values).reduce((next, [name, value]) => typed(next, name, value), form),
			);
		case 'field-focused':
			return withForm(state, form => focusMoved(form, event.by));
		case 'input-refused':
			return state.interface.dialog
				? withOpen(state, sent => ({...sent, problem: event.problem}))
				: withForm(state, form => refused(form, event.problem, event.field));
		case 'write-started':
			return withOpen(state, sent => sentAs(sent, event.writeId));
		case 'sent-again':
			return withFormOf(state, event.writeId, form => sentAs(form, event.writeId));
		case 'second-confirmation-asked':
			return state.interface.dialog?.name === 'deploy'
				? withInterface(state, {dialog: {...state.interface.dialog, isAskedAgain: true}})
				: state;
		case 'conflict-found':
			return withConflict(state, event);
		case 'conflict-chosen':
			return withChoice(state, event.isMine);
		case 'conflict-resolved':
			return withResolution(state);
		case 'write-rejected':
			return rejected(state, event);
		case 'project-created':
			return remarked(created(state, event), event);
		case 'project-saved': {
			const saved = withProject(withoutForm(state, event.write.id), event.project, event.at);
			return remarked(withoutDraft(saved, event.project, event.sent), event);
		}

		case 'project-deleted':
			return remarked(deleted(state, event.write.projectId, event.at), event);
		case 'request-executed':
			return remarked(state, event);
		case 'deployment-triggered': {
			const next = remarked(triggered(state, event), event);
			const mutedKey = {key: 'y', until: event.at + mutedMs, questionKey: undefined};
			return isFromOpenDialog(state, event.write.id) ? withInterface(next, {mutedKey}) : next;
		}
	}
}
