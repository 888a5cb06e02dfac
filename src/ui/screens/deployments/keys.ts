import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {edit} from '../../edit-keys.ts';
import {movement} from '../../movement.ts';
import {projectKeys} from '../../project-keys.ts';
import {openDeployment, recordKeys} from '../../record-keys.ts';

export const deploymentsKeys: readonly Binding[] = [
	{...back, isHinted: true},
	openDeployment,
	...projectKeys.map(binding => (binding === edit ? {...edit, isHinted: true} : binding)),
	...recordKeys,
	...movement,
];
