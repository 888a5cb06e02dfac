import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {movement} from '../../movement.ts';
import {openDeployment, recordKeys} from '../../record-keys.ts';

export const activityKeys: readonly Binding[] = [{...back, isHinted: true}, openDeployment, ...recordKeys, ...movement];
