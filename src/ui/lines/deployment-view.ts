import {isConcluded} from '../../api/types.ts';
import {keyOfDeployment, noChanges} from '../../model/deployment-changes.ts';
import type {KnownDeployment} from '../../model/deployment-table.ts';
import {usualOf} from '../../model/durations.ts';
import {watchOf} from '../../model/watch.ts';
import {type DeploymentRow, deploymentFields} from '../../present/deployment.ts';
import type {Field} from '../../present/fields.ts';
import type {HistoryRow} from '../../present/history.ts';
import {deploymentsOf, isNotVisibleYet, markedDeployment} from '../../state/deployments.ts';
import type {State} from '../../state/state.ts';
import type {DrawContext} from '../contexts.ts';

export function deploymentRowOf(
	state: State,
	{deployment, asOf, isGone = false}: HistoryRow & {readonly isGone?: boolean},
): DeploymentRow {
	const {timelines} = state.deployments;
	const {watches} = state.presence;
	const {recent} = deploymentsOf(state, deployment.projectId);
	return {
		deployment,
		asOf,
		isGone,
		isNotVisibleYet: isNotVisibleYet(state, deployment),
		isWatched: watches.size > 0 && !isConcluded(deployment) && watchOf(watches, deployment) !== undefined,
		isMarked: markedDeployment(state)?.id === deployment.id,
		changes: timelines.get(keyOfDeployment(deployment)) ?? noChanges,
		usualMs: usualOf(recent, deployment, state.preferences.wordMeanings),
	};
}

export function allFieldsOf(row: KnownDeployment, {state, context}: DrawContext): readonly Field[] {
	const shown = deploymentRowOf(state, row);
	const deployment = {...shown.deployment, requestId: row.requestId};
	return deploymentFields({...shown, deployment}, context);
}
