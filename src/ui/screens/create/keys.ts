import type {Binding} from '../../contexts.ts';
import {sentByEnter} from '../../keys/text-keys.ts';

export const createKeys: readonly Binding[] = sentByEnter('add project', actions => actions.createProject());
