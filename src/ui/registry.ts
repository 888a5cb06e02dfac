import type {ComponentType} from 'react';
import type {Dialog} from '../store/state/interface/dialog.ts';
import type {Screen} from '../store/state/interface/screen.ts';
import type {Layer, Place} from './contexts.ts';
import {bulkDialog} from './dialogs/bulk-dialog.tsx';
import {conflictDialog} from './dialogs/conflict-dialog.tsx';
import {copyDialog} from './dialogs/copy-dialog.tsx';
import {deleteDialog} from './dialogs/delete-dialog.tsx';
import {deployDialog} from './dialogs/deploy-dialog.tsx';
import {callDialog} from './dialogs/diagnosis/call-dialog.tsx';
import {healthDialog} from './dialogs/diagnosis/health-dialog.tsx';
import {rawRecordDialog} from './dialogs/diagnosis/raw-record-dialog.tsx';
import {filterDialog} from './dialogs/filter-dialog.ts';
import {helpDialog} from './dialogs/help-dialog.tsx';
import {lineDialog} from './dialogs/line-dialog.tsx';
import {lostDialog} from './dialogs/lost-dialog.tsx';
import {meaningDialog} from './dialogs/meaning-dialog.tsx';
import {paletteDialog} from './dialogs/palette-dialog.tsx';
import {profilesDialog} from './dialogs/profiles-dialog.tsx';
import {removeProfileDialog} from './dialogs/remove-profile-dialog.tsx';
import {requestLogDialog} from './dialogs/request-log-dialog.tsx';
import {rulesDialog} from './dialogs/rules-dialog.tsx';
import {sortDialog} from './dialogs/sort-dialog.tsx';
import {switchDialog} from './dialogs/switch-dialog.tsx';
import {activityScreen} from './screens/activity-screen.tsx';
import {connectScreen} from './screens/connect-screen.tsx';
import {createScreen} from './screens/create-screen.tsx';
import {deploymentScreen} from './screens/deployment-screen.tsx';
import {deploymentsScreen} from './screens/deployments-screen.tsx';
import {editScreen} from './screens/edit-screen.tsx';
import {projectsLayer} from './screens/projects/keys.ts';
import {ProjectsScreen} from './screens/projects/projects-screen.tsx';
import {replayScreen} from './screens/replay-screen.tsx';
import {versionsScreen} from './screens/versions-screen.tsx';
import {wallScreen} from './screens/wall-screen.tsx';
import {watchScreen} from './screens/watch-screen.tsx';
import {welcomeScreen} from './screens/welcome-screen.tsx';
import {themeDialog} from './themes/theme-dialog.tsx';

type Entry = Layer & {readonly component: ComponentType};

/** A screen must say where it belongs and what it selects, even if nothing. */
type ScreenEntry = Entry & {readonly place: Place | undefined; readonly selects: NonNullable<Layer['selects']>};

export const screens: Readonly<Record<Screen['name'], ScreenEntry>> = {
	welcome: welcomeScreen,
	connect: connectScreen,
	projects: {...projectsLayer, component: ProjectsScreen},
	watch: watchScreen,
	wall: wallScreen,
	replay: replayScreen,
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
	calls: requestLogDialog,
	health: healthDialog,
	call: callDialog,
	lost: lostDialog,
	conflict: conflictDialog,
	bulk: bulkDialog,
	copy: copyDialog,
	inspect: rawRecordDialog,
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
