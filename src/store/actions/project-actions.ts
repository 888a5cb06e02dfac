import {userRequest} from '../../api/request.ts';
import type {ProjectChanges} from '../../api/types.ts';
import {confirmationOf, isConfirmed} from '../../project-title.ts';
import {isVisible, plain, type SafeText} from '../../text.ts';
import {createNotify} from '../effects/notify.ts';
import {createdEvent, deletedEvent, savedEvent, triggeredEvent} from '../effects/write-events.ts';
import {changes, valuesFrom} from '../model/form.ts';
import {isProtected, protectedText} from '../model/guards.ts';
import {parseBody} from '../model/writes/confirmation.ts';
import {baseOf, contestedFields} from '../model/writes/write-intent.ts';
import {isDeployUnconfirmed} from '../reducers/writes/unconfirmed-writes.ts';
import {keyOf} from '../state/key-names.ts';
import {projectNameOf} from '../state/project-names.ts';
import {currentScreen} from '../state/state.ts';
import type {ActionContext} from './action-context.ts';
import type {ProjectWrites} from './project-writes.ts';
import type {WriteReporter} from './write-reporter.ts';

type Context = Pick<ActionContext, 'store' | 'clock' | 'connections'>;

/** Returns a function that shows, in the form or dialog, why its input was not sent. */
const createRefuseInput =
	({store}: Pick<Context, 'store'>) =>
	(sentence: SafeText) =>
		store.dispatch({type: 'input-refused', problem: {sentence, error: undefined}});

/** Creates the actions that submit the create and edit forms. */
export function createFormActions({store, clock}: Context, {create, edit}: ProjectWrites, reporter: WriteReporter) {
	const {begin, report, readFirst} = reporter;
	const notify = createNotify({store, clock});
	const refuseInput = createRefuseInput({store});

	function nothingToSend() {
		store.dispatch({type: 'went-back'});
		notify(plain`Nothing was changed, so nothing was sent`, 'quiet');
	}

	return {
		async createProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'create' || screen.form.isSending) return;
			const {name} = screen.form.values;
			if (!isVisible(name)) return refuseInput(plain`A project needs a name.`);
			const write = begin('', name);
			report(write, await create(write, name), createdEvent(name));
		},

		/** Saves the changed fields. If another client has changed one of them since the form was opened, opens the conflict dialog instead. */
		async saveProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'edit' || screen.form.isSending) return;
			const {projectId, base} = screen;
			const changed: ProjectChanges = changes(screen.form);
			if (Object.keys(changed).length === 0) return nothingToSend();
			const write = begin(projectId, projectNameOf(store.get(), projectId));
			const theirs = await readFirst(write, (client, signal) => client.readProject(projectId, signal, userRequest));
			if (!theirs) return;
			const now = baseOf(theirs);
			if (contestedFields(changed, base, now).length > 0) {
				return store.dispatch({type: 'conflict-found', write, theirs, changes: changed});
			}

			report(write, await edit(write, changed, now), savedEvent(changed));
		},

		/** Saves the values chosen in the conflict dialog. */
		async saveChosen() {
			const {dialog} = store.get().interface;
			if (dialog?.name !== 'conflict') return;
			const {projectId, base, fields} = dialog;
			const mine = valuesFrom(fields.filter(({isMine}) => isMine).map(({field, mine: text}) => [field, text]));
			const changed: ProjectChanges = {...dialog.changes, ...mine};
			store.dispatch({type: 'conflict-resolved'});
			if (Object.keys(changed).length === 0) return nothingToSend();
			const write = begin(projectId, projectNameOf(store.get(), projectId));
			report(write, await edit(write, changed, base), savedEvent(changed));
		},
	};
}

/** Creates the actions that a confirmation dialog leads to: delete and deploy. */
export function createConfirmedActions(
	{store}: Context,
	{remove, trigger}: ProjectWrites,
	{begin, report}: WriteReporter,
) {
	const refuseInput = createRefuseInput({store});
	return {
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

			const write = begin(projectId, title);
			report(write, await remove(write), deletedEvent);
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
			if (isDeployUnconfirmed(store.get(), projectId)) {
				const key = keyOf(store.get(), 'unconfirmed-changes', plain`u`);
				return refuseInput(plain`The last change is unconfirmed. Press esc, then ${key} to decide.`);
			}

			if (isProtected(connection?.guards, dialog) && !(isSure && dialog.isAskedAgain)) {
				return store.dispatch({type: 'second-confirmation-asked'});
			}

			const write = begin(projectId, title);
			report(write, await trigger(write, body), (...given) => ({...triggeredEvent(...given), body}));
		},
	};
}
