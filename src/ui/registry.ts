import type {ComponentType} from 'react';
import type {Dialog} from '../store/dialog.ts';
import type {Screen} from '../store/state.ts';
import {isMenuKey} from './components/menu-keys.ts';
import {typeAscii, typeText} from './components/typing.ts';
import type {Layer, Place} from './desk.ts';
import {BulkDialog} from './dialogs/bulk/bulk-dialog.tsx';
import {bulkKeys, isForCount} from './dialogs/bulk/keys.ts';
import {ConflictDialog} from './dialogs/conflict/conflict-dialog.tsx';
import {conflictKeys} from './dialogs/conflict/keys.ts';
import {CopyDialog} from './dialogs/copy/copy-dialog.tsx';
import {copyKeys} from './dialogs/copy/keys.ts';
import {DeleteDialog} from './dialogs/delete/delete-dialog.tsx';
import {deleteKeys} from './dialogs/delete/keys.ts';
import {DeployDialog} from './dialogs/deploy/deploy-dialog.tsx';
import {deployKeys} from './dialogs/deploy/keys.ts';
import {FilterDialog} from './dialogs/filter/filter-dialog.tsx';
import {filterKeys} from './dialogs/filter/keys.ts';
import {helpDialog} from './dialogs/help.tsx';
import {isForShortLine, lineKeys, typeLine} from './dialogs/line/keys.ts';
import {LineDialog} from './dialogs/line/line-dialog.tsx';
import {lostDialog} from './dialogs/lost.tsx';
import {meaningKeys} from './dialogs/meaning/keys.ts';
import {MeaningDialog} from './dialogs/meaning/meaning-dialog.tsx';
import {paletteKeys} from './dialogs/palette/keys.ts';
import {PaletteDialog} from './dialogs/palette/palette-dialog.tsx';
import {rawRecordDialog} from './dialogs/raw-record.tsx';
import {requestLogDialog} from './dialogs/request-log.tsx';
import {rulesKeys} from './dialogs/rules/keys.ts';
import {RulesDialog} from './dialogs/rules/rules-dialog.tsx';
import {sortKeys} from './dialogs/sort/keys.ts';
import {SortDialog} from './dialogs/sort/sort-dialog.tsx';
import {ActivityScreen} from './screens/activity/activity-screen.tsx';
import {activityKeys} from './screens/activity/keys.ts';
import {ConnectScreen} from './screens/connect/connect-screen.tsx';
import {connectKeys, isForConnectWidget} from './screens/connect/keys.ts';
import {CreateScreen} from './screens/create/create-screen.tsx';
import {createKeys} from './screens/create/keys.ts';
import {DeploymentScreen} from './screens/deployment/deployment-screen.tsx';
import {deploymentKeys} from './screens/deployment/keys.ts';
import {DeploymentsScreen} from './screens/deployments/deployments-screen.tsx';
import {deploymentsKeys} from './screens/deployments/keys.ts';
import {EditScreen} from './screens/edit/edit-screen.tsx';
import {editKeys} from './screens/edit/keys.ts';
import {projectsLayer} from './screens/projects/keys.ts';
import {ProjectsScreen} from './screens/projects/projects-screen.tsx';
import {watchKeys} from './screens/watch/keys.ts';
import {WatchScreen} from './screens/watch/watch-screen.tsx';
import {welcomeKeys} from './screens/welcome/keys.ts';
import {WelcomeScreen} from './screens/welcome/welcome-screen.tsx';

type Entry = Layer & {readonly component: ComponentType};
type ScreenEntry = Entry & {readonly place: Place | undefined};

export const screens: Readonly<Record<Screen['name'], ScreenEntry>> = {
	welcome: {title: 'Welcome', place: undefined, keys: welcomeKeys, isForWidget: isMenuKey, component: WelcomeScreen},
	connect: {
		title: 'Connect',
		place: undefined,
		keys: connectKeys,
		isTyping: true,
		onText: typeText,
		isForWidget: isForConnectWidget,
		component: ConnectScreen,
	},
	projects: {...projectsLayer, component: ProjectsScreen},
	watch: {title: 'Watch', place: 'watch', keys: watchKeys, component: WatchScreen},
	activity: {title: 'Activity', place: 'activity', keys: activityKeys, component: ActivityScreen},
	deployments: {title: 'Deployments', place: 'projects', keys: deploymentsKeys, component: DeploymentsScreen},
	deployment: {title: 'Deployment', place: 'projects', keys: deploymentKeys, component: DeploymentScreen},
	create: {
		title: 'New project',
		place: 'projects',
		keys: createKeys,
		isTyping: true,
		onText: typeText,
		component: CreateScreen,
	},
	edit: {
		title: 'Edit project',
		place: 'projects',
		keys: editKeys,
		isTyping: true,
		onText: typeText,
		component: EditScreen,
	},
};

export const dialogs: Readonly<Record<Dialog['name'], Entry>> = {
	help: helpDialog,
	filter: {title: 'Filter', keys: filterKeys, isTyping: true, onText: typeText, component: FilterDialog},
	sort: {title: 'Sort', keys: sortKeys, isForWidget: isMenuKey, component: SortDialog},
	calls: requestLogDialog,
	lost: lostDialog,
	conflict: {title: 'Changed by someone else', keys: conflictKeys, component: ConflictDialog},
	bulk: {
		title: 'Several projects',
		keys: bulkKeys,
		isTyping: true,
		onText: typeAscii,
		isForWidget: isForCount,
		component: BulkDialog,
	},
	copy: {title: 'Copy', keys: copyKeys, isForWidget: isMenuKey, component: CopyDialog},
	inspect: rawRecordDialog,
	meaning: {title: 'Classify status', keys: meaningKeys, isForWidget: isMenuKey, component: MeaningDialog},
	rules: {title: 'Notifications', keys: rulesKeys, isForWidget: isMenuKey, component: RulesDialog},
	line: {
		title: 'Line',
		keys: lineKeys,
		isTyping: true,
		onText: typeLine,
		isForWidget: isForShortLine,
		component: LineDialog,
	},
	palette: {title: 'Commands', keys: paletteKeys, isTyping: true, onText: typeText, component: PaletteDialog},
	deploy: {title: 'Deploy', keys: deployKeys, component: DeployDialog},
	delete: {title: 'Delete', keys: deleteKeys, isTyping: true, onText: typeText, component: DeleteDialog},
};
