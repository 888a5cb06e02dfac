import {createForm} from '../model/form.ts';
import type {ConnectField, ConnectForm} from './interface/screen.ts';
import type {State} from './state.ts';

/** The initial values of the connection form, as far as they are known. */
export type ConnectStart = {
	readonly baseUrl?: string;
	/** The profile whose address is `baseUrl`. */
	readonly profile?: string;
	readonly isKeyKept?: boolean;
};

/** Returns the current connection's values. Nothing for the demo, which has no key. */
function startOf({connection}: State): ConnectStart {
	if (!connection || connection.isDemo) return {};
	const {baseUrl, profile, isKeyKept} = connection;
	return {baseUrl, profile: profile ?? '', isKeyKept: isKeyKept ?? false};
}

/** Creates the connection form, prefilled from the current connection so that only the key has to be typed. Starts with the saved profiles, if there are any. */
export function createConnectForm(state: State, start: ConnectStart = startOf(state)): ConnectForm {
	const {baseUrl = '', profile, isKeyKept = true} = start;
	const names = state.interface.profiles.map(({name}) => name);
	const saved = names.find(name => name === profile) ?? names[0] ?? '';
	const keep = isKeyKept ? 'file' : 'session';
	const form = createForm<ConnectField>({saved, baseUrl, apiKey: '', profile: profile ?? '', keep});
	const order = names.length > 0 ? form.order : form.order.filter(field => field !== 'saved');
	return {...form, order, focus: order.indexOf(profile === undefined ? 'baseUrl' : 'apiKey')};
}
