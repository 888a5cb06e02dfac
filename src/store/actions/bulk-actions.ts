import {sleep} from '../../clock.ts';
import {plain} from '../../text.ts';
import {createNotify} from '../effects/notify.ts';
import {defaultGuards} from '../model/guards.ts';
import {confirmationFor} from '../model/writes/confirmation.ts';
import {markedProjects} from '../reducers/marks.ts';
import type {BulkTarget} from '../state/interface/dialog.ts';
import type {ActionContext} from './action-context.ts';
import type {ProjectWrites} from './project-writes.ts';
import type {WriteReporter} from './write-reporter.ts';

/** The pause between two writes, so that they do not hit the service in a burst. */
const pauseMs = 1000;

/** Creates the actions that deploy or delete all marked projects, one after the other. */
export function createBulkActions(
	{store, clock, newId, connections}: ActionContext,
	writes: Pick<ProjectWrites, 'remove' | 'trigger'>,
	{newWrite}: Pick<WriteReporter, 'newWrite'>,
) {
	const notify = createNotify({store, clock});

	return {
		/** Opens the confirmation for all marked projects, including those hidden by a filter. */
		async askAboutMarked(kind: 'deploy' | 'delete') {
			const state = store.get();
			const {projects, missing} = markedProjects(state);
			const maxCount = state.connection?.guards?.maxBulk ?? defaultGuards.maxBulk;
			if (missing.length > 0) {
				const {unmarkMissing} = await import('./unmark-missing.ts');
				return unmarkMissing({store, clock, connections}, missing.slice(0, maxCount));
			}

			if (projects.length > maxCount)
				return notify(
					plain`${projects.length} projects are marked, but at most ${maxCount} are allowed at once`,
					'bad',
				);
			const targets = projects.map((project): BulkTarget => {
				const {projectId: id, title, labels} = confirmationFor(project);
				return {id, title, labels, result: undefined};
			});
			store.dispatch({
				type: 'dialog-opened',
				dialog: {
					name: 'bulk',
					id: newId(),
					kind,
					targets,
					typed: '',
					isRunning: false,
					isStopped: false,
					top: 0,
					problem: undefined,
				},
			});
		},

		/** Runs the bulk operation once the number of projects is typed. Stops at the first write with an unknown outcome. */
		async carryOutMarked() {
			const {dialog} = store.get().interface;
			if (dialog?.name !== 'bulk' || dialog.isRunning) return;
			const {id: bulkId, kind, targets, typed} = dialog;
			if (targets.some(({result}) => result !== undefined)) return store.dispatch({type: 'dialog-closed'});
			if (typed.trim() !== String(targets.length)) {
				const problem = plain`Type ${targets.length}, the number of projects.`;
				return store.dispatch({type: 'bulk-refused', problem});
			}

			store.dispatch({type: 'bulk-started'});
			const {createBulkWriter} = await import('./bulk-writer.ts');
			const carryOut = createBulkWriter({store, clock}, writes);
			for (const [index, target] of targets.entries()) {
				if (index > 0) await sleep(clock, pauseMs);
				const now = store.get().interface.dialog;
				// Leaving the dialog, or connecting to another service, cancels the rest.
				if (now?.name !== 'bulk' || now.id !== bulkId || now.isStopped) break;
				const write = newWrite(target.id, target.title);
				const {result, error} = await carryOut(kind, target, write);
				store.dispatch({type: 'bulk-item-finished', bulkId, write, result, error});
				if (result.kind === 'unconfirmed') break;
			}

			store.dispatch({type: 'bulk-finished', bulkId});
		},
	};
}
