import {ApiError} from '../api/errors.ts';
import {userRequest} from '../api/request.ts';
import {plain, type SafeText} from '../base/text.ts';
import {confirmationFor, emptyBody} from '../model/confirmation.ts';
import {defaultGuards, isProtected, protectedText} from '../model/connection.ts';
import type {IntentRef, Write} from '../model/write-intent.ts';
import {openDialog, withoutDialog} from '../state/dialogs.ts';
import {markedProjects} from '../state/marks.ts';
import {keyOf} from '../state/preferences.ts';
import {withoutMark} from '../state/projects.ts';
import type {BulkResult, BulkTarget} from '../state/screen.ts';
import {withBulk, withBulkResult} from '../state/writes.ts';
import {orError} from './clients.ts';
import type {Writes} from './mutate.ts';
import {notify, type SyncContext} from './store.ts';

const refused = (text: SafeText): BulkResult => ({kind: 'refused', text});

/** Returns the actions that deploy or delete all marked projects, one after the other. */
export function createBulkActions({store, newId, connections}: SyncContext, writes: Writes) {
	/** Finds out whether marked projects that are not loaded still exist, and unmarks those that do not. */
	async function unmarkMissing(ids: readonly string[]): Promise<void> {
		const connectionId = store.get().connection?.id ?? -1;
		const client = connections.clientOf(connectionId);
		notify(store, plain`Some of the marked projects are not loaded. Looking for them…`, 'quiet');
		let missingCount = 0;
		for (const projectId of ids) {
			const answer = await orError(client?.readProject(projectId, new AbortController().signal, userRequest));
			if (store.get().connection?.id !== connectionId) return;
			if (!(answer instanceof ApiError) || answer.kind !== 'missing') continue;
			missingCount++;
			store.change(state => withoutMark(state, projectId));
		}

		const isOpen = store.get().projects.list.end === 'open';
		const load = keyOf(store.get(), 'load-all', plain`L`);
		const advice = isOpen ? plain`: press ${load} to load the other pages first` : plain``;
		const unknown = plain`The service does not know ${missingCount} of the marked projects: unmarked`;
		const unloaded = plain`${ids.length} of the marked projects are not loaded${advice}`;
		notify(store, missingCount > 0 ? unknown : unloaded, 'bad');
	}

	/** Writes to one project of a bulk operation, unless it is protected. Returns what to show in its row. */
	async function writeTo(kind: 'deploy' | 'delete', target: BulkTarget, ref: IntentRef): Promise<BulkResult> {
		const {id: projectId, title} = target;
		if (isProtected(store.get().connection?.guards, target)) {
			return refused(kind === 'delete' ? protectedText(title) : plain`protected: deploy it separately`);
		}

		const write: Write = kind === 'delete' ? {kind, projectId} : {kind, projectId, body: emptyBody, known: undefined};
		const outcome = await writes.mutate({ref, write, isInBulk: true});
		const key = keyOf(store.get(), 'unconfirmed-changes', plain`u`);
		switch (outcome.kind) {
			case 'done': {
				const {done} = outcome;
				return done.kind === 'deployed'
					? {kind: 'done', text: plain`started`, deploymentId: done.deployment.id}
					: {kind: 'done', text: done.notice};
			}

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
		/** Opens the confirmation for all marked projects, including those hidden by a filter. */
		async askAboutMarked(kind: 'deploy' | 'delete') {
			const state = store.get();
			const {projects, missing} = markedProjects(state);
			const maxCount = state.connection?.guards?.maxBulk ?? defaultGuards.maxBulk;
			if (missing.length > 0) return unmarkMissing(missing.slice(0, maxCount));
			if (projects.length > maxCount) {
				const text = plain`${projects.length} projects are marked, but at most ${maxCount} are allowed at once`;
				return notify(store, text, 'bad');
			}

			const targets = projects.map((project): BulkTarget => {
				const {projectId: id, title, labels} = confirmationFor(project);
				return {id, title, labels, result: undefined};
			});
			const unsettled = kind === 'deploy' ? writes.unsettled() : [];
			const unconfirmed = targets.filter(({id}) => writes.findUnconfirmedDeploy(id, unsettled)).length;
			const problem =
				unconfirmed > 0 ? plain`Left out, as the last deployment is unconfirmed: ${unconfirmed}.` : undefined;
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
				store.change(state => withBulkResult(state, bulkId, ref, result));
				if (result.kind === 'unconfirmed') break;
			}

			show({isRunning: false});
		},
	};
}
