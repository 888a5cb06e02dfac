import {Box, Text} from 'ink';
import {plain} from '../../base/text.ts';
import {bodyHeight} from '../../model/layout.ts';
import {openConnect} from '../../state/login.ts';
import {ScreenBox} from '../components/dialog-box.tsx';
import {DestinationMenu} from '../components/menu.tsx';
import {Paragraph} from '../components/paragraph.tsx';
import {menuKeys} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

/** With less height than this, the border would cost lines of the menu. */
const minBoxedHeight = 8;

/** The first screen without a connection: the saved profiles, a new connection, or the demo. */
function WelcomeScreen() {
	const {
		state,
		theme,
		keyContext: {store, actions},
	} = useView();
	const height = bodyHeight(state.interface.size);
	const question = plain`Where are your projects?`;
	const content = (
		<>
			<Box flexShrink={0}>
				<DestinationMenu
					isFocused={!state.interface.dialog}
					onSelect={destination => {
						if (destination.kind === 'login') store.change(current => openConnect(current));
						else void actions.switchTo(destination);
					}}
				/>
			</Box>
			<Box flexDirection="column" flexShrink={1} overflow="hidden" paddingTop={1} paddingLeft={2}>
				<Paragraph
					text={plain`You create a team API key in the team settings of your service. This requires a Pro or Studio plan.`}
					tone="quiet"
				/>
			</Box>
		</>
	);
	if (height >= minBoxedHeight && !theme.isSpoken) return <ScreenBox title={question}>{content}</ScreenBox>;
	return (
		<Box flexDirection="column" height={height} overflow="hidden" paddingLeft={2}>
			<Text>{theme.paint([{text: question, tone: 'strong'}])}</Text>
			{content}
		</Box>
	);
}

export const welcomeScreen = {
	title: 'Welcome',
	component: WelcomeScreen,
	keys: menuKeys('choose'),
};
