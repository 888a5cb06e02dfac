import type {ComponentType} from 'react';
import type {Dialog} from '../store/state/dialog.ts';
import type {Screen} from '../store/state/screen.ts';
import type {Layer, MainScreen} from './contexts.ts';
import {bulkDialog} from './dialogs/bulk/bulk-dialog.tsx';
import {conflictDialog} from './dialogs/conflict/conflict-dialog.tsx';
import {copyDialog} from './dialogs/copy/copy-dialog.tsx';
import {deleteDialog} from './dialogs/delete/delete-dialog.tsx';
import {deployDialog} from './dialogs/deploy/deploy-dialog.tsx';
import {rawRecordDialog} from './dialogs/diagnosis/raw-record/raw-record-dialog.tsx';
import {requestDialog} from './dialogs/diagnosis/request/request-dialog.tsx';
import {requestLogDialog} from './dialogs/diagnosis/request-log/request-log-dialog.tsx';
import {filterDialog} from './dialogs/filter/filter-dialog.tsx';
import {helpDialog} from './dialogs/help/help-dialog.tsx';
import {lineDialog} from './dialogs/line/line-dialog.tsx';
import {meaningDialog} from './dialogs/meaning/meaning-dialog.tsx';
import {paletteDialog} from './dialogs/palette/palette-dialog.tsx';
import {profilesDialog} from './dialogs/profiles/profiles-dialog.tsx';
import {removeProfileDialog} from './dialogs/remove-profile/remove-profile-dialog.tsx';
import {rulesDialog} from './dialogs/rules/rules-dialog.tsx';
import {sortDialog} from './dialogs/sort/sort-dialog.tsx';
import {switchDialog} from './dialogs/switch/switch-dialog.tsx';
import {themeDialog} from './dialogs/theme/theme-dialog.tsx';
import {unconfirmedChangeDialog} from './dialogs/unconfirmed-change/unconfirmed-change-dialog.tsx';
import {activityScreen} from './screens/activity/activity-screen.tsx';
import {connectScreen} from './screens/connect/connect-screen.tsx';
import {createScreen} from './screens/create/create-screen.tsx';
import {deploymentScreen} from './screens/deployment/deployment-screen.tsx';
import {deploymentsScreen} from './screens/deployments/deployments-screen.tsx';
import {editScreen} from './screens/edit/edit-screen.tsx';
import {projectsScreen} from './screens/projects/projects-screen.tsx';
import {versionsScreen} from './screens/versions/versions-screen.tsx';
import {wallScreen} from './screens/wall/wall-screen.tsx';
import {watchScreen} from './screens/watch/watch-screen.tsx';
import {welcomeScreen} from './screens/welcome/welcome-screen.tsx';

type Entry = Layer & {readonly component: ComponentType};

/** A screen must say where it belongs and what it selects, even if nothing. */
type ScreenEntry = Entry & {
	readonly mainScreen: MainScreen | undefined;
	readonly selects: NonNullable<Layer['selects']>;
};

export const screens: Readonly<Record<Screen['name'], ScreenEntry>> = {
	welcome: welcomeScreen,
	connect: connectScreen,
	projects: projectsScreen,
	watch: watchScreen,
	wall: wallScreen,
	activity: activityScreen,
	versions: versionsScreen,
	deployments: deploymentsScreen,
	deployment: deploymentScreen,
	create: createScreen,
	edit: editScreen,
};

export const dialogs: Readonly<Record<Dialog['name'], Entry>> = {
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
