import type {Context} from '../present/column.ts';
import type {Line} from '../present/line.ts';
import type {Dialog} from '../store/dialog.ts';
import type {Screen, State} from '../store/state.ts';
import {typeText} from './components/typing.ts';
import type {Binding, Body, Desk, Shown} from './desk.ts';
import {bulkKeys} from './dialogs/bulk/keys.ts';
import {bulkLines} from './dialogs/bulk/lines.ts';
import {callsKeys} from './dialogs/calls/keys.ts';
import {callsLines} from './dialogs/calls/lines.ts';
import {conflictKeys} from './dialogs/conflict/keys.ts';
import {conflictLines} from './dialogs/conflict/lines.ts';
import {copyKeys} from './dialogs/copy/keys.ts';
import {copyLines} from './dialogs/copy/lines.ts';
import {deleteKeys} from './dialogs/delete/keys.ts';
import {deployKeys} from './dialogs/deploy/keys.ts';
import {filterKeys} from './dialogs/filter/keys.ts';
import {helpKeys} from './dialogs/help/keys.ts';
import {inspectKeys} from './dialogs/inspect/keys.ts';
import {inspectLines} from './dialogs/inspect/lines.ts';
import {lineKeys} from './dialogs/line/keys.ts';
import {typedLines} from './dialogs/line/lines.ts';
import {lostKeys} from './dialogs/lost/keys.ts';
import {lostLines} from './dialogs/lost/lines.ts';
import {meaningKeys} from './dialogs/meaning/keys.ts';
import {meaningLines} from './dialogs/meaning/lines.ts';
import {rulesKeys} from './dialogs/rules/keys.ts';
import {rulesLines} from './dialogs/rules/lines.ts';
import {sortKeys} from './dialogs/sort/keys.ts';
import {sortLines} from './dialogs/sort/lines.ts';
import {activityBody} from './screens/activity/body.ts';
import {activityKeys} from './screens/activity/keys.ts';
import {connectKeys, isInMenu} from './screens/connect/keys.ts';
import {createKeys} from './screens/create/keys.ts';
import {deploymentBody} from './screens/deployment/body.ts';
import {deploymentKeys} from './screens/deployment/keys.ts';
import {deploymentsBody} from './screens/deployments/body.ts';
import {deploymentsKeys} from './screens/deployments/keys.ts';
import {editKeys} from './screens/edit/keys.ts';
import {projectsBody} from './screens/projects/body.ts';
import {projectsKeys} from './screens/projects/keys.ts';
import {watchBody} from './screens/watch/body.ts';
import {watchKeys} from './screens/watch/keys.ts';
import {welcomeKeys} from './screens/welcome/keys.ts';

/** A screen or a dialog: what its keys do, and how it is drawn. */
export type Layer = {
	readonly title: string;
	readonly keys: readonly Binding[];
	/** What it shows between header and footer. One without is drawn by Ink: `views.ts`. */
	readonly body?: (shown: Shown) => Body;
	/** Whether a menu of Ink's has the keyboard, which hears `j`, `k` and digits by itself. */
	readonly isMenu?: (state: State) => boolean;
	/** Letters are typed here, so that the keys of every screen stay silent. */
	readonly isTyping?: boolean;
	/** Hears what is typed or pasted, where it is no field of Ink's. */
	readonly onText?: (desk: Desk, state: State, text: string) => void;
	/** A dialog that is drawn without Ink. */
	readonly isLines?: boolean;
	/** What such a dialog shows in the place of the screen. */
	readonly lines?: (state: State, context: Context) => readonly Line[];
};

export const screens: Readonly<Record<Screen['name'], Layer>> = {
	welcome: {title: 'Welcome', keys: welcomeKeys, isMenu: () => true},
	connect: {title: 'Connect', keys: connectKeys, isMenu: isInMenu, isTyping: true, onText: typeText},
	projects: {title: 'Projects', keys: projectsKeys, body: projectsBody},
	watch: {title: 'Watch', keys: watchKeys, body: watchBody},
	activity: {title: 'Activity', keys: activityKeys, body: activityBody},
	deployments: {title: 'Deployments', keys: deploymentsKeys, body: deploymentsBody},
	deployment: {title: 'Deployment', keys: deploymentKeys, body: deploymentBody},
	create: {title: 'New project', keys: createKeys, isTyping: true, onText: typeText},
	edit: {title: 'Edit project', keys: editKeys, isTyping: true, onText: typeText},
};

export const dialogs: Readonly<Record<Dialog['name'], Layer>> = {
	help: {title: 'Help', keys: helpKeys, isLines: true},
	filter: {title: 'Filter', keys: filterKeys, isTyping: true, onText: typeText, isLines: true},
	sort: {title: 'Sort', keys: sortKeys, isLines: true, lines: sortLines},
	calls: {title: 'Calls', keys: callsKeys, isLines: true, lines: callsLines},
	lost: {title: 'A write without an answer', keys: lostKeys, isLines: true, lines: lostLines},
	conflict: {title: 'Changed by somebody else', keys: conflictKeys, isLines: true, lines: conflictLines},
	bulk: {title: 'Several projects', keys: bulkKeys, isTyping: true, onText: typeText, isLines: true, lines: bulkLines},
	copy: {title: 'Copy', keys: copyKeys, isLines: true, lines: copyLines},
	inspect: {title: 'Raw record', keys: inspectKeys, isLines: true, lines: inspectLines},
	meaning: {title: 'Meaning', keys: meaningKeys, isLines: true, lines: meaningLines},
	rules: {title: 'Watch rules', keys: rulesKeys, isLines: true, lines: rulesLines},
	line: {title: 'Line', keys: lineKeys, isTyping: true, onText: typeText, isLines: true, lines: typedLines},
	deploy: {title: 'Deploy', keys: deployKeys},
	delete: {title: 'Delete', keys: deleteKeys, isTyping: true, onText: typeText},
};
