import type {Client} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import {awaited} from '../api/request.ts';
import type {Deployment, Project, ProjectChanges} from '../api/types.ts';
import {confirmationOf, isConfirmed} from '../project-title.ts';
import {isVisible, plain, type SafeText, safe} from '../text.ts';
import type {Acting} from './actions.ts';
import {noDeployments} from './deployment-list.ts';
import {listLimit} from './deployment-order.ts';
import {changes, problemOf, valuesFrom} from './form.ts';
import {isProtected, neverDeleted} from './guards.ts';
import {serviceOf} from './keeping.ts';
import {isDeployLost} from './losing.ts';
import {projectNameOf} from './names.ts';
import {createdEvent, deletedEvent, savedEvent, triggeredEvent} from './outcomes.ts';
import {noBody, parseBody} from './question.ts';
import type {Event} from './reduce.ts';
import type {Sent} from './sending.ts';
import {currentScreen} from './state.ts';
import {type Base, baseOf, contestedFields} from './write.ts';

/** What was read of a list so long ago may be told apart from what comes in now. */
const freshMs = 5000;

/** What a person can do to the projects of a service. */
export function createChanging({store, connections, clock, journalOf, sender}: Acting) {
	const notAccepted = (sentence: SafeText) =>
		store.dispatch({type: 'not-accepted', problem: {sentence, error: undefined}});

	/** Tells what became of a write. Of one that was lost the sender tells. */
	function tell<Answer>(sent: Sent<Answer>, done: (answer: Answer, at: number) => Event) {
		if (sent.kind === 'done') {
			store.dispatch(done(sent.answer, clock.now()));
			sent.settle();
		}

		if (sent.kind === 'refused') store.dispatch({type: 'not-accepted', problem: problemOf(sent.error)});
	}

	const clientNow = (): Client | undefined => connections.clientOf(store.get().connection?.id ?? -1);

	/** Reads something that a write depends on. Gives undefined, and says why, where it cannot be read. */
	async function readFirst<Answer>(read: (client: Client, signal: AbortSignal) => Promise<Answer>) {
		const client = clientNow();
		try {
			return client && (await read(client, new AbortController().signal));
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			store.dispatch({type: 'not-accepted', problem: problemOf(error)});
			return undefined;
		}
	}

	async function create(name: string): Promise<Sent<Project>> {
		const {projects} = store.get();
		const known = projects.kept.flatMap(at =>
			(projects.pages[at]?.rows ?? []).filter(project => project.name?.exact === name).map(({id}) => id),
		);
		return sender.send({kind: 'create', name, known}, name, (client, signal) =>
			client.createProject({name}, signal, awaited),
		);
	}

	const edit = (projectId: string, changed: ProjectChanges, base: Base): Promise<Sent<Project>> =>
		sender.send(
			{kind: 'edit', projectId, changes: changed, base},
			projectNameOf(store.get(), projectId),
			(client, signal) => client.updateProject(projectId, changed, signal, awaited),
		);

	const remove = (projectId: string, name: string): Promise<Sent<SafeText>> =>
		sender.send({kind: 'delete', projectId}, name, async (client, signal) => {
			try {
				await client.deleteProject(projectId, signal, awaited);
				return safe(`Deleted ${name}`);
			} catch (error) {
				if (error instanceof ApiError && error.kind === 'missing') return safe(`${name} was already gone`);
				throw error;
			}
		});

	/** The deployments there are before one more is triggered. Undefined where not all can be known. */
	async function deploymentsNow(projectId: string): Promise<readonly string[] | undefined> {
		const {deployments, deploymentOrder} = store.get();
		const {seen, isFull, wholeAt, unreadable} = deployments.get(projectId) ?? noDeployments;
		const canTell = (count: number) => count < listLimit || deploymentOrder === 'newest first';
		const isKnown = unreadable === 0 && (!isFull || canTell(listLimit));
		if (wholeAt !== undefined && clock.now() - wholeAt < freshMs && isKnown) {
			return seen.map(({deployment: {id}}) => id);
		}

		try {
			const list = await clientNow()?.listDeployments(
				projectId,
				{limit: listLimit},
				new AbortController().signal,
				awaited,
			);
			const isKnownNow = list && list.unreadable === 0 && canTell(list.deployments.length);
			return isKnownNow ? list.deployments.map(({id}) => id) : undefined;
		} catch (error) {
			if (error instanceof ApiError) return undefined;
			throw error;
		}
	}

	async function trigger(projectId: string, name: string, body: string): Promise<Sent<Deployment>> {
		const {connection} = store.get();
		const fields = parseBody(body) ?? {};
		if (connection) journalOf(connection).keepBody(serviceOf(connection), projectId, body);
		const known = await deploymentsNow(projectId);
		return sender.send({kind: 'deploy', projectId, body, known}, name, (client, signal) =>
			client.triggerDeployment(projectId, fields, signal, awaited),
		);
	}

	function nothingToSend() {
		store.dispatch({type: 'went-back'});
		const text = plain`Nothing was changed, so nothing was sent`;
		store.dispatch({type: 'noticed', text, tone: 'quiet', at: clock.now()});
	}

	return {
		/** One write each, for those who carry out several. */
		each: {remove, trigger, deletedEvent},

		async createProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'create' || screen.form.isSending) return;
			const {name} = screen.form.values;
			if (!isVisible(name)) return notAccepted(plain`A project needs a name.`);
			store.dispatch({type: 'sending-started'});
			tell(await create(name), createdEvent(name));
		},

		/** Saves what was changed, unless somebody else has changed the same meanwhile: then both are shown. */
		async saveProject() {
			const screen = currentScreen(store.get());
			if (screen.name !== 'edit' || screen.form.isSending) return;
			const {projectId, base} = screen;
			const changed: ProjectChanges = changes(screen.form);
			if (Object.keys(changed).length === 0) return nothingToSend();
			store.dispatch({type: 'sending-started'});
			const theirs = await readFirst((client, signal) => client.readProject(projectId, signal, awaited));
			if (!theirs) return;
			const now = baseOf(theirs);
			if (contestedFields(changed, base, now).length > 0) {
				return store.dispatch({type: 'conflict-found', projectId, theirs, changes: changed});
			}

			tell(await edit(projectId, changed, now), savedEvent(changed));
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
			store.dispatch({type: 'sending-started'});
			tell(await edit(projectId, changed, base), savedEvent(changed));
		},

		/** Deletes the project that the question names, once it was typed what has to be. */
		async deleteProject() {
			const {dialog, connection} = store.get();
			if (dialog?.name !== 'delete' || dialog.isSending) return;
			const {projectId, title, typed} = dialog;
			if (isProtected(connection, dialog)) return notAccepted(neverDeleted(title));
			const confirmation = confirmationOf(title, projectId);
			if (!isConfirmed(typed, confirmation)) {
				return notAccepted(plain`That does not match. Type ${confirmation} to delete the project.`);
			}

			store.dispatch({type: 'sending-started'});
			tell(await remove(projectId, title), deletedEvent(projectId));
		},

		/** Triggers a deployment of the project that the question names, and follows it. A protected project is asked about once more. */
		async deploy(isSure = false) {
			const {dialog, connection} = store.get();
			if (dialog?.name !== 'deploy' || dialog.isSending) return;
			const {projectId, title, body} = dialog;
			if (!parseBody(body)) return notAccepted(plain`What is to be sent is no JSON object.`);
			if (isDeployLost(store.get(), projectId)) {
				return notAccepted(plain`What became of the last one is not known yet. Press esc, then u to decide.`);
			}

			if (isProtected(connection, dialog) && !(isSure && dialog.isAskedAgain)) {
				return store.dispatch({type: 'asked-again'});
			}

			store.dispatch({type: 'sending-started'});
			tell(await trigger(projectId, title, body), triggeredEvent(title));
		},

		/** Looks at the service once more for what became of a write. */
		lookAgain(id: string) {
			const lost = store.get().losses.get(id);
			if (lost) void sender.lookFor(lost.intended, true);
		},

		/** Decides that what became of a write does not matter any more. */
		leaveLost: (id: string) => sender.settle(id),

		/** Sends a write again of which there is no sign. It is another write: the first is settled. */
		async sendAgain(id: string) {
			const lost = store.get().losses.get(id);
			if (lost?.finding?.kind !== 'absent') return;
			const {write, project} = lost.intended;
			sender.settle(id);
			switch (write.kind) {
				case 'create':
					return tell(await create(write.name), createdEvent(write.name));
				case 'edit':
					return tell(await edit(write.projectId, write.changes, write.base), savedEvent(write.changes));
				case 'delete':
					return tell(await remove(write.projectId, project), deletedEvent(write.projectId));
				case 'deploy':
					return tell(await trigger(write.projectId, project, write.body ?? noBody), triggeredEvent(project));
			}
		},
	};
}
