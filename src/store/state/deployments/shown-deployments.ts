import {type Deployment, isConcluded} from '../../../api/types.ts';
import {memoLast} from '../../../base/memo.ts';
import {durationMs} from '../../../deployment-times.ts';
import {outcomeOf, outcomeWord, type Pins} from '../../../status-words.ts';
import {type Arrangement, arrangementOf, type SortValue, sortedBy} from '../../model/deployments/arrangement.ts';
import {
	type DeploymentRow,
	deploymentRows,
	type ProjectDeployments,
} from '../../model/deployments/project-deployments.ts';
import type {Watches} from '../../model/deployments/tracked-deployment.ts';
import type {State} from '../state.ts';
import {watchOf} from './board.ts';
import {deploymentsOf} from './known-deployment.ts';

/** Returns the value of a deployment in a column. */
export function deploymentValue(deployment: Deployment, by: string): SortValue {
	switch (by) {
		case 'outcome':
			return outcomeWord(deployment)?.toLowerCase();
		case 'environment':
			return deployment.environmentId?.exact.toLowerCase();
		case 'version':
			return deployment.uploadVersion;
		case 'took':
			return isConcluded(deployment) ? durationMs(deployment, deployment.concludedAt ?? 0) : undefined;
		default:
			return deployment.createdAt;
	}
}

/** Whether a list that shows only some deployments shows this one. */
export function isShown(deployment: Deployment, {shown}: Arrangement, isWatched: boolean, pins: Pins): boolean {
	if (shown === 'in progress') return !isConcluded(deployment);
	if (shown === 'failed') return outcomeOf(deployment, pins) === 'bad';
	return shown === 'all' || isWatched;
}

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
			isShown(deployment, arrangement, watchOf({presence: {watches}}, deployment) !== undefined, pins),
		);
		const rows = sortedBy(shown, arrangement.sort, ({deployment}, by) => deploymentValue(deployment, by));
		return {rows, indexes: new Map(rows.map(({deployment}, index) => [deployment.id, index]))};
	},
);
