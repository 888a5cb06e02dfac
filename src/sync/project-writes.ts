import {ApiError, orError} from '../api/errors.ts';
import {withReadRetries} from '../api/request.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import {counted, isVisible, looksLike, plain, type SafeText} from '../base/text.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {type Confirmation, confirmationFor, emptyBody, parseBody} from '../model/confirmation.ts';
import {defaultGuards, isProtected, protectedText, serviceOf} from '../model/connection.ts';
import {changes, sentAs, valuesFrom} from '../model/form.ts';
import {hasAllProjects, isOpen, projectNameOf} from '../model/project-list.ts';
import {confirmationOf, isConfirmed} from '../model/project-title.ts';
import {baseOf, contestedFields, type IntentRef, refOf, type Write} from '../model/write-intent.ts';
import {openDialog, withoutDialog} from '../state/dialogs.ts';
import {withConflict, withConflictResolved, withFormOf, withProblem, withSending} from '../state/forms.ts';
import {goBack} from '../state/navigation.ts';
import {shortcutOf} from '../state/preferences.ts';
import {markedProjects, withoutMark} from '../state/projects.ts';
import type {BulkResult, BulkTarget} from '../state/screen.ts';
import {openForm, type State, withInterface} from '../state/state.ts';
import {withBulk, withBulkResult, withoutUnconfirmed} from '../state/writes.ts';
import type {Writes} from './mutate.ts';
import {notify, type SyncContext} from './store.ts';

const refused = (text: SafeText): BulkResult => ({kind: 'refused', text});

/** Returns the creation of a project. Those that are loaded and have its name are not it. */
function creationOf(name: string, {projects: {list}}: State): Write {
	const isMeant = looksLike(name);
	return {kind: 'create', name, known: list.rows.filter(project => isMeant(project.name)).map(({id}) => id)};
}

