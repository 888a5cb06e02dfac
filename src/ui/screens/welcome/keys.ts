import {menuKeys} from '../../components/menu-keys.ts';

export const welcomeKeys = menuKeys('choose');
