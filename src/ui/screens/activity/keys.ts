import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {movement} from '../../movement.ts';
import {projectKeys} from '../../project-keys.ts';
import {openDeployment, recordKeys} from '../../record-keys.ts';

export const activityKeys: readonly Binding[] = [
	{...back, isHinted: true},
	openDeployment,
	...projectKeys,
	...recordKeys,
	...movement,
];
