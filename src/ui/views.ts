import type {ReactNode} from 'react';
import type {Dialog} from '../store/dialog.ts';
import type {Screen} from '../store/state.ts';
import type {ViewProps} from './desk.ts';
import {DeleteDialog} from './dialogs/delete/view.tsx';
import {DeployDialog} from './dialogs/deploy/view.tsx';
import {ConnectScreen} from './screens/connect/view.tsx';
import {CreateScreen} from './screens/create/view.tsx';
import {EditScreen} from './screens/edit/view.tsx';
import {WelcomeScreen} from './screens/welcome/view.tsx';

type View = (view: ViewProps) => ReactNode;

/** The screens that Ink draws. The others are lines, as the register says. */
export const screenViews: Partial<Record<Screen['name'], View>> = {
	welcome: WelcomeScreen,
	connect: ConnectScreen,
	create: CreateScreen,
	edit: EditScreen,
};

/** The dialogs that Ink draws, in the lower part of the screen. */
export const dialogViews: Partial<Record<Dialog['name'], View>> = {
	deploy: DeployDialog,
	delete: DeleteDialog,
};
