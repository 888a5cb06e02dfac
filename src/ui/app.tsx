import {Box} from 'ink';
import {currentScreen} from '../state/state.ts';
import {Canvas} from './components/canvas.tsx';
import {drawHints, drawStatus} from './frame/footer.ts';
import {frameAreas} from './frame/frame.ts';
import {drawHeader} from './frame/header.ts';
import {dialogs, screens} from './registry.ts';
import {type Runtime, RuntimeContext, useRuntime, useStore} from './runtime.tsx';
import {SpokenFrame} from './screen-reader/spoken-frame.tsx';

export const App = ({runtime}: {readonly runtime: Runtime}) => (
	<RuntimeContext value={runtime}>
		<Frame />
	</RuntimeContext>
);

function Frame() {
	const {theme} = useRuntime();
	const size = useStore(state => state.interface.size);
	const {columns, rows} = size;
	const {component: Screen, title, isClosed, isFullScreen} = screens[useStore(state => currentScreen(state).name)];
	// Whatever Ink has painted itself must be painted again.
	useStore(state => state.interface.theme);
	useStore(state => state.interface.background);
	const dialog = useStore(state => state.interface.dialog?.name);
	const Dialog = dialog && !isClosed && dialogs[dialog].component;
	if (theme.isSpoken) return <SpokenFrame title={title}>{Dialog ? <Dialog /> : <Screen />}</SpokenFrame>;

	if (isFullScreen)
		return (
			<Box flexDirection="column" width={columns} height={rows} overflow="hidden">
				<Screen />
			</Box>
		);
	const {header, body, status, hints} = frameAreas(size);
	return (
		<Box flexDirection="column" width={columns} height={rows} overflow="hidden">
			<Canvas draw={drawHeader} height={header.height} flexShrink={0} />
			<Box flexDirection="column" height={body.height} flexShrink={0} overflow="hidden">
				<Box flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
					<Screen />
				</Box>
				{Dialog && <Dialog />}
			</Box>
			<Canvas draw={drawStatus} height={status.height} flexShrink={0} />
			<Canvas draw={drawHints} height={hints.height} flexShrink={0} />
		</Box>
	);
}
