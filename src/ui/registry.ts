import type {ComponentType} from 'react';
import type {Dialog} from '../store/dialog.ts';
import type {Screen} from '../store/screen.ts';
import type {Layer, Place} from './desk.ts';
import {bulkDialog} from './dialogs/bulk.tsx';
import {conflictDialog} from './dialogs/conflict.tsx';
import {copyDialog} from './dialogs/copy.tsx';
import {deleteDialog} from './dialogs/delete.tsx';
import {deployDialog} from './dialogs/deploy.tsx';
import {filterDialog} from './dialogs/filter.ts';
import {helpDialog} from './dialogs/help.tsx';
import {lineDialog} from './dialogs/line.tsx';
import {lostDialog} from './dialogs/lost.tsx';
import {meaningDialog} from './dialogs/meaning.tsx';
import {paletteDialog} from './dialogs/palette.tsx';
import {rawRecordDialog} from './dialogs/raw-record.tsx';
import {requestLogDialog} from './dialogs/request-log.tsx';
import {rulesDialog} from './dialogs/rules.tsx';
import {sortDialog} from './dialogs/sort.tsx';
import {activityScreen} from './screens/activity.tsx';
import {connectScreen} from './screens/connect.tsx';
import {createScreen} from './screens/create.tsx';
import {deploymentScreen} from './screens/deployment.tsx';
import {deploymentsScreen} from './screens/deployments.tsx';
import {editScreen} from './screens/edit.tsx';
import {projectsLayer} from './screens/projects/keys.ts';
import {ProjectsScreen} from './screens/projects/projects-screen.tsx';
import {watchScreen} from './screens/watch.tsx';
import {welcomeScreen} from './screens/welcome.tsx';

type Entry = Layer & {readonly component: ComponentType};

/** What a new screen needs besides its component and keys. */
type ScreenEntry = Entry & {readonly place: Place | undefined; readonly selects: NonNullable<Layer['selects']>};

export const screens: Readonly<Record<Screen['name'], ScreenEntry>> = {
	welcome: welcomeScreen,
	connect: connectScreen,
	projects: {...projectsLayer, component: ProjectsScreen},
	watch: watchScreen,
	activity: activityScreen,
	deployments: deploymentsScreen,
	deployment: deploymentScreen,
	create: createScreen,
	edit: editScreen,
};

export const dialogs: Readonly<Record<Dialog['name'], Entry>> = {
	help: helpDialog,
	filter: filterDialog,
	sort: sortDialog,
	calls: requestLogDialog,
	lost: lostDialog,
	conflict: conflictDialog,
	bulk: bulkDialog,
	copy: copyDialog,
	inspect: rawRecordDialog,
	meaning: meaningDialog,
	rules: rulesDialog,
	line: lineDialog,
	palette: paletteDialog,
	deploy: deployDialog,
	delete: deleteDialog,
};
