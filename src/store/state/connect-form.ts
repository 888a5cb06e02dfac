import {createForm} from '../model/form.ts';
import type {ConnectField, ConnectForm} from './screen.ts';
import type {State} from './state.ts';

/** What the form of a connection begins with, as far as it is known. */
export type ConnectStart = {
	readonly baseUrl?: string;
	/** A profile whose address is `baseUrl`. */
	readonly profile?: string;
	readonly isKeyKept?: boolean;
};

/** What is in use now. A demo is no service that anybody has a key for. */
function startOf({connection}: State): ConnectStart {
	if (!connection || connection.isDemo) return {};
	const {baseUrl, profile, isKeyKept} = connection;
	return {baseUrl, profile: profile ?? '', isKeyKept: isKeyKept ?? false};
}

/** The form of a connection: where one is in use, its address, its profile and where its key is kept, so that only a key has to be typed. Saved profiles come first, where there are any. */
export function createConnectForm(state: State, start: ConnectStart = startOf(state)): ConnectForm {
	const {baseUrl = '', profile, isKeyKept = true} = start;
	const names = state.interface.profiles.map(({name}) => name);
	const saved = names.find(name => name === profile) ?? names[0] ?? '';
	const keep = isKeyKept ? 'file' : 'session';
	const form = createForm<ConnectField>({saved, baseUrl, apiKey: '', profile: profile ?? '', keep});
	const order = names.length > 0 ? form.order : form.order.filter(field => field !== 'saved');
	return {...form, order, focus: order.indexOf(profile === undefined ? 'baseUrl' : 'apiKey')};
}
