import type {Line} from '../present/line.ts';
import type {Dialog, Screen} from '../store/state.ts';
import type {Binding, Shown} from './desk.ts';
import {deleteKeys} from './dialogs/delete/keys.ts';
import {deployKeys} from './dialogs/deploy/keys.ts';
import {helpKeys} from './dialogs/help/keys.ts';
import {activityKeys} from './screens/activity/keys.ts';
import {activityLines} from './screens/activity/lines.ts';
import {connectKeys} from './screens/connect/keys.ts';
import {createKeys} from './screens/create/keys.ts';
import {deploymentKeys} from './screens/deployment/keys.ts';
import {deploymentLines} from './screens/deployment/lines.ts';
import {deploymentsKeys} from './screens/deployments/keys.ts';
import {deploymentsLines} from './screens/deployments/lines.ts';
import {editKeys} from './screens/edit/keys.ts';
import {projectsKeys} from './screens/projects/keys.ts';
import {projectsLines} from './screens/projects/lines.ts';
import {welcomeKeys} from './screens/welcome/keys.ts';

/** A screen or a dialog: what its keys do, and how it is drawn. */
export type Layer = {
	readonly title: string;
	readonly keys: readonly Binding[];
	/** The lines of its body. One without is drawn by Ink: `views.ts`. */
	readonly lines?: (shown: Shown) => readonly Line[];
	/** Letters are typed here, so that the keys of every screen stay silent. */
	readonly isTyping?: boolean;
};

export const screens: Readonly<Record<Screen['name'], Layer>> = {
	welcome: {title: 'Welcome', keys: welcomeKeys},
	connect: {title: 'Connect', keys: connectKeys, isTyping: true},
	projects: {title: 'Projects', keys: projectsKeys, lines: projectsLines},
	activity: {title: 'Activity', keys: activityKeys, lines: activityLines},
	deployments: {title: 'Deployments', keys: deploymentsKeys, lines: deploymentsLines},
	deployment: {title: 'Deployment', keys: deploymentKeys, lines: deploymentLines},
	create: {title: 'New project', keys: createKeys, isTyping: true},
	edit: {title: 'Edit project', keys: editKeys, isTyping: true},
};

export const dialogs: Readonly<Record<Dialog['name'], Layer>> = {
	help: {title: 'Help', keys: helpKeys},
	deploy: {title: 'Deploy', keys: deployKeys},
	delete: {title: 'Delete', keys: deleteKeys, isTyping: true},
};
