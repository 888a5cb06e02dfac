import type {Deployment, Project, ProjectChanges} from '../api/types.ts';
import type {SafeText} from '../text.ts';
import {deafMs} from './asking.ts';
import {withoutDeleted} from './deleting.ts';
import {deploymentArrived, noDeployments} from './deployment-list.ts';
import {indexOfDeployment} from './deployment-rows.ts';
import {deploymentExtent} from './extent.ts';
import {focusMoved, type Problem, refused, sending, typed, valuesFrom} from './form.ts';
import {withForm} from './form-screen.ts';
import {withEntry, withoutEntry} from './immutable-map.ts';
import {withDeployments} from './live-view.ts';
import {projectNameOf} from './names.ts';
import {triggeredHere} from './observing.ts';
import {movedBy, startPosition} from './position.ts';
import {withProject} from './reading.ts';
import {currentScreen, type EditField, type Screen, type State} from './state.ts';
import {baseOf, contestedFields} from './write.ts';

export type WritingEvent =
	| {readonly type: 'field-typed'; readonly field: string; readonly value: string}
	/** Values were brought from elsewhere for the form that is open; fields that are not named stay. */
	| {readonly type: 'values-brought'; readonly values: Partial<Record<EditField, string>>}
	| {readonly type: 'field-moved'; readonly by: number}
	| {readonly type: 'sending-started'}
	/** A protected project is asked about once more before it is deployed. */
	| {readonly type: 'asked-again'}
	/** Somebody else has changed what was changed here. */
	| {
			readonly type: 'conflict-found';
			readonly projectId: string;
			readonly theirs: Project;
			readonly changes: ProjectChanges;
	  }
	| {readonly type: 'conflict-chosen'; readonly isMine: boolean}
	| {readonly type: 'not-accepted'; readonly problem: Problem; readonly field?: string | undefined}
	| {readonly type: 'project-created'; readonly project: Project; readonly remark: SafeText; readonly at: number}
	| {readonly type: 'project-saved'; readonly project: Project; readonly remark: SafeText; readonly at: number}
	| {readonly type: 'project-deleted'; readonly projectId: string; readonly remark: SafeText; readonly at: number}
	| {
			readonly type: 'deployment-triggered';
			readonly deployment: Deployment;
			readonly remark: SafeText;
			readonly at: number;
	  };

/** Applies what happened to a write to the question that asked for it, or else to the form. */
function withWrite(state: State, isSending: boolean, problem?: Problem, field?: string): State {
	const {dialog} = state;
	if (dialog?.name === 'deploy' || dialog?.name === 'delete')
		return {...state, dialog: {...dialog, isSending, problem}};
	return withForm(state, form => (problem ? refused(form, problem, field) : sending(form)));
}

/** Puts what was typed beside what somebody else made of it. Nothing of theirs is overwritten unless that is chosen. */
function withConflict(
	state: State,
	{projectId, theirs, changes}: Extract<WritingEvent, {type: 'conflict-found'}>,
): State {
	const screen = currentScreen(state);
	if (screen.name !== 'edit') return state;
	const base = baseOf(theirs);
	const both = contestedFields(changes, screen.base, base);
	const contested = both.map(field => ({
		field,
		mine: changes[field] ?? '',
		theirs: base.values[field] ?? '',
		isMine: false,
	}));
	const own: ProjectChanges = valuesFrom(
		(Object.keys(changes) as ReadonlyArray<keyof ProjectChanges>)
			.filter(field => !both.includes(field))
			.map(field => [field, changes[field] ?? '']),
	);
	const unsent = withForm(state, form => ({...form, isSending: false}));
	return {
		...unsent,
		dialog: {name: 'conflict', index: 0, projectId, fields: contested, changes: own, base},
	};
}

function withChoice(state: State, isMine: boolean): State {
	const {dialog} = state;
	if (dialog?.name !== 'conflict') return state;
	const fields = dialog.fields.map((contested, index) => (index === dialog.index ? {...contested, isMine} : contested));
	return {...state, dialog: {...dialog, fields}};
}

