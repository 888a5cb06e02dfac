import type {Client} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import {awaited} from '../../api/transport/request.ts';
import type {Deployment, Project, ProjectChanges} from '../../api/types.ts';
import {confirmationOf, isConfirmed} from '../../project-title.ts';
import {isVisible, plain, type SafeText, safe} from '../../text.ts';
import {serviceOf} from '../effects/journal-sync.ts';
import {createNotify} from '../effects/notify.ts';
import {createdEvent, deletedEvent, savedEvent, type ToEvent, triggeredEvent} from '../effects/write-events.ts';
import type {WriteResult} from '../effects/write-queue.ts';
import {noDeployments} from '../model/deployments/deployment-list.ts';
import {listLimit} from '../model/deployments/deployment-order.ts';
import {changes, problemOf, valuesFrom} from '../model/form.ts';
import {isProtected, protectedText} from '../model/guards.ts';
import {noBody, parseBody} from '../model/writes/confirmation.ts';
import {type Base, baseOf, contestedFields, refOf, type WriteRef} from '../model/writes/write-intent.ts';
import {isDeployLost} from '../reducers/lost-writes.ts';
import {projectNameOf} from '../state/project-names.ts';
import {currentScreen} from '../state/state.ts';
import type {ActionContext} from './action-context.ts';

/** What was read of a list so long ago may be told apart from what comes in now. */
const freshMs = 5000;

