import {Box, Text} from 'ink';
import {bodyHeight} from '../../store/model/layout.ts';
import {plain, safe} from '../../text.ts';
import {isMenuKey, Menu, type MenuItem, menuKeys} from '../components/menu.tsx';
import {selectNothing} from '../keys/subject.ts';
import {serviceTitle} from '../render/service-title.ts';
import {useView} from '../runtime.tsx';

const welcomeKeys = menuKeys('choose');

type Destination =
	| {readonly kind: 'profile'; readonly name: string}
	| {readonly kind: 'demo'}
	| {readonly kind: 'login'};

const destinations: ReadonlyArray<MenuItem<Destination>> = [
	{value: {kind: 'login'}, key: 'login', label: plain`Connect to a service: an address and a team API key`},
	{value: {kind: 'demo'}, key: 'demo', label: plain`Try the demo: no network, no key`},
];

/** The first screen without a connection: the saved profiles, a new connection, or the demo. */
function WelcomeScreen() {
	const {state, theme, keyContext} = useView();
	const profiles = state.interface.profiles.map(
		({name, host}): MenuItem<Destination> => ({
			value: {kind: 'profile', name},
			key: `profile ${name}`,
			label: serviceTitle({name: safe(name), host}),
		}),
	);

	function choose(destination: Destination) {
		if (destination.kind === 'demo') void keyContext.actions.enterDemo();
		else if (destination.kind === 'profile') void keyContext.actions.enterProfile(destination.name);
		else keyContext.store.dispatch({type: 'connect-opened'});
	}

	return (
		<Box
			flexDirection="column"
			height={bodyHeight(state.interface.size)}
			overflow="hidden"
			paddingTop={1}
			paddingLeft={2}
		>
			<Box paddingBottom={1}>
				<Text>{theme.paint([{text: plain`Where are your projects?`, tone: 'strong'}])}</Text>
			</Box>
			<Menu items={[...profiles, ...destinations]} isFocused={!state.interface.dialog} onSelect={choose} />
		</Box>
	);
}

export const welcomeScreen = {
	title: 'Welcome',
	place: undefined,
	selects: selectNothing,
	keys: welcomeKeys,
	component: WelcomeScreen,
	isForWidget: isMenuKey,
};
