import type {DerivedKey, DerivedValue} from '../../model/projects/sorting.ts';
import {driftOf, noVersions, versionsOf} from '../../model/versions.ts';
import type {State} from '../state.ts';
import {newestDeployment} from './known-deployment.ts';

type StateWithPins = Pick<State, 'deployments' | 'interface'>;

/** Returns how many upload versions behind a project is, in the environment where it is furthest behind. */
const driftIn =
	(state: StateWithPins): DerivedValue =>
	project =>
		driftOf(project, (versionsOf(state).projects.get(project.id) ?? noVersions).deployed);

/** Returns when the newest deployment of a project began. */
const lastDeployedIn =
	(state: StateWithPins): DerivedValue =>
	({id}) => {
		const {createdAt, concludedAt} = newestDeployment(state, id) ?? {};
		return createdAt ?? concludedAt;
	};

/** Returns a function from a project to its value in a derived column. */
export const derivedValueIn = (state: StateWithPins, by: DerivedKey): DerivedValue =>
	by === 'drift' ? driftIn(state) : lastDeployedIn(state);
