import {ApiError} from '../api/errors.ts';
import {userRequest} from '../api/request.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import {isVisible, plain, type SafeText} from '../base/text.ts';
import {type Confirmation, emptyBody, parseBody} from '../model/confirmation.ts';
import {isProtected, protectedText, serviceOf} from '../model/connection.ts';
import {changes, sentAs, valuesFrom} from '../model/form.ts';
import {projectNameOf} from '../model/known-project.ts';
import {confirmationOf, isConfirmed} from '../model/project-title.ts';
import {baseOf, contestedFields, type IntentRef, refOf, type Write} from '../model/write-intent.ts';
import {openDialog} from '../state/dialogs.ts';
import {withConflict, withConflictResolved, withFormOf, withRefusal, withSending} from '../state/forms.ts';
import {goBack} from '../state/navigation.ts';
import {currentScreen, type State, withInterface} from '../state/state.ts';
import {withoutUnconfirmed} from '../state/writes.ts';
import {orError} from './clients.ts';
import type {Writes} from './mutate.ts';
import {notify, type SyncContext} from './store.ts';

/** Returns the creation of a project. Those that are loaded and have its name are not it. */
const creationOf = (name: string, {projects: {list}}: State): Write => ({
	kind: 'create',
	name,
	known: list.rows.filter(project => project.name?.exact === name).map(({id}) => id),
});

/** Returns the actions that write to one project: those of forms and questions, and those for writes whose answer was lost. */
export function createProjectWrites({store, connections, journalOf}: SyncContext, writes: Writes) {
	/** Shows in the form or dialog why its input was not sent. */
	const refuseInput = (sentence: SafeText) => store.change(state => withRefusal(state, {sentence, error: undefined}));

	function nothingToSend() {
		store.change(goBack);
		notify(store, plain`Nothing was changed, so nothing was sent`, 'quiet');
	}

	/** Marks the open form or dialog as being sent. */
	function begin(projectId: string, project: string): IntentRef {
		const ref = writes.newWrite(projectId, project);
		store.change(state => withSending(state, ref.id));
		return ref;
	}

	/** Reads the project that a form changes. Returns undefined, and reports why, if it cannot be read. */
	async function readFirst(ref: IntentRef): Promise<Project | undefined> {
		const client = connections.clientOf(ref.connectionId);
		const {signal} = new AbortController();
		const project = await orError(client?.readProject(ref.projectId, signal, userRequest));
		if (!(project instanceof ApiError)) return project;
		writes.reject({ref}, project);
		return undefined;
	}

	return {
		async createProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'create' || screen.form.isSending) return;
			const {name} = screen.form.values;
			if (!isVisible(name)) return refuseInput(plain`A project needs a name.`);
			await writes.mutate({ref: begin('', name), write: creationOf(name, store.get())});
		},

		/** Saves the changed fields. If another client has changed one of them since the form was opened, opens the conflict dialog instead. */
		async saveProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'edit' || screen.form.isSending) return;
			const {projectId, base} = screen;
			const changed: ProjectChanges = changes(screen.form);
			if (Object.keys(changed).length === 0) return nothingToSend();
			const ref = begin(projectId, projectNameOf(store.get(), projectId));
			const theirs = await readFirst(ref);
			if (!theirs) return;
			const now = baseOf(theirs);
			if (contestedFields(changed, base, now).length > 0) {
				return store.change(state => withConflict(state, ref, theirs, changed));
			}

			await writes.mutate({ref, write: {kind: 'edit', projectId, changes: changed, base: now}});
		},

		/** Saves the values chosen in the conflict dialog. */
		async saveChosen() {
			const {dialog} = store.get().interface;
			if (dialog?.name !== 'conflict') return;
			const {projectId, base, fields} = dialog;
			const mine = valuesFrom(fields.filter(({isMine}) => isMine).map(({field, mine: text}) => [field, text]));
			const changed: ProjectChanges = {...dialog.changes, ...mine};
			store.change(withConflictResolved);
			if (Object.keys(changed).length === 0) return nothingToSend();
			const ref = begin(projectId, projectNameOf(store.get(), projectId));
			await writes.mutate({ref, write: {kind: 'edit', projectId, changes: changed, base}});
		},

		/** Deletes the project in the dialog. Refuses protected projects, and until the confirmation text is typed. */
		async deleteProject() {
			const {
				interface: {dialog},
				connection,
			} = store.get();
			if (dialog?.name !== 'delete' || dialog.isSending) return;
			const {projectId, title, typed} = dialog;
			if (isProtected(connection?.guards, dialog)) return refuseInput(protectedText(title));
			const confirmation = confirmationOf(title, projectId);
			if (!isConfirmed(typed, confirmation)) {
				return refuseInput(plain`That does not match. Type ${confirmation} to delete the project.`);
			}

			await writes.mutate({ref: begin(projectId, title), write: {kind: 'delete', projectId}});
		},

		/** Opens the deploy dialog with the request body last used for this project. Says so if an unconfirmed deployment forbids another one. */
		askToDeploy(question: Confirmation) {
			const {connection} = store.get();
			const {projectId} = question;
			const body = (connection && journalOf(connection).bodyOf(serviceOf(connection), projectId)) ?? emptyBody;
			store.change(state => openDialog(state, {name: 'deploy', ...question, body}));
			const unconfirmed = writes.findUnconfirmedDeploy(projectId);
			if (unconfirmed) refuseInput(unconfirmed);
		},

		/** Deploys the project in the dialog and watches the deployment. A protected project needs a second confirmation, given by `isSure`. */
		async deploy(isSure = false) {
			const {
				interface: {dialog},
				connection,
			} = store.get();
			if (dialog?.name !== 'deploy' || dialog.isSending) return;
			const {projectId, title, body} = dialog;
			if (!parseBody(body)) return refuseInput(plain`The request body must be a JSON object.`);
			const unconfirmed = writes.findUnconfirmedDeploy(projectId);
			if (unconfirmed) return refuseInput(unconfirmed);
			if (isProtected(connection?.guards, dialog) && !(isSure && dialog.isAskedAgain)) {
				return store.change(state => withInterface(state, {dialog: {...dialog, isAskedAgain: true}}));
			}

			await writes.mutate({ref: begin(projectId, title), write: {kind: 'deploy', projectId, body, known: undefined}});
		},

		lookAgain: writes.lookAgain,
		dismissUnconfirmed: writes.dismiss,

		/** Sends a write again. Does nothing unless its result is confirmed absent. If its form is still open, the form shows the outcome. */
		async sendAgain(id: string) {
			const state = store.get();
			const {intended, finding} = state.writes.unconfirmed.get(id) ?? {};
			if (finding?.kind !== 'absent' || !intended || !state.connection) return;
			const {write} = intended;
			// It stays in the journal until it is recorded again under its id.
			store.change(current => withFormOf(withoutUnconfirmed(current, id), id, form => sentAs(form, id)));
			const again = write.kind === 'create' ? creationOf(write.name, store.get()) : write;
			await writes.mutate({ref: refOf(intended, state.connection.id), write: again});
		},
	};
}
