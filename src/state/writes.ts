import type {Deployment, Project} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {startCursor} from '../model/cursor.ts';
import {keyOfDeployment} from '../model/deployment-changes.ts';
import {type FormProblem, withFormProblem} from '../model/form.ts';
import {knownProject} from '../model/project-list.ts';
import {projectOutcome} from '../model/status-words.ts';
import {
	changesText,
	type Done,
	type Intent,
	type IntentRef,
	mayBeInvisible,
	type OpenFinding,
	sentDrafts,
	type UnconfirmedWrite,
	unconfirmedWriteText,
	type Write,
} from '../model/write-intent.ts';
import {type Observed, triggeredHere} from './change-detection.ts';
import {dialogOf, withDialog} from './dialogs.ts';
import {isFormOf, withFormOf, withProblem} from './forms.ts';
import {withoutDeleted} from './gone-records.ts';
import {shortcutOf} from './preferences.ts';
import {isBeingDeleted, withoutMark} from './projects.ts';
import {withProject} from './reads.ts';
import type {BulkResult, BulkTarget, Dialog, Screen} from './screen.ts';
import {currentForm, mapWithout, patch, type State, withInterface, withNotice} from './state.ts';

const isForOtherConnection = ({connection}: State, {connectionId}: IntentRef): boolean =>
	connectionId !== (connection?.id ?? -1);

const isFromOpenDialog = ({interface: {dialog}}: State, writeId: string): boolean =>
	dialog !== undefined && 'writeId' in dialog && dialog.writeId === writeId;

/** Shows a problem in the write's form or dialog, or in the footer if that is closed. */
export function withWriteProblem(
	state: State,
	ref: IntentRef,
	problem: FormProblem,
	now: LocalTime,
	field?: string | undefined,
): State {
	if (isForOtherConnection(state, ref)) return state;
	if (isFromOpenDialog(state, ref.id)) return withProblem(state, problem);
	const next = withFormOf(state, ref.id, form => withFormProblem(form, problem, field));
	return next === state ? withNotice(state, safe(`${ref.project}: ${problem.sentence}`, 300), 'bad', now) : next;
}

export function afterWrite(state: State, done: Done, now: LocalTime): Observed {
	const {ref} = done;
	if (isForOtherConnection(state, ref)) return {state};
	const isAwaited = (target: BulkTarget) => target.id === ref.projectId && target.result === undefined;
	const isInBulk = dialogOf(state, 'bulk')?.targets.some(isAwaited) ?? false;
	const changed = afterEffect(withoutUnconfirmed(state, ref.id), done, now);
	if (isInBulk) return changed;
	const tone = done.kind === 'deployed' && done.differences ? 'bad' : 'good';
	return {...changed, state: withNotice(changed.state, doneText(state, done), tone, now)};
}

function doneText(state: State, done: Done): SafeText {
	if (done.kind !== 'saved') return done.notice;
	const changed = changesText(done.project, done.earlier);
	return changed === ''
		? done.notice
		: plain`${done.notice}, ${shortcutOf(state, 'unconfirmed-changes')} undoes · ${changed}`;
}

function afterEffect(state: State, done: Done, now: LocalTime): Observed {
	const {ref} = done;
	const cleared = withoutSent(state, done);
	switch (done.kind) {
		case 'created': {
			const wasFormOpen = isFormOf(currentForm(state), ref.id);
			const accepted = withAccepted(cleared, done.project.id, now);
			return {state: withCreated(accepted, done.project, wasFormOpen, now)};
		}
		case 'saved': {
			const lastEdit = {project: done.project, earlier: done.earlier};
			return {state: patch(withProject(cleared, done.project, now), 'writes', {lastEdit})};
		}
		case 'deleted':
			return {state: withoutDeleted(cleared, ref.projectId, now)};
		case 'deleting': {
			const {dialog} = cleared.interface;
			const closed = withInterface(cleared, {dialog: isFromOpenDialog(cleared, ref.id) ? undefined : dialog});
			const deleting = recentTimes(cleared.writes.deleting, ref.projectId, now);
			return {state: patch(closed, 'writes', {deleting})};
		}

		case 'deployed':
			return afterDeployment(withAccepted(cleared, keyOfDeployment(done.deployment), now), ref, done.deployment, now);
		case 'executed':
			return {state};
	}
}

const withAccepted = (state: State, key: string, now: LocalTime): State =>
	patch(state, 'writes', {accepted: recentTimes(state.writes.accepted, key, now)});

const recentTimes = (times: ReadonlyMap<string, LocalTime>, key: string, now: LocalTime) =>
	new Map([...times].filter(([, at]) => mayBeInvisible(at, now))).set(key, now);

function withoutSent(state: State, done: Done): State {
	const isOfWrite = (screen: Screen) => isFormOf(screen, done.ref.id);
	const {screens} = state.interface;
	// The sent form replaces its earlier draft.
	const keys = screens.some(isOfWrite) ? [done.ref.projectId] : sentDrafts(state.writes.drafts, done);
	const drafts = keys.reduce(mapWithout, state.writes.drafts);
	return patch(withInterface(state, {screens: screens.filter(screen => !isOfWrite(screen))}), 'writes', {drafts});
}

function withCreated(state: State, project: Project, wasFormOpen: boolean, now: LocalTime): State {
	const added = patch(withProject(state, project, now), 'polling', {refreshedAt: now});
	if (!wasFormOpen) return added;
	const opened: Screen = {name: 'deployments', projectId: project.id, cursor: startCursor};
	const cursor = {...startCursor, id: project.id};
	return withInterface(patch(added, 'projects', {cursor}), {screens: [...added.interface.screens, opened]});
}

