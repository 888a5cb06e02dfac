import {safe} from '../base/text.ts';
import {type Connection, guardsFor, type Profile, strictestGuards, type WriteGuards} from '../model/connection.ts';
import {createForm} from '../model/form.ts';
import {dialogOf, openDialog} from './dialogs.ts';
import {openScreen} from './navigation.ts';
import type {ConnectField, ConnectForm} from './screen.ts';
import {currentForm, initialState, type State, withInterface} from './state.ts';

/** Nothing of the previous service stays on the screen. Drafts survive a reconnect to the same address. */
export function connectTo(state: State, connection: Connection): State {
	const {size, profiles, pause} = state.interface;
	const initial = initialState(size, profiles, state.polling.throttle.rpm);
	const isSameAddress = state.connection?.baseUrl === connection.baseUrl;
	return {
		...initial,
		connection,
		preferences: state.preferences,
		interface: {...initial.interface, screens: [{name: 'projects'}], pause},
		presence: {...initial.presence, isFocused: state.presence.isFocused},
		writes: isSameAddress ? {...initial.writes, drafts: state.writes.drafts} : initial.writes,
	};
}

type ConnectStart = {
	readonly baseUrl?: string;
	readonly profile?: string | undefined;
	readonly isKeyKept?: boolean;
};

function connectStart({connection}: State): ConnectStart {
	if (!connection || connection.isDemo) return {};
	const {baseUrl, profile, isKeyKept} = connection;
	return {baseUrl, profile, isKeyKept: isKeyKept ?? false};
}

function createConnectForm(
	{interface: {profiles}}: State,
	{baseUrl = '', profile, isKeyKept = true}: ConnectStart,
): ConnectForm {
	const names = profiles.map(({name}) => name);
	const saved = names.find(name => name === profile) ?? names[0] ?? '';
	const keep = isKeyKept ? 'file' : 'session';
	const form = createForm<ConnectField>({saved, baseUrl, apiKey: '', profile: profile ?? '', keep});
	const order = names.length > 0 ? form.order : form.order.filter(field => field !== 'saved');
	return {...form, order, focus: order.indexOf(baseUrl === '' ? 'baseUrl' : 'apiKey')};
}

/** Replaces an open connect form. Starts with `start`, or with the values of the connection. Restores the text of the last form that started alike. */
export function openConnect(state: State, start?: ConnectStart): State {
	const {screens} = state.interface;
	const below = currentForm(state)?.name === 'connect' ? screens.slice(0, -1) : screens;
	const form = createConnectForm(state, start ?? connectStart(state));
	const {login} = state.writes;
	const isSame = login?.initial.baseUrl === form.initial.baseUrl && login.initial.profile === form.initial.profile;
	const values = isSame ? login.values : form.values;
	const profileIndex = dialogOf(state, 'profiles')?.index;
	return openScreen(withInterface(state, {screens: below}), {
		name: 'connect',
		form: {...form, values},
		...(profileIndex !== undefined && {profileIndex}),
	});
}

export function openProfiles(state: State, selected = state.connection?.profile): State {
	const {profiles} = state.interface;
	const index = profiles.findIndex(({name}) => name === selected);
	return openDialog(state, {name: 'profiles', index: Math.max(0, index)});
}

export function withGuards(state: State, {guards, ...readOnly}: WriteGuards): State {
	const {connection} = state;
	if (!connection) return state;
	const {readOnlyReason: _, ...others} = connection;
	const guarded = {...others, ...readOnly, guards};
	const isSame = JSON.stringify(strictestGuards(guarded)) === JSON.stringify(strictestGuards(connection));
	return isSame ? state : {...state, connection: guarded};
}

export function withProfiles(
	state: State,
	profiles: readonly Profile[],
	renamed?: {readonly from: string; readonly to: string},
): State {
	const next = withInterface(state, {profiles});
	const {connection} = state;
	const name = connection?.profile === renamed?.from ? renamed?.to : connection?.profile;
	if (!connection || name === undefined || !profiles.some(profile => profile.name === name)) return next;
	const called = {...next, connection: {...connection, profile: name, name: safe(name)}};
	return withGuards(called, guardsFor(profiles, {profile: name, baseUrl: connection.baseUrl}));
}
