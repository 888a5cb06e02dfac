import {deployedVersions, driftOf} from '../../../deployed-versions.ts';
import type {ProjectDeployments} from '../../model/deployments/project-deployments.ts';
import type {DerivedKey, DerivedValue} from '../../model/projects/sorting.ts';
import type {State} from '../state.ts';
import {newestDeployment, recentDeployments} from './known-deployment.ts';

type StateWithPins = Pick<State, 'deployments' | 'interface'>;

/** Whether all deployments of a project are known to have been read. */
export const hasReadAllDeployments = ({askedAt, isTruncated, isTrimmed}: ProjectDeployments): boolean =>
	askedAt !== undefined && !isTruncated && !isTrimmed;

/** Returns how many upload versions behind a project is, in the environment where it is furthest behind. */
const driftIn =
	(state: StateWithPins): DerivedValue =>
	project => {
		const deployments = recentDeployments(state, project.id);
		return deployments.length === 0 ? undefined : driftOf(deployedVersions(project, deployments, state.interface.pins));
	};

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
