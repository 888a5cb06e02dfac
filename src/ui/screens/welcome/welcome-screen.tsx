import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import type {Destination} from '../../../store/model/connection.ts';
import {bodyHeight} from '../../../store/model/layout.ts';
import {openConnect} from '../../../store/state/login.ts';
import {plain} from '../../../text.ts';
import {DestinationMenu} from '../../components/destination-menu.tsx';
import {Paragraph} from '../../components/paragraph.tsx';
import {ScreenBox} from '../../components/titled-border.tsx';
import {isMenuKey} from '../../keys/menu-keys.ts';
import {selectNothing} from '../../keys/subject.ts';
import {useView} from '../../runtime.tsx';
import {welcomeKeys} from './keys.ts';

/** The first screen without a connection: the saved profiles, a new connection, or the demo. */
function WelcomeScreen() {
	const {state, theme, keyContext} = useView();
	const choose = (destination: Destination) =>
		destination.kind === 'login'
			? keyContext.store.change(state => openConnect(state))
			: void keyContext.actions.switchTo(destination);

	const height = bodyHeight(state.interface.size);
	const isSpoken = useIsScreenReaderEnabled();
	const isBoxed = height >= minBoxedHeight && !isSpoken;
	const question = plain`Where are your projects?`;
	const content = (
		<>
			<Box flexShrink={0}>
				<DestinationMenu isFocused={!state.interface.dialog} onSelect={choose} />
			</Box>
			<Box flexDirection="column" flexShrink={1} overflow="hidden" paddingTop={1} paddingLeft={2}>
				<Paragraph
					text={plain`You create a team API key in the team settings of your service. This requires a Pro or Studio plan.`}
					tone="quiet"
				/>
			</Box>
		</>
	);
	if (isBoxed) return <ScreenBox title={question}>{content}</ScreenBox>;
	return (
		<Box flexDirection="column" height={height} overflow="hidden" paddingLeft={2}>
			<Text>{theme.paint([{text: question, tone: 'strong'}])}</Text>
			{content}
		</Box>
	);
}

/** With less height than this, the border would cost lines of the menu. */
const minBoxedHeight = 8;

export const welcomeScreen = {
	title: 'Welcome',
	mainScreen: undefined,
	selects: selectNothing,
	keys: welcomeKeys,
	component: WelcomeScreen,
	isForWidget: isMenuKey,
};
