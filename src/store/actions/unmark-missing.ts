import {ApiError} from '../../api/errors.ts';
import {userRequest} from '../../api/request.ts';
import {plain} from '../../text.ts';
import {createNotify} from '../effects/notify.ts';
import {keyOf} from '../state/key-names.ts';
import type {ActionContext} from './action-context.ts';

/** Finds out whether marked projects that are not loaded still exist, and unmarks those that do not. */
export async function unmarkMissing(
	{store, clock, connections}: Pick<ActionContext, 'store' | 'clock' | 'connections'>,
	ids: readonly string[],
): Promise<void> {
	const notify = createNotify({store, clock});
	const connectionId = store.get().connection?.id ?? -1;
	const client = connections.clientOf(connectionId);
	const isMissing = async (id: string) => {
		try {
			await client?.readProject(id, new AbortController().signal, userRequest);
			return false;
		} catch (error) {
			if (error instanceof ApiError) return error.kind === 'missing';
			throw error;
		}
	};
	notify(plain`Some of the marked projects are not loaded. Looking for them…`, 'quiet');
	let missingCount = 0;
	for (const projectId of ids) {
		const isGone = await isMissing(projectId);
		if (store.get().connection?.id !== connectionId) return;
		if (!isGone) continue;
		missingCount++;
		store.dispatch({type: 'marked-project-missing', projectId});
	}

	const isOpen = store.get().projects.list.end === 'open';
	const load = keyOf(store.get(), 'load-all', plain`L`);
	const advice = isOpen ? plain`: press ${load} to load the other pages first` : plain``;
	const text =
		missingCount > 0
			? plain`The service does not know ${missingCount} of the marked projects: unmarked`
			: plain`${ids.length} of the marked projects are not loaded${advice}`;
	notify(text, 'bad');
}
