import {changeNames} from '../api/decode.ts';
import {listLimit, type ProjectChanges} from '../api/types.ts';
import {maxPages} from '../api/whole-list.ts';
import {isVisible, plain, type SafeText, safe} from '../base/text.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {
	answerFor,
	type Confirmation,
	confirmationFor,
	emptyBody,
	isAnswer,
	mismatchText,
} from '../model/confirmation.ts';
import {connectionKey, isProtected} from '../model/connection.ts';
import {changes, type FormProblem, formProblemOf, sentAs} from '../model/form.ts';
import {knownProject, projectNameOf} from '../model/project-list.ts';
import {type IntentRef, refOf, type Write} from '../model/write-intent.ts';
import {chosenDeploy, dialogOf, openDialog, withDialog} from '../state/dialogs.ts';
import {withFormOf, withProblem, withSending} from '../state/forms.ts';
import {unreadField} from '../state/key-guard.ts';
import {goBack} from '../state/navigation.ts';
import type {EditField} from '../state/screen.ts';
import {currentForm, type State} from '../state/state.ts';
import {unconfirmedText, withoutUnconfirmed, withWriteProblem} from '../state/writes.ts';
import type {ApprovedWrite} from './preflight.ts';
import {notify, type SyncContext} from './store.ts';
import {type MutateOutcome, unrecordedText, type Writes} from './write-queue.ts';

/** A list longer than landfall reads cannot prove that a project is new, so its ids are not recorded. */
const maxKnown = maxPages * listLimit;

/** Records the ids of the loaded projects, because none of them can be the new one. */
const creationOf = (name: string, {projects: {list}}: State, earlier: readonly string[] = []): Write => ({
	kind: 'create',
	name,
	known: list.rows.length <= maxKnown ? [...new Set([...earlier, ...list.rows.map(({id}) => id)])] : earlier,
});

function writeProblem(outcome: MutateOutcome, state: State): FormProblem | undefined {
	switch (outcome.kind) {
		case 'rejected':
			return formProblemOf(outcome.error);
		case 'unrecorded':
			return {sentence: outcome.reason, error: undefined};
		case 'unavailable':
			return {sentence: unconfirmedText(state, outcome.by), error: undefined};
		case 'contested':
			// The form's notes show the values, which may change again.
			return {sentence: plain`Someone else changed it in the meantime, so nothing was sent.`, error: undefined};
		default:
			return undefined;
	}
}

export function createProjectWrites({store, journalOf}: SyncContext, writes: Writes) {
	const showProblem = (sentence: SafeText, field?: EditField) =>
		store.change(state => withProblem(state, {sentence, error: undefined}, field));

	function nothingToSend() {
		store.change(goBack);
		notify(store, plain`Nothing was changed, so nothing was sent`, 'quiet');
	}

	function begin(projectId: string, project: string): IntentRef {
		const ref = writes.newWrite(projectId, project);
		store.change(state => withSending(state, ref.id));
		return ref;
	}

	async function submit(confirmed: ApprovedWrite): Promise<MutateOutcome> {
		const {ref} = confirmed;
		const outcome = await writes.mutate(confirmed);
		const problem = writeProblem(outcome, store.get());
		const field = outcome.kind === 'contested' ? outcome.field : undefined;
		if (problem) store.change((state, now) => withWriteProblem(state, ref, problem, now, field));
		return outcome;
	}

	return {
		async createProject() {
			const screen = currentForm(store.get());
			if (screen?.name !== 'create') return;
			const {name} = screen.form.values;
			if (!isVisible(name)) return showProblem(plain`A project needs a name.`);
			await submit({ref: begin('', name), write: creationOf(name, store.get())});
		},

		async saveProject() {
			const screen = currentForm(store.get());
			if (screen?.name !== 'edit') return;
			const {projectId, base} = screen;
			const changed: ProjectChanges = changes(screen.form);
			if (Object.keys(changed).length === 0) return nothingToSend();
			const unread = unreadField(store.get());
			if (unread) {
				const sentence = `Not sent yet: first read the current ${changeNames[unread]} to its end. A larger terminal shows more.`;
				return showProblem(safe(sentence), unread);
			}

			const ref = begin(projectId, projectNameOf(store.get(), projectId));
			await submit({ref, write: {kind: 'edit', projectId, changes: changed, base}});
		},

		async deleteProject() {
			const dialog = dialogOf(store.get(), 'delete');
			if (!dialog) return;
			const {projectId, title, labels, typed} = dialog;
			if (!isAnswer(typed, answerFor(title, projectId))) return showProblem(mismatchText);
			await submit({ref: begin(projectId, title), write: {kind: 'delete', projectId}, labels});
		},

		askToDeploy(question: Confirmation) {
			const {connection} = store.get();
			const {projectId} = question;
			const body = (connection && journalOf(connection).bodyOf(connectionKey(connection), projectId)) ?? emptyBody;
			store.change(state => openDialog(state, {name: 'deploy', ...question, body}));
			const by = orJournalError(() => writes.unconfirmedDeploy(projectId));
			if (by instanceof JournalError) showProblem(unrecordedText(by.message));
			else if (by) showProblem(unconfirmedText(store.get(), by));
		},

		async deploy(isSure = false) {
			const dialog = dialogOf(store.get(), 'deploy');
			if (!dialog) return;
			const {projectId, title, labels} = dialog;
			const named = chosenDeploy(store.get());
			if (named && 'reason' in named) return showProblem(plain`${named.reason}, so nothing was sent.`);
			const isProtectionConfirmed = isSure && dialog.isAskedAgain;
			if (isProtected(store.get().connection?.guards, dialog) && !isProtectionConfirmed) {
				return store.change(state => withDialog(state, 'deploy', {isAskedAgain: true}));
			}

			const {body, asked} = named ?? {body: dialog.body};
			const write: Write = {kind: 'deploy', projectId, body, known: undefined, asked};
			await submit({ref: begin(projectId, title), write, labels, isProtectionConfirmed});
			// Asks a second time if the project is protected by now.
			const project = knownProject(store.get(), projectId);
			if (project) store.change(state => withDialog(state, 'deploy', {labels: confirmationFor(project).labels}));
		},

		reconcile: writes.reconcile,

		async dismissUnconfirmed(id: string) {
			try {
				await writes.dismiss(id);
			} catch (error) {
				if (!(error instanceof JournalError)) throw error;
				notify(store, error.message, 'bad');
			}
		},

		/** Does nothing unless the write is confirmed absent. The outcome appears in its form if that is open. */
		async sendAgain(id: string) {
			const state = store.get();
			const {intended, finding, reason} = state.writes.unconfirmed.get(id) ?? {};
			if (finding?.kind !== 'absent' || !intended || !state.connection) return;
			const {write} = intended;
			if (write.kind === 'unreadable') return;
			// The journal keeps the write until it is recorded again under its id.
			store.change(current => withFormOf(withoutUnconfirmed(current, id), id, form => sentAs(form, id)));
			const outcome = await submit({
				ref: refOf(intended, state.connection.id),
				write: write.kind === 'create' ? creationOf(write.name, store.get(), write.known) : write,
				repeated: intended,
			});
			const isRejected = outcome.kind === 'rejected' && outcome.error.details.phase === 'rejected';
			const why = isRejected ? outcome.error.message : reason;
			// The write is still unconfirmed unless the repetition had an effect.
			orJournalError(() => writes.recover({intended}, why));
		},
	};
}
