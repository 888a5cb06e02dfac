import type {ComponentType} from 'react';
import type {Dialog, Screen} from '../state/screen.ts';
import type {KeyScope} from './contexts.ts';
import {bulkDialog} from './dialogs/bulk.tsx';
import {meaningDialog, sortDialog, themeDialog} from './dialogs/choices.tsx';
import {conflictDialog} from './dialogs/conflict.tsx';
import {copyDialog} from './dialogs/copy.tsx';
import {deployDialog} from './dialogs/deploy.tsx';
import {helpDialog} from './dialogs/help.tsx';
import {paletteDialog} from './dialogs/palette.tsx';
import {profilesDialog} from './dialogs/profiles.tsx';
import {deleteDialog, removeProfileDialog, switchDialog} from './dialogs/questions.tsx';
import {rawRecordDialog, requestDialog, requestLogDialog} from './dialogs/requests.tsx';
import {rulesDialog} from './dialogs/rules.tsx';
import {filterDialog, lineDialog} from './dialogs/text.tsx';
import {unconfirmedChangeDialog} from './dialogs/unconfirmed.tsx';
import {activityScreen} from './screens/activity.tsx';
import {boardScreen} from './screens/board.tsx';
import {connectScreen} from './screens/connect.tsx';
import {createProjectScreen, editProjectScreen} from './screens/create-edit.tsx';
import {deploymentScreen} from './screens/deployment.tsx';
import {deploymentsScreen} from './screens/deployments.tsx';
import {projectsScreen} from './screens/projects.tsx';
import {versionsScreen} from './screens/versions.tsx';
import {wallScreen} from './screens/wall.tsx';
import {welcomeScreen} from './screens/welcome.tsx';

type RegistryEntry = KeyScope & {readonly component: ComponentType};

export const screens: Readonly<Record<Screen['name'], RegistryEntry>> = {
	welcome: welcomeScreen,
	connect: connectScreen,
	projects: projectsScreen,
	board: boardScreen,
	wall: wallScreen,
	activity: activityScreen,
	versions: versionsScreen,
	deployments: deploymentsScreen,
	deployment: deploymentScreen,
	create: createProjectScreen,
	edit: editProjectScreen,
};

export const dialogs: Readonly<Record<Dialog['name'], RegistryEntry>> = {
	help: helpDialog,
	filter: filterDialog,
	sort: sortDialog,
	theme: themeDialog,
	'request log': requestLogDialog,
	request: requestDialog,
	'unconfirmed change': unconfirmedChangeDialog,
	conflict: conflictDialog,
	bulk: bulkDialog,
	copy: copyDialog,
	'raw record': rawRecordDialog,
	meaning: meaningDialog,
	rules: rulesDialog,
	profiles: profilesDialog,
	switch: switchDialog,
	'remove profile': removeProfileDialog,
	line: lineDialog,
	palette: paletteDialog,
	deploy: deployDialog,
	delete: deleteDialog,
};
