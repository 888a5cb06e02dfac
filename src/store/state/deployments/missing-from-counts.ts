import type {ServiceTime} from '../../../clock.ts';
import type {State} from '../state.ts';

/** Whether there may be a project whose deployments were never read. */
export function hasUnreadProjects({
	projects: {list},
	deployments: {table},
}: Pick<State, 'projects' | 'deployments'>): boolean {
	if (list.end !== 'reached') return true;
	return list.rows.some(({id}) => table.get(id)?.askedAt === undefined);
}

/** Whether deployments that concluded after a moment may be missing: of a project that was never read, or of one that has more than are listed or kept. */
export function mayLackSince(state: Pick<State, 'projects' | 'deployments'>, since: ServiceTime): boolean {
	if (hasUnreadProjects(state)) return true;
	return [...state.deployments.table.values()].some(
		({askedAt, completeSince}) => askedAt !== undefined && completeSince > since,
	);
}