/** Watches the new deployment. Selects it in its project's list if the question is still open. Opens nothing for a repeated write, which may finish much later. */
function afterDeployment(state: State, ref: IntentRef, deployment: Deployment, now: LocalTime): Observed {
	const {id, projectId} = deployment;
	const triggered = triggeredHere(state, deployment, safe(ref.project), now);
	if (!isFromOpenDialog(state, ref.id)) return triggered;
	const list: Screen = {name: 'deployments', projectId, cursor: {...startCursor, sought: {id, line: 0}}};
	const {screens} = triggered.state.interface;
	const at = screens.findIndex(({name}) => name === 'deployments');
	const opened = {dialog: undefined, screens: [...(at < 0 ? screens : screens.slice(0, at)), list]};
	return {...triggered, state: withInterface(triggered.state, opened)};
}

export function withUnconfirmedAdded(
	state: State,
	intended: Intent,
	reason: SafeText | undefined,
	now: LocalTime,
): State {
	const {id} = intended;
	const added: UnconfirmedWrite = {
		intended,
		reason,
		checks: 0,
		nextAt: undefined,
		problem: undefined,
		finding: undefined,
	};
	const editable = withFormOf(state, id, form => ({...form, isSending: false}));
	const unconfirmed = new Map(state.writes.unconfirmed).set(id, added);
	return withUnconfirmedShown(patch(editable, 'writes', {unconfirmed}), intended, now);
}

export function withUnconfirmed(state: State, id: string, changes: Partial<UnconfirmedWrite>): State {
	const {unconfirmed} = state.writes;
	const write = unconfirmed.get(id);
	if (!write) return state;
	return patch(state, 'writes', {unconfirmed: new Map(unconfirmed).set(id, {...write, ...changes})});
}

export function withFinding(state: State, intended: Intent, finding: OpenFinding, now: LocalTime): State {
	const found = withUnconfirmed(state, intended.id, {finding, nextAt: undefined, problem: undefined});
	return withUnconfirmedShown(found, intended, now);
}

export function withoutUnconfirmed(state: State, id: string): State {
	const next = patch(state, 'writes', {unconfirmed: mapWithout(state.writes.unconfirmed, id)});
	return dialogOf(state, 'unconfirmed change')?.id === id ? withInterface(next, {dialog: undefined}) : next;
}

function isBusyElsewhere(state: State, id: string): boolean {
	if (state.interface.dialog) return !isFromOpenDialog(state, id);
	const form = currentForm(state);
	return form !== undefined && !isFormOf(form, id);
}

function withUnconfirmedShown(state: State, intended: Intent, now: LocalTime): State {
	const {id} = intended;
	if (dialogOf(state, 'unconfirmed change')?.id === id) return state;
	if (!isBusyElsewhere(state, id)) return withInterface(state, {dialog: {name: 'unconfirmed change', id, top: 0}});
	const text = plain`${unconfirmedWriteText(intended)}: press ${shortcutOf(state, 'unconfirmed-changes')} to see`;
	return withNotice(state, text, 'bad', now);
}

export const unconfirmedText = (
	state: State,
	{isClaimedElsewhere, sentThrough}: {readonly isClaimedElsewhere: boolean; readonly sentThrough: SafeText | undefined},
): SafeText => {
	if (sentThrough)
		return plain`An earlier change is unconfirmed. It was sent through ${sentThrough}: connect there to decide.`;
	return isClaimedElsewhere
		? plain`An earlier change is unconfirmed: another running landfall is waiting for its outcome.`
		: plain`The last change is unconfirmed. Press esc, then ${shortcutOf(state, 'unconfirmed-changes')} to decide.`;
};

export const isDeployUnconfirmed = ({writes: {unconfirmed}}: Pick<State, 'writes'>, projectId: string): boolean =>
	[...unconfirmed.values()].some(({intended: {write}}) => write.kind === 'deploy' && write.projectId === projectId);

export function withDeployRejected(state: State, projectId: string): State {
	const at = knownProject(state, projectId)?.updatedAt;
	return patch(state, 'writes', {rejectedDeploys: new Map(state.writes.rejectedDeploys).set(projectId, at)});
}

/** The reason if the service is deleting the project, or rejected a deployment while the project was stopped and unchanged. A project in use may accept a deployment a moment later. */
export function unavailableReason(state: State, kind: Write['kind'], projectId: string): SafeText | undefined {
	if (isBeingDeleted(state, projectId)) return plain`The service is deleting this project`;
	const {rejectedDeploys} = state.writes;
	const {status, updatedAt} = knownProject(state, projectId) ?? {};
	const isKnown = rejectedDeploys.has(projectId) && rejectedDeploys.get(projectId) === updatedAt;
	if (kind !== 'deploy' || !status || !isKnown || projectOutcome(status) !== 'stopped') return undefined;
	return plain`The service rejected a deployment of this project while it is ${status.shown}`;
}

export const withBulk = (state: State, bulkId: string, changes: Partial<Extract<Dialog, {name: 'bulk'}>>): State =>
	dialogOf(state, 'bulk')?.id === bulkId ? withDialog(state, 'bulk', changes) : state;

/** Unmarks the project if the write succeeded. */
export function withBulkResult(state: State, bulkId: string, ref: IntentRef, result: BulkResult): State {
	if (isForOtherConnection(state, ref)) return state;
	const {projectId} = ref;
	const next = result.kind === 'done' ? withoutMark(state, projectId) : state;
	const targets = dialogOf(state, 'bulk')?.targets ?? [];
	return withBulk(next, bulkId, {
		targets: targets.map(target => (target.id === projectId ? {...target, result} : target)),
	});
}
