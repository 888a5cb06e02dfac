import {menuKeys} from '../../keys/text-keys.ts';

export const welcomeKeys = menuKeys('choose');
