import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {bodyHeight} from '../../store/model/layout.ts';
import {projectNameOf} from '../../store/model/projects/known-project.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {drawHints, statusLines} from '../frame/footer.ts';
import {useNow, useRuntime, useView} from '../runtime.tsx';

/** Wide enough for any status line in one piece. */
const statusWidth = 1000;

const isPlace = (phrase: string): boolean => /^\d[\d,]*\+? (?:of|match)/.test(phrase);
/** Facts about the board that change with every read. */
const isProgress = (fact: string): boolean => /^(?:[✔✖◐◌⊘◇] \d|looked at)/.test(fact);

const withoutProgress = (phrase: string): string =>
	phrase
		.split(' · ')
		.filter(fact => !isProgress(fact))
		.join(' · ');

const isRate = (phrase: string): boolean => / requests\/min$/.test(phrase);

/** The screen, its project and its service. */
function titleOf(state: State, title: string): SafeText {
	const screen = currentScreen(state);
	const {connection} = state;
	const project = 'projectId' in screen ? plain`${projectNameOf(state, screen.projectId)}: ` : plain``;
	const readOnly = connection?.isReadOnly ? plain`, read-only` : plain``;
	const service = connection ? plain`, ${connection.name}${readOnly}` : plain``;
	return plain`${project}${safe(title)}${service}`;
}

/** The screen as it is spoken: without decoration, and the most important part first. */
export function SpokenFrame({title, children}: {readonly title: string; readonly children: ReactNode}) {
	const {theme, keyContext} = useRuntime();
	const {isListening, layers} = keyContext.shown();
	useNow();
	const {state, context} = useView();
	const size = state.interface.size;
	const place = layers.screens[currentScreen(state).name]?.place?.(state, context);
	const phrases = statusLines(state, statusWidth, context, place).flatMap(line =>
		line
			.map(({text}) => text)
			.join('')
			.split(/ {3,}/)
			.map(phrase => phrase.trim())
			.filter(phrase => phrase !== '' && !isRate(phrase)),
	);
	const spoken = (phrase: string) => (
		<Text key={phrase}>{theme.paint([{text: safe(phrase, statusWidth), tone: 'plain'}])}</Text>
	);
	return (
		<Box flexDirection="column" width={size.columns} height={size.rows}>
			{phrases.filter(phrase => !isPlace(phrase)).map(spoken)}
			<Text>{theme.paint([{text: titleOf(state, title), tone: 'plain'}])}</Text>
			<Box flexDirection="column" height={bodyHeight(size)} flexShrink={0}>
				{children}
			</Box>
			{phrases.filter(isPlace).map(withoutProgress).map(spoken)}
			{isListening && <Canvas draw={drawHints} height={1} flexShrink={0} />}
		</Box>
	);
}