/** Leaves the form that was sent, if it is still the one on the screen. */
const withoutForm = (state: State, name: Screen['name']): State =>
	currentScreen(state).name === name ? {...state, screens: state.screens.slice(0, -1)} : state;

function withoutDraft(state: State, projectId: string): State {
	return {...state, drafts: {...state.drafts, edits: withoutEntry(state.drafts.edits, projectId)}};
}

const remarked = (state: State, text: SafeText, at: number): State => ({
	...state,
	notice: {kind: 'said', text, tone: 'good', at},
});

/** Opens the new project, if whoever added it still waits for it. */
function created(state: State, project: Project, at: number): State {
	const isAwaited = currentScreen(state).name === 'create';
	const left = withoutForm(state, 'create');
	return {
		...left,
		drafts: {...left.drafts, create: ''},
		opened: withEntry(left.opened, project.id, {project, askedAt: at}),
		refreshedAt: at,
		screens: isAwaited
			? [...left.screens, {name: 'deployments', projectId: project.id, position: startPosition}]
			: left.screens,
	};
}

/** Every screen that was about the project is left. */
function deleted(state: State, projectId: string, at: number): State {
	const screens = state.screens.filter(screen => !('projectId' in screen) || screen.projectId !== projectId);
	return withoutDeleted({...state, dialog: undefined, screens}, projectId, at);
}

/** Shows the new deployment at the top of its project's list, picked, and follows it until it concludes. */
function triggered(state: State, deployment: Deployment, at: number): State {
	const {id, projectId} = deployment;
	const moment = {askedAt: at, at, skewMs: state.skewMs};
	const known = deploymentArrived(state.deployments.get(projectId) ?? noDeployments, deployment, moment);
	const project = state.dialog && 'title' in state.dialog ? state.dialog.title : projectNameOf(state, projectId);
	const seen = triggeredHere({...state, dialog: undefined}, deployment, project, at);
	const listed = withDeployments(seen, projectId, known);
	const isOpen = listed.screens.some(screen => screen.name === 'deployments' && screen.projectId === projectId);
	const screens: readonly Screen[] = isOpen
		? listed.screens
		: [...listed.screens, {name: 'deployments', projectId, position: startPosition}];
	const index = indexOfDeployment(known, id) ?? 0;
	const picked = movedBy({...startPosition, id, index}, 0, deploymentExtent(listed, projectId));
	return {
		...listed,
		screens: screens.map(screen =>
			screen.name === 'deployments' && screen.projectId === projectId ? {...screen, position: picked} : screen,
		),
	};
}

export function reduceWriting(state: State, event: WritingEvent): State {
	switch (event.type) {
		case 'field-typed':
			return withForm(state, form => typed(form, event.field, event.value));
		case 'values-brought':
			return withForm(state, form =>
				Object.entries(event.values).reduce((next, [name, value]) => typed(next, name, value), form),
			);
		case 'field-moved':
			return withForm(state, form => focusMoved(form, event.by));
		case 'sending-started':
			return withWrite(state, true);
		case 'asked-again':
			return state.dialog?.name === 'deploy' ? {...state, dialog: {...state.dialog, isAskedAgain: true}} : state;
		case 'conflict-found':
			return withConflict(state, event);
		case 'conflict-chosen':
			return withChoice(state, event.isMine);
		case 'not-accepted':
			return withWrite(state, false, event.problem, event.field);
		case 'project-created':
			return remarked(created(state, event.project, event.at), event.remark, event.at);
		case 'project-saved': {
			const saved = withProject(withoutForm(state, 'edit'), event.project, event.at);
			return remarked(withoutDraft(saved, event.project.id), event.remark, event.at);
		}

		case 'project-deleted':
			return remarked(deleted(state, event.projectId, event.at), event.remark, event.at);
		case 'deployment-triggered':
			return {
				...remarked(triggered(state, event.deployment, event.at), event.remark, event.at),
				deafTo: {key: 'y', until: event.at + deafMs, asking: undefined},
			};
	}
}