/** Returns the actions that write to projects: those of forms and questions, those for writes whose answer was lost, and those that deploy or delete all marked projects, one after the other. */
export function createProjectWrites({store, connections, journalOf, newId}: SyncContext, writes: Writes) {
	const showProblem = (sentence: SafeText) => store.change(state => withProblem(state, {sentence, error: undefined}));

	function nothingToSend() {
		store.change(goBack);
		notify(store, plain`Nothing was changed, so nothing was sent`, 'quiet');
	}

	function begin(projectId: string, project: string): IntentRef {
		const ref = writes.newWrite(projectId, project);
		store.change(state => withSending(state, ref.id));
		return ref;
	}

	/** Reads the project that a form changes. Returns undefined, and reports why, if it cannot be read. */
	async function readFirst(ref: IntentRef): Promise<Project | undefined> {
		const client = connections.clientOf(ref.connectionId);
		const {signal} = new AbortController();
		const project = await orError(client?.readProject(ref.projectId, signal, withReadRetries));
		if (!(project instanceof ApiError)) return project;
		writes.reject(ref, project);
		return undefined;
	}

	/** Finds out whether marked projects that are not loaded still exist, at most `maxReads` at a time, and unmarks those that do not. */
	async function unmarkMissing(ids: readonly string[], maxReads: number): Promise<void> {
		const {connection} = store.get();
		const client = connections.clientOf(connection?.id ?? -1);
		// A 404 alone proves nothing: the whole list has to lack the project, too.
		const areAllLoaded = hasAllProjects(store.get().projects.list);
		if (areAllLoaded) notify(store, plain`Some of the marked projects are not loaded. Looking for them…`, 'quiet');
		let missingCount = 0;
		for (const projectId of areAllLoaded ? ids.slice(0, maxReads) : []) {
			const answer = await orError(client?.readProject(projectId, new AbortController().signal));
			if (store.get().connection?.id !== connection?.id) return;
			if (!(answer instanceof ApiError) || answer.kind !== 'missing') continue;
			missingCount++;
			store.change(state => withoutMark(state, projectId));
		}

		const load = shortcutOf(store.get(), 'load-all');
		const advice = isOpen(store.get().projects.list) ? plain`: press ${load} to load the other pages first` : plain``;
		const unknown = counted(
			missingCount,
			'marked project no longer exists and was unmarked',
			'marked projects no longer exist and were unmarked',
		);
		const unloaded = plain`${counted(ids.length, 'marked project is', 'marked projects are')} not loaded${advice}`;
		notify(store, missingCount > 0 ? unknown : unloaded, 'bad');
	}

	/** Writes to one project of a bulk operation, unless it is protected. Returns what to show in its row. */
	async function writeTo(
		kind: 'deploy' | 'delete',
		target: BulkTarget,
		ref: IntentRef,
	): Promise<BulkResult | {readonly kind: 'unrecorded'; readonly reason: SafeText}> {
		const {id: projectId, title} = target;
		if (isProtected(store.get().connection?.guards, target)) {
			return refused(kind === 'delete' ? protectedText(title) : plain`protected: deploy it separately`);
		}

		const write: Write = kind === 'delete' ? {kind, projectId} : {kind, projectId, body: emptyBody, known: undefined};
		const outcome = await writes.mutate({ref, write, isInBulk: true});
		const key = shortcutOf(store.get(), 'unconfirmed-changes');
		switch (outcome.kind) {
			case 'done': {
				const {done} = outcome;
				return done.kind === 'deployed'
					? {kind: 'done', text: plain`started`, deploymentId: done.deployment.id}
					: {kind: 'done', text: done.notice};
			}

			case 'unrecorded':
				return outcome;
			case 'refused':
				return refused(outcome.error.message);
			case 'blocked':
				return refused(
					outcome.by.isClaimedElsewhere ? outcome.reason : plain`the last deployment is unconfirmed: press ${key}`,
				);
			case 'lost':
				return {kind: 'unconfirmed', text: plain`no response: press ${key}`};
		}
	}

	return {
		async createProject() {
			const screen = openForm(store.get());
			if (screen?.name !== 'create' || screen.form.isSending) return;
			const {name} = screen.form.values;
			if (!isVisible(name)) return showProblem(plain`A project needs a name.`);
			await writes.mutate({ref: begin('', name), write: creationOf(name, store.get())});
		},

		/** Saves the changed fields. If another client has changed one of them since the form was opened, opens the conflict dialog instead. */
		async saveProject() {
			const screen = openForm(store.get());
			if (screen?.name !== 'edit' || screen.form.isSending) return;
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
			if (isProtected(connection?.guards, dialog)) return showProblem(protectedText(title));
			const confirmation = confirmationOf(title, projectId);
			if (!isConfirmed(typed, confirmation)) {
				return showProblem(plain`That does not match. Type ${confirmation} to delete the project.`);
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
			if (unconfirmed) showProblem(unconfirmed);
		},

		/** Deploys the project in the dialog and watches the deployment. A protected project needs a second confirmation, given by `isSure`. */
		async deploy(isSure = false) {
			const {
				interface: {dialog},
				connection,
			} = store.get();
			if (dialog?.name !== 'deploy' || dialog.isSending) return;
			const {projectId, title, body} = dialog;
			if (!parseBody(body)) return showProblem(plain`The request body must be a JSON object.`);
			const unconfirmed = writes.findUnconfirmedDeploy(projectId);
			if (unconfirmed) return showProblem(unconfirmed);
			if (isProtected(connection?.guards, dialog) && !(isSure && dialog.isAskedAgain)) {
				return store.change(state => withInterface(state, {dialog: {...dialog, isAskedAgain: true}}));
			}

			await writes.mutate({ref: begin(projectId, title), write: {kind: 'deploy', projectId, body, known: undefined}});
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

		/** Opens the confirmation for all marked projects, including those hidden by a filter. */
		async askAboutMarked(kind: 'deploy' | 'delete') {
			const state = store.get();
			const {projects, missing} = markedProjects(state);
			const maxCount = state.connection?.guards?.maxBulk ?? defaultGuards.maxBulk;
			if (missing.length > 0) return unmarkMissing(missing, maxCount);
			if (projects.length > maxCount) {
				const text = plain`${projects.length} projects are marked, but at most ${maxCount} are allowed at once`;
				return notify(store, text, 'bad');
			}

			const [first, ...others] = projects;
			// The number 1 would be too easy to type.
			if (kind === 'delete' && first && others.length === 0) {
				const question = confirmationFor(first);
				return store.change(current => openDialog(current, {name: 'delete', typed: '', ...question}));
			}

			const targets = projects.map((project): BulkTarget => {
				const {projectId: id, title, labels} = confirmationFor(project);
				return {id, title, labels, result: undefined};
			});
			const found = kind === 'deploy' ? orJournalError(writes.unsettled) : [];
			// If the journal cannot be read, the question says so.
			const unsettled = found instanceof JournalError ? [] : found;
			const unconfirmed = targets.filter(({id}) => writes.findUnconfirmedDeploy(id, unsettled)).length;
			const problem =
				unconfirmed > 0 ? plain`Left out because the last deployment is unconfirmed: ${unconfirmed}.` : undefined;
			const progress = {isRunning: false, isStopped: false, problem};
			const dialog = {name: 'bulk', id: newId(), kind, targets, typed: '', top: 0, ...progress} as const;
			store.change(current => openDialog(current, dialog));
		},

		/** Runs the bulk operation once the number of projects is typed. Stops at the first write with an unknown outcome. */
		async carryOutMarked() {
			const {dialog} = store.get().interface;
			if (dialog?.name !== 'bulk' || dialog.isRunning) return;
			const {id: bulkId, kind, targets, typed} = dialog;
			const show = (change: Parameters<typeof withBulk>[2]) => store.change(state => withBulk(state, bulkId, change));
			if (targets.some(({result}) => result !== undefined)) return store.change(withoutDialog);
			if (typed.trim() !== String(targets.length)) {
				return show({problem: plain`Type ${targets.length}, the number of projects.`});
			}

			show({isRunning: true, problem: undefined});
			for (const target of targets) {
				await writes.ready();
				const now = store.get().interface.dialog;
				// Leaving the dialog, or connecting to another service, cancels the rest.
				if (now?.name !== 'bulk' || now.id !== bulkId || now.isStopped) break;
				const ref = writes.newWrite(target.id, target.title);
				const result = await writeTo(kind, target, ref);
				if (result.kind === 'unrecorded') {
					show({problem: result.reason});
					break;
				}

				store.change(state => withBulkResult(state, bulkId, ref, result));
				if (result.kind === 'unconfirmed') break;
			}

			show({isRunning: false});
		},
	};
}
