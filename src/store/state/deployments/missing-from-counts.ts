import type {ServiceTime} from '../../../clock.ts';
import {newestCount} from '../../model/deployments/newest-deployments.ts';
import type {State} from '../state.ts';

/** Whether deployments that concluded after a moment may be missing: only the newest ones of a project with many are kept. */
export function mayLackSince({deployments: {table}}: Pick<State, 'deployments'>, since: ServiceTime): boolean {
	for (const {records, list, newest} of table.values()) {
		if (!list.isTruncated && (list.readAt !== undefined || (newest?.ids.length ?? 0) < newestCount)) continue;
		const oldest = [list.ids.at(-1), newest?.ids.at(-1)].map(id => records.get(id ?? '')?.deployment.createdAt);
		if (Math.min(...oldest.map(createdAt => createdAt ?? Number.POSITIVE_INFINITY)) > since) return true;
	}

	return false;
}
