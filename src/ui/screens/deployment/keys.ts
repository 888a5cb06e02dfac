import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {movement} from '../../movement.ts';
import {projectKeys} from '../../project-keys.ts';
import {recordKeys} from '../../record-keys.ts';

export const deploymentKeys: readonly Binding[] = [
	{...back, isHinted: true},
	...projectKeys,
	...recordKeys,
	...movement.slice(0, 2),
];
