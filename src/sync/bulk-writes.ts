import {errorSentence} from '../api/errors.ts';
import {counted, plain, type SafeText} from '../base/text.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {
	type AskedWrite,
	bulkAnswer,
	confirmationFor,
	emptyBody,
	isAnswer,
	mismatchText,
} from '../model/confirmation.ts';
import {defaultGuards} from '../model/connection.ts';
import {canReadFurther} from '../model/project-list.ts';
import type {IntentRef, Write, WriteOf} from '../model/write-intent.ts';
import {chosenDeploy, openDialog, withoutDialog} from '../state/dialogs.ts';
import {shortcutOf} from '../state/preferences.ts';
import {markedProjects} from '../state/projects.ts';
import type {BulkResult, BulkTarget} from '../state/screen.ts';
import {unavailableReason, unconfirmedText, withBulk, withBulkResult} from '../state/writes.ts';
import {notify, type SyncContext} from './store.ts';
import {unrecordedText, type Writes} from './write-queue.ts';

const rejected = (text: SafeText) => ({result: {kind: 'rejected', text}}) as const;

export function createBulkWrites({store, newId}: SyncContext, writes: Writes) {
	function reportMissing(ids: readonly string[]): void {
		const {list} = store.get().projects;
		const load = shortcutOf(store.get(), 'load-all');
		const advice = canReadFurther(list) ? plain`: press ${load} to load the other pages first` : plain``;
		const count = counted(ids.length, 'marked project is', 'marked projects are');
		notify(store, plain`${count} not loaded${advice}`, 'bad');
	}

	function deployProblem(targets: readonly BulkTarget[]): SafeText | undefined {
		const skipped = orJournalError(() => targets.filter(({id}) => writes.unconfirmedDeploy(id)).length);
		if (skipped instanceof JournalError) return unrecordedText(skipped.message);
		if (skipped === 0) return undefined;
		return plain`${counted(skipped, 'project')} with an unconfirmed deployment will be skipped.`;
	}

	async function writeTo(
		kind: AskedWrite,
		target: BulkTarget,
		ref: IntentRef,
		{body, asked}: Pick<WriteOf<'deploy'>, 'body' | 'asked'>,
	): Promise<{readonly result?: BulkResult; readonly stop?: SafeText}> {
		const {id: projectId, labels} = target;
		const write: Write = kind === 'delete' ? {kind, projectId} : {kind, projectId, body, known: undefined, asked};
		const outcome = await writes.mutate({ref, write, labels});
		switch (outcome.kind) {
			case 'done': {
				const {done} = outcome;
				if (done.kind !== 'deployed') return {result: {kind: 'done', text: done.notice}};
				const {deployment, differences} = done;
				const result = {kind: 'done', text: plain`started`, deploymentId: deployment.id} as const;
				return {result, ...(differences && {stop: done.notice})};
			}

			case 'unrecorded':
				return {stop: outcome.reason};
			case 'rejected': {
				const {isGeneral, details} = outcome.error;
				const text = errorSentence(outcome.error);
				if (!isGeneral) return rejected(text);
				return details.phase === 'not-sent' ? {stop: plain`Not sent: ${text}`} : {...rejected(text), stop: text};
			}

			case 'contested':
				return rejected(outcome.sentence);
			case 'unavailable':
				return rejected(unconfirmedText(store.get(), outcome.by));
			case 'unconfirmed': {
				const key = shortcutOf(store.get(), 'unconfirmed-changes');
				return {
					result: {kind: 'unconfirmed', text: plain`no answer: press ${key}`},
					stop: errorSentence(outcome.error),
				};
			}
		}
	}

	return {
		async askAboutMarked(kind: AskedWrite) {
			const state = store.get();
			const {projects, missing} = markedProjects(state);
			const maxCount = state.connection?.guards?.maxBulk ?? defaultGuards.maxBulk;
			if (missing.length > 0) return reportMissing(missing);
			const reasons = projects.map(project => unavailableReason(state, kind, project.id));
			const askable = projects.filter((_, at) => reasons[at] === undefined);
			const reason = reasons.find(text => text !== undefined);
			if (reason && askable.length === 0) return notify(store, reason, 'bad');
			const batch = askable.slice(0, maxCount);
			const [first, ...others] = batch;
			// The number 1 would be too easy to type.
			if (kind === 'delete' && first && others.length === 0) {
				const question = confirmationFor(first);
				return store.change(current => openDialog(current, {name: 'delete', typed: '', ...question}));
			}

			const targets = batch.map((project): BulkTarget => {
				const {projectId: id, title, labels} = confirmationFor(project);
				return {id, title, labels, result: undefined};
			});
			const restCount = askable.length - batch.length;
			const progress = {isRunning: false, isStopped: false, problem: undefined};
			const id = newId();
			const dialog = {name: 'bulk', id, kind, targets, restCount, typed: '', top: 0, ...progress} as const;
			store.change(current => openDialog(current, dialog));
			const leftOut = reason && plain`${projects.length - askable.length} left out. ${reason}.`;
			const problem = (kind === 'deploy' ? deployProblem(targets) : undefined) ?? leftOut;
			store.change(current => withBulk(current, id, {problem}));
		},

		/** Stops at the first unconfirmed write, at a deployment of something else, and at a failure that the next write would meet, too. */
		async carryOutMarked() {
			const {dialog} = store.get().interface;
			if (dialog?.name !== 'bulk') return;
			const {id: bulkId, kind, targets, typed} = dialog;
			const show = (change: Parameters<typeof withBulk>[2]) => store.change(state => withBulk(state, bulkId, change));
			if (targets.some(({result}) => result !== undefined)) return store.change(withoutDialog);
			if (!isAnswer(typed, bulkAnswer(kind, targets.length))) return show({problem: mismatchText});
			const {maxBulk = defaultGuards.maxBulk} = store.get().connection?.guards ?? {};
			if (targets.length > maxBulk)
				return show({problem: plain`The limit is now ${maxBulk} at once. Close this and start again.`});

			const named = chosenDeploy(store.get());
			if (named && 'reason' in named) return show({problem: plain`${named.reason}, so nothing was sent.`});
			show({isRunning: true, problem: undefined});
			for (const target of targets) {
				await writes.ready();
				const now = store.get().interface.dialog;
				// The rest is cancelled when the user leaves the dialog or connects to another service.
				if (now?.name !== 'bulk' || now.id !== bulkId || now.isStopped) break;
				const ref = writes.newWrite(target.id, target.title);
				const {result, stop} = await writeTo(kind, target, ref, named ?? {body: emptyBody});
				if (result) store.change(state => withBulkResult(state, bulkId, ref, result));
				if (stop) {
					show({problem: stop});
					break;
				}
			}

			show({isRunning: false});
		},
	};
}
