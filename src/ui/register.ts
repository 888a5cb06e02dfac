import type {ReactNode} from 'react';
import type {Dialog, Screen} from '../store/state.ts';
import type {Binding, ViewProps} from './desk.ts';
import {DeleteDialog, deleteKeys} from './dialogs/delete/dialog.tsx';
import {DeployDialog, deployKeys} from './dialogs/deploy/dialog.tsx';
import {helpKeys} from './dialogs/help/dialog.tsx';
import {activityKeys} from './screens/activity/keys.ts';
import {ActivityScreen} from './screens/activity/screen.tsx';
import {connectKeys} from './screens/connect/keys.ts';
import {ConnectScreen} from './screens/connect/screen.tsx';
import {createKeys} from './screens/create/keys.ts';
import {CreateScreen} from './screens/create/screen.tsx';
import {deploymentKeys} from './screens/deployment/keys.ts';
import {DeploymentScreen} from './screens/deployment/screen.tsx';
import {deploymentsKeys} from './screens/deployments/keys.ts';
import {DeploymentsScreen} from './screens/deployments/screen.tsx';
import {editKeys} from './screens/edit/keys.ts';
import {EditScreen} from './screens/edit/screen.tsx';
import {projectsKeys} from './screens/projects/keys.ts';
import {ProjectsScreen} from './screens/projects/screen.tsx';
import {welcomeKeys} from './screens/welcome/keys.ts';
import {WelcomeScreen} from './screens/welcome/screen.tsx';

/** A screen or a dialog: how it is drawn and what its keys do. */
export type Layer = {
	readonly title: string;
	readonly View: (view: ViewProps) => ReactNode;
	readonly keys: readonly Binding[];
	/** Letters are typed here, so that the keys of every screen stay silent. */
	readonly isTyping?: boolean;
};

export const screens: Readonly<Record<Screen['name'], Layer>> = {
	welcome: {title: 'Welcome', View: WelcomeScreen, keys: welcomeKeys},
	connect: {title: 'Connect', View: ConnectScreen, keys: connectKeys, isTyping: true},
	projects: {title: 'Projects', View: ProjectsScreen, keys: projectsKeys},
	activity: {title: 'Activity', View: ActivityScreen, keys: activityKeys},
	deployments: {title: 'Deployments', View: DeploymentsScreen, keys: deploymentsKeys},
	deployment: {title: 'Deployment', View: DeploymentScreen, keys: deploymentKeys},
	create: {title: 'New project', View: CreateScreen, keys: createKeys, isTyping: true},
	edit: {title: 'Edit project', View: EditScreen, keys: editKeys, isTyping: true},
};

export const dialogs: Readonly<Record<Exclude<Dialog['name'], 'help'>, Layer>> = {
	deploy: {title: 'Deploy', View: DeployDialog, keys: deployKeys},
	delete: {title: 'Delete', View: DeleteDialog, keys: deleteKeys, isTyping: true},
};

export const help = {title: 'Help', keys: helpKeys};
