import {Box, Text} from 'ink';
import {currentScreen} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {FormView} from '../../components/form-view.tsx';
import {Menu, type MenuItem} from '../../components/menu.tsx';
import type {ViewProps} from '../../desk.ts';

const fields = {
	baseUrl: {label: plain`address`, hint: plain`https://… up to, but without, /v1`},
	apiKey: {label: plain`team API key`, hint: plain`from the team settings; hidden while it is typed`, isSecret: true},
	profile: {label: plain`call it`, hint: plain`a name for the next time; empty: after the host`},
	keep: {label: plain`keep the key`, hint: plain``},
};

const places: ReadonlyArray<MenuItem<string>> = [
	{value: 'file', key: 'file', label: plain`in a file that only you can read`},
	{value: 'session', key: 'session', label: plain`only until landfall is left`},
];

/** An address and a key. They are tried with one harmless read before anything is kept. */
export function ConnectScreen(view: ViewProps) {
	const {theme, desk} = view;
	const screen = currentScreen(view.state);
	if (screen.name !== 'connect') return null;
	const {form} = screen;
	const isFocused = form.order[form.focus] === 'keep' && !form.isSending;
	const choose = (value: string) => desk.store.dispatch({type: 'field-typed', field: 'keep', value});
	const keep = (
		<Box>
			<Box width={16} flexShrink={0}>
				<Text>
					{theme.paint([
						{text: plain`  `, tone: 'plain'},
						{text: fields.keep.label, tone: isFocused ? 'strong' : 'quiet'},
					])}
				</Text>
			</Box>
			{isFocused ? (
				<Menu
					items={places}
					isFocused
					initialIndex={places.findIndex(({value}) => value === form.values.keep)}
					theme={theme}
					onSelect={choose}
					onHighlight={choose}
				/>
			) : (
				<Text wrap="truncate">
					{theme.paint([{text: places.find(({value}) => value === form.values.keep)?.label ?? plain``, tone: 'plain'}])}
				</Text>
			)}
		</Box>
	);
	return (
		<FormView
			{...view}
			title={plain`Connect to a service`}
			form={form}
			fields={fields}
			custom={{keep}}
			sending={plain`Trying the address and the key`}
		/>
	);
}
