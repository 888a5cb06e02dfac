import {Box, render} from 'ink';
import {Component, type ComponentType, type ReactNode} from 'react';
import {plain, type SafeText, safe} from '../base/text.ts';
import {bodyHeight} from '../model/layout.ts';
import {projectNameOf} from '../model/project-list.ts';
import type {Dialog, Screen} from '../state/screen.ts';
import {currentForm, currentScreen, type State} from '../state/state.ts';
import {inkOptions} from '../terminal/screen/ink.ts';
import {Canvas, Said} from './components/canvas.tsx';
import type {KeyScope} from './contexts.ts';
import {filterDialog, savedFiltersDialog, sortDialog} from './dialogs/arrangement.tsx';
import {bulkDialog} from './dialogs/bulk.tsx';
import {copyDialog} from './dialogs/copy.tsx';
import {helpDialog} from './dialogs/help.tsx';
import {lineDialog} from './dialogs/line.tsx';
import {meaningDialog} from './dialogs/meaning.tsx';
import {paletteDialog} from './dialogs/palette.tsx';
import {profilesDialog, removeProfileDialog, switchDialog, welcomeScreen} from './dialogs/profiles.tsx';
import {deleteDialog, deployDialog} from './dialogs/questions.tsx';
import {rawRecordDialog, requestDialog, requestLogDialog} from './dialogs/requests.tsx';
import {rulesDialog} from './dialogs/rules.tsx';
import {themeDialog} from './dialogs/theme.tsx';
import {unconfirmedChangeDialog} from './dialogs/unconfirmed.tsx';
import {outputDialog, userCommandDialog} from './dialogs/user-commands.tsx';
import {drawHints, drawStatus, messageLines, placeLines} from './frame/footer.ts';
import {drawHeader} from './frame/header.ts';
import {frameAreas} from './frame/painter.ts';
import {always, anywhere} from './keys/common-keys.ts';
import {type Runtime, RuntimeContext, useNow, useRuntime, useStore, useView} from './runtime.tsx';
import {activityEntryDialog, activityScreen} from './screens/activity.tsx';
import {boardScreen, wallScreen} from './screens/board.tsx';
import {deploymentScreen, deploymentsScreen} from './screens/deployments.tsx';
import {connectScreen, createProjectScreen, editProjectScreen} from './screens/forms.tsx';
import {projectsScreen} from './screens/projects.tsx';
import {versionsScreen} from './screens/versions.tsx';

function spokenTitle(state: State, title: string): SafeText {
	const screen = currentScreen(state);
	const {connection} = state;
	const project = 'projectId' in screen ? plain`${projectNameOf(state, screen.projectId)}: ` : plain``;
	const readOnly = connection?.isReadOnly ? plain`, read-only` : plain``;
	const service = connection ? plain`, ${connection.name}${readOnly}` : plain``;
	return plain`${project}${safe(title)}${service}`;
}

/** The screen as it is spoken: without decoration, and the most important part first. */
function SpokenFrame({title, children}: {readonly title: string; readonly children: ReactNode}) {
	const {state, keyContext} = useView();
	useNow();
	const {size} = state.interface;
	return (
		<Box flexDirection="column" width={size.columns} height={size.rows}>
			<Said linesOf={messageLines} />
			<Said linesOf={drawing => [[{text: spokenTitle(drawing.state, title), tone: 'plain'}]]} />
			<Box flexDirection="column" height={bodyHeight(size)} flexShrink={0}>
				{children}
			</Box>
			<Said linesOf={placeLines} />
			{keyContext.drawContext().isListening && <Canvas draw={drawHints} height={1} flexShrink={0} />}
		</Box>
	);
}

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
	'saved filters': savedFiltersDialog,
	theme: themeDialog,
	'request log': requestLogDialog,
	request: requestDialog,
	'unconfirmed change': unconfirmedChangeDialog,
	bulk: bulkDialog,
	copy: copyDialog,
	'activity entry': activityEntryDialog,
	'raw record': rawRecordDialog,
	meaning: meaningDialog,
	rules: rulesDialog,
	profiles: profilesDialog,
	'user command': userCommandDialog,
	output: outputDialog,
	switch: switchDialog,
	'remove profile': removeProfileDialog,
	line: lineDialog,
	palette: paletteDialog,
	deploy: deployDialog,
	delete: deleteDialog,
};

export const App = ({runtime}: {readonly runtime: Runtime}) => (
	<RuntimeContext value={runtime}>
		<Frame />
	</RuntimeContext>
);

function Frame() {
	const {theme} = useRuntime();
	const size = useStore(state => state.interface.size);
	const {columns, rows} = size;
	const screen = screens[useStore(state => currentScreen(state).name)];
	const formName = useStore(state => currentForm(state)?.name);
	const form = formName && screens[formName];
	const {component: Top, title, isFullScreen} = form ?? screen;
	// Whatever Ink has painted itself must be painted again.
	useStore(state => state.preferences.theme);
	useStore(state => state.preferences.background);
	const dialog = useStore(state => state.interface.dialog?.name);
	const Dialog = dialog && !isFullScreen && dialogs[dialog].component;
	if (theme.isSpoken) return <SpokenFrame title={title}>{Dialog ? <Dialog /> : <Top />}</SpokenFrame>;

	if (isFullScreen)
		return (
			<Box flexDirection="column" width={columns} height={rows} overflow="hidden">
				<Top />
			</Box>
		);
	const {header, body, status, hints} = frameAreas(size);
	return (
		<Box flexDirection="column" width={columns} height={rows} overflow="hidden">
			<Canvas draw={drawHeader} height={header.height} flexShrink={0} />
			<Box flexDirection="column" height={body.height} flexShrink={0} overflow="hidden">
				<Box flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
					<screen.component />
				</Box>
				{form && <Top />}
				{Dialog && <Dialog />}
			</Box>
			<Canvas draw={drawStatus} height={status.height} flexShrink={0} />
			<Canvas draw={drawHints} height={hints.height} flexShrink={0} />
		</Box>
	);
}

type AppOptions = {
	readonly runtime: Runtime;
	/** Streams that stand in for the terminal, which only the painter writes to. */
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
};

/** Reports a render error and renders nothing. Ink would print the error itself, including secrets in its message. */
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

/** Mounts the app in Ink. `ended` resolves after `unmount` and rejects when rendering fails. */
export function mountInk({runtime, ...streams}: AppOptions) {
	const failed = Promise.withResolvers<never>();
	const node = (
		<ErrorBoundary onBug={failed.reject}>
			<App runtime={runtime} />
		</ErrorBoundary>
	);
	const instance = render(node, {
		...streams,
		...inkOptions,
		// Set in any case: Ink would otherwise look at the environment.
		isScreenReaderEnabled: runtime.theme.isSpoken,
	});
	return {unmount: instance.unmount, ended: Promise.race([instance.waitUntilExit(), failed.promise])};
}
