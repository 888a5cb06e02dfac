import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {movement} from '../../movement.ts';

export const activityKeys: readonly Binding[] = [{...back, isHinted: true}, ...movement];
