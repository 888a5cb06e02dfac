import type {Binding} from '../../desk.ts';
import {sentByEnter} from '../../form-keys.ts';

export const createKeys: readonly Binding[] = sentByEnter('add the project', actions => actions.createProject());
