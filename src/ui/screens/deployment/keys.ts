import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {movement} from '../../movement.ts';
import {deploy, recordKeys} from '../../record-keys.ts';

export const deploymentKeys: readonly Binding[] = [
	{...back, isHinted: true},
	deploy,
	...recordKeys,
	...movement.slice(0, 2),
];
