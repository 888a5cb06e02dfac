import {Box, render, useApp} from 'ink';
import {Component, type ComponentType, type ReactNode, useInsertionEffect} from 'react';
import {plain, type SafeText, safe} from '../base/text.ts';
import {bodyHeight, statusHeight} from '../model/layout.ts';
import {projectNameOf} from '../model/project-list.ts';
import type {Dialog, Screen} from '../state/screen.ts';
import {currentForm, currentScreen, isScreenCovered, type State} from '../state/state.ts';
import {Lines, Spoken} from './components/lines.tsx';
import type {AppContext, KeyScope} from './contexts.ts';
import {filterDialog, savedFiltersDialog, sortDialog} from './dialogs/arrangement-menu.tsx';
import {bulkDialog} from './dialogs/bulk.tsx';
import {comparisonDialog} from './dialogs/comparison.tsx';
import {copyDialog} from './dialogs/copy.tsx';
import {customCommandDialog, outputDialog} from './dialogs/custom-command.tsx';
import {helpDialog} from './dialogs/help.tsx';
import {lineDialog} from './dialogs/line-dialog.tsx';
import {meaningDialog} from './dialogs/meaning.tsx';
import {paletteDialog} from './dialogs/palette.tsx';
import {profilesDialog, removeProfileDialog, switchDialog, welcomeScreen} from './dialogs/profiles.tsx';
import {deleteDialog, deployDialog} from './dialogs/questions.tsx';
import {rawRecordDialog, requestDialog, requestLogDialog} from './dialogs/request-log.tsx';
import {rulesDialog} from './dialogs/rules.tsx';
import {themeDialog} from './dialogs/theme.tsx';
import {unconfirmedWriteDialog} from './dialogs/unconfirmed.tsx';
import {drawHints, drawStatus, spokenMessageLines, spokenPositionLines} from './frame/footer.ts';
import {drawHeader} from './frame/header.ts';
import {AppProvider, useAppContext, useNow, useStore} from './hooks.tsx';
import {always, anywhere} from './keys/common-keys.ts';
import {activityEntryDialog, activityScreen} from './screens/activity-screen.tsx';
import {boardScreen, wallScreen} from './screens/board-screen.tsx';
import {deploymentScreen, deploymentsScreen} from './screens/deployments-screen.tsx';
import {connectScreen, createProjectScreen, editProjectScreen} from './screens/form-screens.tsx';
import {projectsScreen} from './screens/projects-screen.tsx';
import {versionsScreen} from './screens/versions-screen.tsx';

function spokenTitle(state: State, title: string): SafeText {
	const screen = currentScreen(state);
	const {connection} = state;
	const project = 'projectId' in screen ? plain`${projectNameOf(state, screen.projectId)}: ` : plain``;
	const readOnly = connection?.isReadOnly ? plain`, read-only` : plain``;
	const service = connection ? plain`, ${connection.name}${readOnly}` : plain``;
	return plain`${project}${safe(title)}${service}`;
}

function SpokenFrame({title, children}: {readonly title: string; readonly children: ReactNode}) {
	const {drawContext} = useAppContext();
	const state = useStore();
	useNow();
	const {size} = state.interface;
	return (
		<Box flexDirection="column" width={size.columns} height={size.rows}>
			<Spoken linesOf={spokenMessageLines} />
			<Spoken linesOf={drawing => [[{text: spokenTitle(drawing.state, title), tone: 'plain'}]]} />
			<Box flexDirection="column" height={bodyHeight(size)} flexShrink={0}>
				{children}
			</Box>
			<Spoken linesOf={spokenPositionLines} />
			{drawContext().isListening && <Lines draw={drawHints} height={1} flexShrink={0} />}
		</Box>
	);
}

type RegistryEntry = KeyScope & {readonly component: ComponentType};

