import {Box, Text} from 'ink';
import {plain, safe} from '../../base/text.ts';
import {typed} from '../../model/form.ts';
import {bodyHeight} from '../../model/layout.ts';
import {withForm} from '../../state/forms.ts';
import {openConnect} from '../../state/login.ts';
import type {ConnectField} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Key} from '../../terminal/key-names.ts';
import {Paragraph, ScreenBox} from '../components/dialog-box.tsx';
import {FormView} from '../components/form.tsx';
import {DestinationMenu, Menu, type MenuItem} from '../components/menu.tsx';
import {fieldMovement, isAsciiKey, isMenuKey, menuKeys, sentFromLastField, typeText} from '../keys/text-keys.ts';
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

const fields = {
	saved: {label: plain`saved`, hint: plain``},
	baseUrl: {label: plain`address`, hint: plain`https://…, without /v1`},
	apiKey: {label: plain`team API key`, hint: plain`from the team settings; hidden as you type`, isSecret: true},
	profile: {label: plain`profile name`, hint: plain`optional; defaults to the host`},
	keep: {label: plain`keep the key`, hint: plain``},
};

type Option = MenuItem & {readonly value: string};

const places: readonly Option[] = [
	{value: 'file', label: plain`in a file that only you can read`},
	{value: 'session', label: plain`only until you quit`},
];

/** How many saved profiles are shown at a time. */
const maxShown = 5;

/** The form for a saved profile, or for an address and a key. They are checked with one read before anything is saved. */
function ConnectScreen() {
	const {
		state,
		theme,
		keyContext: {store, actions},
	} = useView();
	const screen = currentScreen(state);
	if (screen.name !== 'connect') return null;
	const {form} = screen;
	const choose = (field: ConnectField, option: Option | undefined) =>
		store.change(current => withForm(current, open => typed(open, field, option?.value ?? '')));
	const profiles = state.interface.profiles.map(
		({name, host}): Option => ({value: name, label: plain`${safe(name)} · ${host}`}),
	);
	/** A field with a menu instead of text. Without the focus, it shows one line. */
	const menu = (field: 'saved' | 'keep', items: readonly Option[]) => {
		const isFocused = focusedField(state) === field;
		const index = items.findIndex(({value}) => value === form.values[field]);
		const current = field === 'saved' ? plain`${items.length} to choose from` : (items[index]?.label ?? plain``);
		return (
			<Box>
				<Box width={16} flexShrink={0}>
					<Text>{theme.paint([{text: plain`  ${fields[field].label}`, tone: isFocused ? 'strong' : 'quiet'}])}</Text>
				</Box>
				{isFocused ? (
					<Menu
						items={items}
						isFocused={!state.interface.dialog}
						maxShown={maxShown}
						initialIndex={index}
						onSelect={at => {
							choose(field, items[at]);
							if (field === 'saved') void actions.connect();
						}}
						onHighlight={at => choose(field, items[at])}
					/>
				) : (
					<Text wrap="truncate">{theme.paint([{text: current, tone: field === 'keep' ? 'plain' : 'quiet'}])}</Text>
				)}
			</Box>
		);
	};
	return (
		<FormView
			title={plain`Connect to a service`}
			form={form}
			fields={fields}
			custom={{saved: menu('saved', profiles), keep: menu('keep', places)}}
			sending={plain`Checking the address and the key`}
		/>
	);
}

function focusedField(state: State): ConnectField | undefined {
	const screen = currentScreen(state);
	if (screen.name !== 'connect' || screen.form.isSending) return undefined;
	return screen.form.order[screen.form.focus];
}

/** Whether the widget in the focused field handles a key. Enter selects a saved profile, but in the other menu it moves to the next field. */
function isForWidget(state: State, key: Key): boolean {
	const field = focusedField(state);
	if (field === 'saved') return isMenuKey(key);
	if (field === 'apiKey') return isAsciiKey(key);
	return field === 'keep' && key.name !== 'enter' && isMenuKey(key);
}

export const connectScreen = {
	title: 'Connect',
	component: ConnectScreen,
	keys: [...sentFromLastField('connect', actions => actions.switchTo({kind: 'login'})), ...fieldMovement],
	isTyping: true,
	onText: typeText,
	isForWidget,
};