/** What a person can do to the projects of a service. */
export function createProjectActions({store, connections, clock, journalOf, sender, newId}: ActionContext) {
	const notify = createNotify({store, clock});
	const refuseInput = (sentence: SafeText) =>
		store.dispatch({type: 'input-refused', problem: {sentence, error: undefined}});

	const notAccepted = (write: WriteRef, error: ApiError) =>
		store.dispatch({type: 'write-rejected', write, problem: problemOf(error), at: clock.now()});

	/** A write at the service that is connected now. */
	const newWrite = (projectId: string, project: string): WriteRef => ({
		id: newId(),
		connectionId: store.get().connection?.id ?? -1,
		projectId,
		project,
	});

	/** Marks what is open as sent. */
	function begin(projectId: string, project: string): WriteRef {
		const write = newWrite(projectId, project);
		store.dispatch({type: 'write-started', writeId: write.id});
		return write;
	}

	/** Tells what became of a write. Of one that was lost the sender tells. */
	function tell<Answer>(write: WriteRef, sent: WriteResult<Answer>, done: ToEvent<Answer>) {
		if (sent.kind === 'done') {
			store.dispatch(done(write, sent.answer, clock.now()));
			sent.settle();
		}

		if (sent.kind === 'refused') notAccepted(write, sent.error);
	}

	/** Reads something that a write depends on. Gives undefined, and says why, where it cannot be read. */
	async function readFirst<Answer>(
		write: WriteRef,
		read: (client: Client, signal: AbortSignal) => Promise<Answer>,
	): Promise<Answer | undefined> {
		const client = connections.clientOf(write.connectionId);
		try {
			return client && (await read(client, new AbortController().signal));
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			notAccepted(write, error);
			return undefined;
		}
	}

	async function create(write: WriteRef, name: string): Promise<WriteResult<Project>> {
		const {projects} = store.get();
		const known = projects.kept.flatMap(at =>
			(projects.pages[at]?.rows ?? []).filter(project => project.name?.exact === name).map(({id}) => id),
		);
		return sender.send(write, {kind: 'create', name, known}, (client, signal) =>
			client.createProject({name}, signal, awaited),
		);
	}

	const edit = (write: WriteRef, changed: ProjectChanges, base: Base): Promise<WriteResult<Project>> =>
		sender.send(write, {kind: 'edit', projectId: write.projectId, changes: changed, base}, (client, signal) =>
			client.updateProject(write.projectId, changed, signal, awaited),
		);

	const remove = (write: WriteRef): Promise<WriteResult<SafeText>> =>
		sender.send(write, {kind: 'delete', projectId: write.projectId}, async (client, signal) => {
			const {projectId, project: name} = write;
			try {
				await client.deleteProject(projectId, signal, awaited);
				return safe(`Deleted ${name}`);
			} catch (error) {
				if (error instanceof ApiError && error.kind === 'missing') return safe(`${name} was already gone`);
				throw error;
			}
		});

	/** The deployments there are before one more is triggered. Undefined where not all can be known. */
	async function deploymentsNow({connectionId, projectId}: WriteRef): Promise<readonly string[] | undefined> {
		const {deployments, deploymentOrder} = store.get();
		const {seen, isFull, wholeAt, unreadable} = deployments.get(projectId) ?? noDeployments;
		const canTell = (count: number) => count < listLimit || deploymentOrder === 'newest first';
		const isKnown = unreadable === 0 && (!isFull || canTell(listLimit));
		if (wholeAt !== undefined && clock.now() - wholeAt < freshMs && isKnown) {
			return seen.map(({deployment: {id}}) => id);
		}

		try {
			const list = await connections
				.clientOf(connectionId)
				?.listDeployments(projectId, {limit: listLimit}, new AbortController().signal, awaited);
			const isKnownNow = list && list.unreadable === 0 && canTell(list.deployments.length);
			return isKnownNow ? list.deployments.map(({id}) => id) : undefined;
		} catch (error) {
			if (error instanceof ApiError) return undefined;
			throw error;
		}
	}

	async function trigger(write: WriteRef, body: string): Promise<WriteResult<Deployment>> {
		const {connection} = store.get();
		const {projectId} = write;
		const fields = parseBody(body) ?? {};
		if (connection) journalOf(connection).keepBody(serviceOf(connection), projectId, body);
		const known = await deploymentsNow(write);
		return sender.send(write, {kind: 'deploy', projectId, body, known}, (client, signal) =>
			client.triggerDeployment(projectId, fields, signal, awaited),
		);
	}

	function nothingToSend() {
		store.dispatch({type: 'went-back'});
		notify(plain`Nothing was changed, so nothing was sent`, 'quiet');
	}

	return {
		/** One write each, for those who carry out several. */
		each: {newWrite, remove, trigger},

		async createProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'create' || screen.form.isSending) return;
			const {name} = screen.form.values;
			if (!isVisible(name)) return refuseInput(plain`A project needs a name.`);
			const write = begin('', name);
			tell(write, await create(write, name), createdEvent(name));
		},

		/** Saves what was changed, unless somebody else has changed the same meanwhile: then both are shown. */
		async saveProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'edit' || screen.form.isSending) return;
			const {projectId, base} = screen;
			const changed: ProjectChanges = changes(screen.form);
			if (Object.keys(changed).length === 0) return nothingToSend();
			const write = begin(projectId, projectNameOf(store.get(), projectId));
			const theirs = await readFirst(write, (client, signal) => client.readProject(projectId, signal, awaited));
			if (!theirs) return;
			const now = baseOf(theirs);
			if (contestedFields(changed, base, now).length > 0) {
				return store.dispatch({type: 'conflict-found', write, theirs, changes: changed});
			}

			tell(write, await edit(write, changed, now), savedEvent(changed));
		},

		/** Saves what was chosen of a conflict. */
		async saveChosen() {
			const {dialog} = store.get();
			if (dialog?.name !== 'conflict') return;
			const {projectId, base, fields} = dialog;
			const mine = valuesFrom(fields.filter(({isMine}) => isMine).map(({field, mine: text}) => [field, text]));
			const changed: ProjectChanges = {...dialog.changes, ...mine};
			store.dispatch({type: 'dialog-closed'});
			if (Object.keys(changed).length === 0) return nothingToSend();
			const write = begin(projectId, projectNameOf(store.get(), projectId));
			tell(write, await edit(write, changed, base), savedEvent(changed));
		},

		/** Deletes the project that the question names, once it was typed what has to be. */
		async deleteProject() {
			const {dialog, connection} = store.get();
			if (dialog?.name !== 'delete' || dialog.isSending) return;
			const {projectId, title, typed} = dialog;
			if (isProtected(connection?.guards, dialog)) return refuseInput(protectedText(title));
			const confirmation = confirmationOf(title, projectId);
			if (!isConfirmed(typed, confirmation)) {
				return refuseInput(plain`That does not match. Type ${confirmation} to delete the project.`);
			}

			const write = begin(projectId, title);
			tell(write, await remove(write), deletedEvent);
		},

		/** Triggers a deployment of the project that the question names, and follows it. A protected project is asked about once more. */
		async deploy(isSure = false) {
			const {dialog, connection} = store.get();
			if (dialog?.name !== 'deploy' || dialog.isSending) return;
			const {projectId, title, body} = dialog;
			if (!parseBody(body)) return refuseInput(plain`What is to be sent is no JSON object.`);
			if (isDeployLost(store.get(), projectId)) {
				return refuseInput(plain`The last change is unconfirmed. Press esc, then u to decide.`);
			}

			if (isProtected(connection?.guards, dialog) && !(isSure && dialog.isAskedAgain)) {
				return store.dispatch({type: 'second-confirmation-asked'});
			}

			const write = begin(projectId, title);
			tell(write, await trigger(write, body), triggeredEvent);
		},

		/** Looks at the service once more for what became of a write. */
		lookAgain(id: string) {
			const lost = store.get().losses.get(id);
			if (lost) void sender.lookFor(lost.intended, true);
		},

		/** Decides that what became of a write does not matter any more. */
		leaveLost: (id: string) => sender.settle(id),

		/** Sends a write again of which there is no sign, from the same form if that is still open. */
		async sendAgain(id: string) {
			const lost = store.get().losses.get(id);
			const {connection} = store.get();
			if (lost?.finding?.kind !== 'absent' || !connection) return;
			const {write} = lost.intended;
			const ref = refOf(lost.intended, connection.id);
			sender.settle(id);
			store.dispatch({type: 'sent-again', writeId: id});
			switch (write.kind) {
				case 'create':
					return tell(ref, await create(ref, write.name), createdEvent(write.name));
				case 'edit':
					return tell(ref, await edit(ref, write.changes, write.base), savedEvent(write.changes));
				case 'delete':
					return tell(ref, await remove(ref), deletedEvent);
				case 'deploy':
					return tell(ref, await trigger(ref, write.body ?? noBody), triggeredEvent);
			}
		},
	};
}
