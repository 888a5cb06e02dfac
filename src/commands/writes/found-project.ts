import type {Project} from '../../api/types.ts';
import type {Finding} from '../../store/model/writes/reconcile.ts';

/** Returns the project that shows that a lost write was executed. */
export function projectFound({project}: Extract<Finding, {kind: 'confirmed'}>): Project {
	if (!project) throw new Error('A lost write was confirmed without its project.');
	return project;
}
