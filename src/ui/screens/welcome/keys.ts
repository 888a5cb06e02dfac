import {menuKeys} from '../../keys/menu-keys.ts';

export const welcomeKeys = menuKeys('choose');
