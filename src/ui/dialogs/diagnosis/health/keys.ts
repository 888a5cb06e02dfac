import type {Binding} from '../../../contexts.ts';
import {closeDialog} from '../../../keys/common-keys.ts';

export const healthKeys: readonly Binding[] = [{...closeDialog, keys: ['esc', 'q', 'enter']}];
