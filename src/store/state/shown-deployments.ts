import {memoLast} from '../../base/memo.ts';
import type {Pins} from '../../status-words.ts';
import {type Arrangement, arrangementOf, deploymentValue, isShown, sortedBy} from '../model/deployments/arrangement.ts';
import {type DeploymentRow, deploymentRows, type ProjectDeployments} from '../model/deployments/project-deployments.ts';
import {type Watches, watchOf} from '../model/deployments/watches.ts';
import {deploymentsOf} from './known-deployment.ts';
import type {State} from './state.ts';

type ShownDeployments = {
	readonly rows: readonly DeploymentRow[];
	/** The index of each row, by the id of its deployment. */
	readonly indexes: ReadonlyMap<string, number>;
};

/** Returns the deployments of a project as the user has arranged them. The same rows until something in them changes. */
export function shownDeployments(state: State, projectId: string): ShownDeployments {
	const known = deploymentsOf(state, projectId);
	const {
		interface: {arrangements, pins},
		presence: {watches},
	} = state;
	const arrangement = arrangementOf(arrangements, 'deployments');
	return arranged(known, arrangement, pins, watches);
}

const arranged = memoLast(
	(known: ProjectDeployments, arrangement: Arrangement, pins: Pins, watches: Watches): ShownDeployments => {
		const shown = deploymentRows(known).filter(({deployment}) =>
			isShown(deployment, arrangement, watchOf(watches, deployment) !== undefined, pins),
		);
		const rows = sortedBy(shown, arrangement.sort, ({deployment}, by) => deploymentValue(deployment, by));
		return {rows, indexes: new Map(rows.map(({deployment}, index) => [deployment.id, index]))};
	},
);