const screens: Readonly<Record<Screen['name'], RegistryEntry>> = {
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

const dialogs: Readonly<Record<Dialog['name'], RegistryEntry>> = {
	help: helpDialog,
	filter: filterDialog,
	sort: sortDialog,
	'saved filters': savedFiltersDialog,
	theme: themeDialog,
	'request log': requestLogDialog,
	request: requestDialog,
	'unconfirmed change': unconfirmedWriteDialog,
	bulk: bulkDialog,
	copy: copyDialog,
	'activity entry': activityEntryDialog,
	comparison: comparisonDialog,
	'raw record': rawRecordDialog,
	meaning: meaningDialog,
	rules: rulesDialog,
	profiles: profilesDialog,
	'custom command': customCommandDialog,
	output: outputDialog,
	switch: switchDialog,
	'remove profile': removeProfileDialog,
	line: lineDialog,
	palette: paletteDialog,
	deploy: deployDialog,
	delete: deleteDialog,
};

/** While something covers the screen, Ink draws a frame after every change of the state. */
function FrameForEachChange() {
	useStore(state => (isScreenCovered(state) ? state : undefined));
	return null;
}

function Frame() {
	const {theme} = useAppContext();
	const size = useStore(state => state.interface.size);
	const {columns, rows} = size;
	const screen = screens[useStore(state => currentScreen(state).name)];
	const formName = useStore(state => currentForm(state)?.name);
	const form = formName && screens[formName];
	const {component: Top, title, isFullScreen} = form ?? screen;
	// Ink must repaint its own parts for another theme or background.
	useStore(state => state.preferences);
	const dialog = useStore(state => state.interface.dialog?.name);
	const Dialog = dialog && !isFullScreen && dialogs[dialog].component;
	if (theme.isSpoken) return <SpokenFrame title={title}>{Dialog ? <Dialog /> : <Top />}</SpokenFrame>;

	if (isFullScreen)
		return (
			<Box flexDirection="column" width={columns} height={rows} overflow="hidden">
				<Top />
			</Box>
		);
	return (
		<Box flexDirection="column" width={columns} height={rows} overflow="hidden">
			<Lines draw={drawHeader} height={1} flexShrink={0} isNeverCovered />
			<Box flexDirection="column" height={bodyHeight(size)} flexShrink={0} overflow="hidden">
				<Box flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
					<screen.component />
				</Box>
				{form && <Top />}
				{Dialog && <Dialog />}
			</Box>
			<Lines draw={drawStatus} height={statusHeight(size)} flexShrink={0} isNeverCovered />
			<Lines draw={drawHints} height={1} flexShrink={0} isNeverCovered />
		</Box>
	);
}

type MountOptions = {
	readonly app: AppContext;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	readonly onRender: () => void;
	readonly maxFps?: number;
};

/** Reports a render error and renders nothing, because Ink would print the message of the error, which may hold secrets. */
class ErrorBoundary extends Component<{readonly onBug: (thrown: unknown) => void; readonly children: ReactNode}> {
	static getDerivedStateFromError = () => ({isBroken: true});
	override state = {isBroken: false};

	override componentDidCatch(thrown: unknown) {
		this.props.onBug(thrown);
	}

	override render() {
		return this.state.isBroken ? null : this.props.children;
	}
}

export const scopes = {screens, dialogs, anywhere, always};

function Suspending({onReady}: {readonly onReady: (suspend: ReturnType<typeof useApp>['suspendTerminal']) => void}) {
	const {suspendTerminal} = useApp();
	useInsertionEffect(() => onReady(suspendTerminal), [onReady, suspendTerminal]);
	return null;
}

/** `maxFps`: a key pressed soon after a frame waits for the rest of that frame's time. `ended` resolves after `unmount` and rejects if rendering fails. */
export function mountInk({app, onRender, maxFps = 120, ...streams}: MountOptions) {
	const failed = Promise.withResolvers<never>();
	let suspendTerminal: ReturnType<typeof useApp>['suspendTerminal'] | undefined;
	let lent: PromiseWithResolvers<void> | undefined;
	const onReady = (suspend: typeof suspendTerminal) => {
		suspendTerminal = suspend;
	};
	const node = (
		<ErrorBoundary onBug={failed.reject}>
			<Suspending onReady={onReady} />
			<AppProvider value={app}>
				<Frame />
				<FrameForEachChange />
			</AppProvider>
		</ErrorBoundary>
	);
	const {isSpoken} = app.theme;
	const instance = render(node, {
		...streams,
		alternateScreen: !isSpoken,
		incrementalRendering: true,
		maxFps,
		// A CI variable would make Ink take the terminal for non-interactive.
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
		// Set in any case, because Ink would otherwise look at the environment.
		isScreenReaderEnabled: isSpoken,
		onRender,
	});
	return {
		unmount: instance.unmount,
		clear: instance.clear,
		ended: Promise.race([instance.waitUntilExit(), failed.promise]),
		waitUntilRenderFlush: instance.waitUntilRenderFlush,

		suspend() {
			if (lent) return;
			lent = Promise.withResolvers<void>();
			const {promise} = lent;
			suspendTerminal?.(() => promise).catch(failed.reject);
		},

		resume() {
			lent?.resolve();
			lent = undefined;
		},
	};
}

export type MountedInk = ReturnType<typeof mountInk>;
