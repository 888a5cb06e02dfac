import {plain, type SafeText, safe} from '../base/text.ts';
import {type Destination, type Profile, type ServiceOpener, serviceOf} from '../model/connection.ts';
import {openDialog, withoutDialog} from '../state/dialogs.ts';
import {openProfiles, withProfiles} from '../state/login.ts';
import {currentScreen, type State} from '../state/state.ts';
import type {ConnectActions} from './connect.ts';
import type {Writes} from './mutate.ts';
import {notify, type SyncContext} from './store.ts';

/** Whether a destination is the connected service. */
function isConnectedTo(state: State, destination: Destination): boolean {
	const screen = currentScreen(state);
	if (destination.kind === 'profile') return destination.name === state.connection?.profile;
	return screen.name === 'connect' && screen.form.values.baseUrl === state.connection?.baseUrl;
}

/** Returns the journal's key of a saved profile, whether it is connected or not. */
const serviceNamed = ({name, host, baseUrl}: Profile) => serviceOf({name: safe(name), host, baseUrl});

/** Returns the actions that change the saved profiles, and leave one for another. */
export function createProfileActions(
	{store, connections, journalOf}: SyncContext,
	access: ServiceOpener,
	writes: Writes,
	{openProfile, enterDemo, connect}: ConnectActions,
) {
	/** The journal of the saved profiles, even while the demo is open. */
	const journal = () => journalOf({isDemo: false});
	const profileNamed = (name: string) => store.get().interface.profiles.find(profile => profile.name === name);

	/** Shows the profiles as they are saved now. `fault` says why a change was not saved. */
	function show(fault: SafeText | undefined, renamed?: {readonly from: string; readonly to: string}) {
		const profiles = access.profiles.list();
		store.change(state => withProfiles(state, profiles, renamed));
		const {connection} = store.get();
		if (connection?.profile !== undefined) connections.setReadOnly(connection.id, connection.isReadOnly);
		if (fault) notify(store, fault, 'bad');
	}

	return {
		/** Opens another service. If changes at this one are unconfirmed, asks first, unless the user is sure. */
		async switchTo(destination: Destination, isSure = false) {
			const state = store.get();
			const isLeft = state.connection && !state.connection.isDemo && !isConnectedTo(state, destination);
			if (isLeft && writes.isBusy() && !isSure)
				return store.change(current => openDialog(current, {name: 'switch', destination}));
			store.change(withoutDialog);
			if (destination.kind === 'profile') await openProfile(destination.name);
			else await (destination.kind === 'demo' ? enterDemo() : connect());
		},

		/** Makes a profile read-only, or allows changes again. */
		async toggleReadOnly(name: string) {
			const isReadOnly = !profileNamed(name)?.isReadOnly;
			show(await access.profiles.change(name, {isReadOnly}));
			if (!isReadOnly && profileNamed(name)?.isReadOnly) notify(store, plain`landfall was started read-only.`, 'quiet');
		},

		async protectProjects(name: string, protects: readonly string[]) {
			show(await access.profiles.change(name, {protects}));
		},

		/** Renames a profile, its key, and what the journal remembers of it. Lists the profiles again. */
		async renameProfile(name: string, newName: string) {
			const profile = profileNamed(name);
			if (!profile) return;
			const fault = await access.profiles.rename(name, newName);
			const isRenamed = access.profiles.list().some(other => other.name === newName);
			if (isRenamed) {
				const names = {connection: safe(name), newConnection: safe(newName)};
				journal().rename(serviceNamed(profile), serviceNamed({...profile, name: newName}), names);
			}

			show(fault, isRenamed ? {from: name, to: newName} : undefined);
			store.change(state => openProfiles(state, newName));
		},

		/** Removes a profile and its key. With `forgets`, also what the journal remembers of it. Lists the profiles again. */
		async removeProfile(name: string, forgets: boolean) {
			const profile = profileNamed(name);
			if (!profile) return;
			const fault = await access.profiles.remove(name);
			const isRemoved = access.profiles.list().every(other => other.name !== name);
			if (isRemoved && forgets) journal().forget(serviceNamed(profile), safe(name));
			show(fault);
			store.change(state => openProfiles(state));
			if (isRemoved && !fault) notify(store, plain`${safe(name)} and its key are removed.`, 'quiet');
		},
	};
}
