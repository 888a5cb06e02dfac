import type {ServiceTime} from '../../../clock.ts';
import {newestCount} from '../../model/deployments/newest-deployments.ts';
import {noDeployments} from '../../model/deployments/project-deployments.ts';
import type {State} from '../state.ts';
import {hasReadDeployments} from './read-deployments.ts';

/** Whether there may be a project whose deployments were never read. */
export function hasUnreadProjects({
	projects: {list},
	deployments: {table},
}: Pick<State, 'projects' | 'deployments'>): boolean {
	if (list.end !== 'reached') return true;
	return list.rows.some(({id}) => !hasReadDeployments(table.get(id) ?? noDeployments));
}

/** Whether deployments that concluded after a moment may be missing: of a project that was never read, or of one with many, because only its newest ones are kept. */
export function mayLackSince(state: Pick<State, 'projects' | 'deployments'>, since: ServiceTime): boolean {
	if (hasUnreadProjects(state)) return true;
	const {table} = state.deployments;
	for (const {records, list, newest} of table.values()) {
		if (!list.isTruncated && (list.readAt !== undefined || (newest?.ids.length ?? 0) < newestCount)) continue;
		const oldest = [list.ids.at(-1), newest?.ids.at(-1)].map(id => records.get(id ?? '')?.deployment.createdAt);
		if (Math.min(...oldest.map(createdAt => createdAt ?? Number.POSITIVE_INFINITY)) > since) return true;
	}

	return false;
}
