import {safe} from '../../../text.ts';
import type {Profile} from '../../model/connection.ts';
import {defaultGuards} from '../../model/guards.ts';
import {type State, withInterface} from '../../state/state.ts';

/** The saved profiles are different now. `renamed` is set if one of them has another name. */
export type ProfilesEvent = {
	readonly type: 'profiles-changed';
	readonly profiles: readonly Profile[];
	readonly renamed?: {readonly from: string; readonly to: string};
};

/** Shows the profiles, and applies the guards of the connected one. */
export function reduceProfiles(state: State, {profiles, renamed}: ProfilesEvent): State {
	const next = withInterface(state, {profiles});
	const {connection} = state;
	if (connection?.profile === undefined) return next;
	const name = connection.profile === renamed?.from ? renamed.to : connection.profile;
	const profile = profiles.find(other => other.name === name);
	if (!profile) return next;
	const {isReadOnly = false, protects = defaultGuards.protects} = profile;
	const guards = {...(connection.guards ?? defaultGuards), protects};
	return {...next, connection: {...connection, profile: name, name: safe(name), isReadOnly, guards}};
}
