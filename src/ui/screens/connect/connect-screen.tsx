import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {typed} from '../../../store/model/form.ts';
import {withForm} from '../../../store/state/forms.ts';
import type {ConnectField} from '../../../store/state/screen.ts';
import {currentScreen} from '../../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {FormView} from '../../components/form-view.tsx';
import {Menu, type MenuItem} from '../../components/menu.tsx';
import {selectNothing} from '../../keys/subject.ts';
import {typeText} from '../../keys/text-keys.ts';
import {useView} from '../../runtime.tsx';
import type {Theme} from '../../theme.ts';
import {connectKeys, isForConnectWidget} from './keys.ts';

const fields = {
	saved: {label: plain`saved`, hint: plain``},
	baseUrl: {label: plain`address`, hint: plain`https://…, without /v1`},
	apiKey: {label: plain`team API key`, hint: plain`from the team settings; hidden as you type`, isSecret: true},
	profile: {label: plain`profile name`, hint: plain`optional; defaults to the host`},
	keep: {label: plain`keep the key`, hint: plain``},
};

const places: ReadonlyArray<MenuItem<string>> = [
	{value: 'file', key: 'file', label: plain`in a file that only you can read`},
	{value: 'session', key: 'session', label: plain`only until you quit`},
];

type ChoiceProps = {
	readonly label: SafeText;
	readonly isFocused: boolean;
	readonly theme: Theme;
	readonly children: ReactNode;
};

/** How many saved profiles are shown at a time. */
const maxShown = 5;

/** A labelled form field with a menu instead of text. */
function Choice({label, isFocused, theme, children}: ChoiceProps) {
	return (
		<Box>
			<Box width={16} flexShrink={0}>
				<Text>
					{theme.paint([
						{text: plain`  `, tone: 'plain'},
						{text: label, tone: isFocused ? 'strong' : 'quiet'},
					])}
				</Text>
			</Box>
			{children}
		</Box>
	);
}

/** The form for a saved profile, or for an address and a key. They are checked with one read before anything is saved. */
function ConnectScreen() {
	const view = useView();
	const {theme, keyContext} = view;
	const screen = currentScreen(view.state);
	if (screen.name !== 'connect') return null;
	const {form} = screen;
	const focused = form.isSending ? undefined : form.order[form.focus];
	const enterSaved = (name: string) => {
		choose('saved')(name);
		void keyContext.actions.connect();
	};
	const choose = (field: ConnectField) => (value: string) =>
		keyContext.store.change(state => withForm(state, open => typed(open, field, value)));
	const profiles = view.state.interface.profiles.map(
		({name, host}): MenuItem<string> => ({value: name, key: name, label: plain`${safe(name)} · ${host}`}),
	);
	const menu = (field: 'saved' | 'keep', items: ReadonlyArray<MenuItem<string>>, currentText: SafeText) => (
		<Choice label={fields[field].label} isFocused={focused === field} theme={theme}>
			{focused === field ? (
				<Menu
					items={items}
					isFocused={!view.state.interface.dialog}
					maxShown={maxShown}
					initialIndex={items.findIndex(({value}) => value === form.values[field])}
					onSelect={field === 'saved' ? enterSaved : choose(field)}
					onHighlight={choose(field)}
				/>
			) : (
				<Text wrap="truncate">{theme.paint([{text: currentText, tone: field === 'keep' ? 'plain' : 'quiet'}])}</Text>
			)}
		</Choice>
	);
	const keep = menu('keep', places, places.find(({value}) => value === form.values.keep)?.label ?? plain``);
	const saved = menu('saved', profiles, plain`${profiles.length} to choose from`);
	return (
		<FormView
			{...view}
			title={plain`Connect to a service`}
			form={form}
			fields={fields}
			custom={{saved, keep}}
			sending={plain`Checking the address and the key`}
		/>
	);
}

export const connectScreen = {
	title: 'Connect',
	mainScreen: undefined,
	selects: selectNothing,
	keys: connectKeys,
	component: ConnectScreen,
	isTyping: true,
	onText: typeText,
	isForWidget: isForConnectWidget,
};
