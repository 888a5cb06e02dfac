import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {movement} from '../../movement.ts';
import {recordKeys} from '../../record-keys.ts';
import {subjectOf} from '../../subject.ts';

export const activityKeys: readonly Binding[] = [
	{...back, isHinted: true},
	{
		keys: ['enter', 'l', 'right'],
		label: 'the deployment',
		isHinted: true,
		blocked: state => (subjectOf(state)?.deploymentId === undefined ? 'It is about no deployment' : undefined),
		run({store}, state) {
			const {projectId, deploymentId} = subjectOf(state) ?? {};
			if (projectId === undefined || deploymentId === undefined) return;
			store.dispatch({type: 'deployment-opened', projectId, deploymentId});
		},
	},
	...recordKeys,
	...movement,
];
