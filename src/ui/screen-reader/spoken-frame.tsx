import {Box} from 'ink';
import type {ReactNode} from 'react';
import {plain, type SafeText, safe} from '../../base/text.ts';
import {bodyHeight} from '../../model/layout.ts';
import {projectNameOf} from '../../model/project-list.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas, Said} from '../components/canvas.tsx';
import type {DrawContext} from '../contexts.ts';
import {drawHints, spokenStatus} from '../frame/footer.ts';
import {useNow, useRuntime, useView} from '../runtime.tsx';

const scopeOf = ({state, scopes}: DrawContext) => scopes.screens[currentScreen(state).name];

const placeOf = (drawing: DrawContext): string => scopeOf(drawing)?.place?.(drawing.state, drawing.context) ?? '';

/** The screen, its project and its service. */
function titleOf(state: State, title: string): SafeText {
	const screen = currentScreen(state);
	const {connection} = state;
	const project = 'projectId' in screen ? plain`${projectNameOf(state, screen.projectId)}: ` : plain``;
	const readOnly = connection?.isReadOnly ? plain`, read-only` : plain``;
	const service = connection ? plain`, ${connection.name}${readOnly}` : plain``;
	return plain`${project}${safe(title)}${service}`;
}

const speakStatus = (drawing: DrawContext): readonly SafeText[] => {
	const {state, context} = drawing;
	const search = scopeOf(drawing)?.status?.(drawing, state.interface.size.columns) ?? [];
	return spokenStatus(state, placeOf(drawing) !== '', context, search);
};

const speakPlace = (drawing: DrawContext): readonly SafeText[] => [safe(placeOf(drawing))];

/** The screen as it is spoken: without decoration, and the most important part first. */
export function SpokenFrame({title, children}: {readonly title: string; readonly children: ReactNode}) {
	const {keyContext} = useRuntime();
	useNow();
	const {state} = useView();
	const size = state.interface.size;
	return (
		<Box flexDirection="column" width={size.columns} height={size.rows}>
			<Said speak={speakStatus} />
			<Said speak={drawing => [titleOf(drawing.state, title)]} />
			<Box flexDirection="column" height={bodyHeight(size)} flexShrink={0}>
				{children}
			</Box>
			<Said speak={speakPlace} />
			{keyContext.drawContext().isListening && <Canvas draw={drawHints} height={1} flexShrink={0} />}
		</Box>
	);
}
