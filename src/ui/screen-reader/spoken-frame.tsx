import {Box} from 'ink';
import type {ReactNode} from 'react';
import {plain, type SafeText, safe} from '../../base/text.ts';
import {projectNameOf} from '../../model/known-project.ts';
import {bodyHeight} from '../../model/layout.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas, Said} from '../components/canvas.tsx';
import type {DrawContext} from '../contexts.ts';
import {drawHints, spokenStatus} from '../frame/footer.ts';
import {useNow, useRuntime, useView} from '../runtime.tsx';

const scopeOf = ({state, scopes}: DrawContext) => scopes.screens[currentScreen(state).name];

const placeOf = (shown: DrawContext): string => scopeOf(shown)?.place?.(shown.state, shown.context) ?? '';

/** The screen, its project and its service. */
function titleOf(state: State, title: string): SafeText {
	const screen = currentScreen(state);
	const {connection} = state;
	const project = 'projectId' in screen ? plain`${projectNameOf(state, screen.projectId)}: ` : plain``;
	const readOnly = connection?.isReadOnly ? plain`, read-only` : plain``;
	const service = connection ? plain`, ${connection.name}${readOnly}` : plain``;
	return plain`${project}${safe(title)}${service}`;
}

const speakStatus = (shown: DrawContext): readonly SafeText[] => {
	const {state, context} = shown;
	const search = scopeOf(shown)?.status?.(shown, state.interface.size.columns);
	return spokenStatus(state, placeOf(shown) !== '', context, search);
};

const speakPlace = (shown: DrawContext): readonly SafeText[] => [safe(placeOf(shown))];

/** The screen as it is spoken: without decoration, and the most important part first. */
export function SpokenFrame({title, children}: {readonly title: string; readonly children: ReactNode}) {
	const {keyContext} = useRuntime();
	useNow();
	const {state} = useView();
	const size = state.interface.size;
	return (
		<Box flexDirection="column" width={size.columns} height={size.rows}>
			<Said speak={speakStatus} />
			<Said speak={shown => [titleOf(shown.state, title)]} />
			<Box flexDirection="column" height={bodyHeight(size)} flexShrink={0}>
				{children}
			</Box>
			<Said speak={speakPlace} />
			{keyContext.drawContext().isListening && <Canvas draw={drawHints} height={1} flexShrink={0} />}
		</Box>
	);
}
