import {plain, type SafeText, safe} from '../../text.ts';
import {serviceOf} from '../effects/journal-sync.ts';
import {createNotify} from '../effects/notify.ts';
import type {Profile} from '../model/connection.ts';
import type {Destination} from '../model/login.ts';
import type {ActionContext} from './action-context.ts';
import type {createConnectActions} from './connect.ts';

/** Creates the actions that change the saved profiles. `openProfiles` lists them again. */
function createProfileChanges(
	{store, access, connections, journalOf, clock}: ActionContext,
	openProfiles: (selected?: string) => void,
) {
	const notify = createNotify({store, clock});
	/** The journal of the saved profiles, even while the demo is open. */
	const journal = () => journalOf({isDemo: false});
	const profileNamed = (name: string) => store.get().interface.profiles.find(profile => profile.name === name);

	/** Shows the profiles as they are saved now. `fault` says why a change was not saved. */
	function show(fault: SafeText | undefined, renamed?: {readonly from: string; readonly to: string}) {
		const profiles = access.profiles.list();
		store.dispatch({type: 'profiles-changed', profiles, ...(renamed && {renamed})});
		const {connection} = store.get();
		if (connection?.profile !== undefined) connections.setReadOnly(connection.id, connection.isReadOnly);
		if (fault) notify(fault, 'bad');
	}

	/** Returns the journal's key of a saved profile, whether it is connected or not. */
	const serviceNamed = ({name, host, baseUrl}: Profile) => serviceOf({name: safe(name), host, baseUrl});

	return {
		/** Makes a profile read-only, or allows changes again. */
		async toggleReadOnly(name: string) {
			const isReadOnly = !profileNamed(name)?.isReadOnly;
			show(await access.profiles.change(name, {isReadOnly}));
			if (!isReadOnly && profileNamed(name)?.isReadOnly) notify(plain`landfall was started read-only.`, 'quiet');
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
				const newService = serviceNamed({...profile, name: newName});
				journal().rename(serviceNamed(profile), newService, names);
			}

			show(fault, isRenamed ? {from: name, to: newName} : undefined);
			openProfiles(newName);
		},

		/** Removes a profile and its key. With `forgets`, also what the journal remembers of it. Lists the profiles again. */
		async removeProfile(name: string, forgets: boolean) {
			const profile = profileNamed(name);
			if (!profile) return;
			const fault = await access.profiles.remove(name);
			const isRemoved = access.profiles.list().every(other => other.name !== name);
			if (isRemoved && forgets) journal().forget(serviceNamed(profile), safe(name));
			show(fault);
			openProfiles();
			if (isRemoved && !fault) notify(plain`${safe(name)} and its key are removed.`, 'quiet');
		},
	};
}

/** Creates the actions that list, change and leave the saved profiles. */
export function createProfileActions(context: ActionContext, connect: ReturnType<typeof createConnectActions>) {
	const {store, writeQueue} = context;

	function goTo(destination: Destination) {
		if (destination.kind === 'profile') return connect.openProfile(destination.name);
		return destination.kind === 'demo' ? connect.enterDemo() : connect.connect();
	}

	/** Whether a destination is the connected service. */
	function isHere(destination: Destination): boolean {
		const {connection, interface: ui} = store.get();
		const screen = ui.screens.at(-1);
		if (destination.kind === 'profile') return destination.name === connection?.profile;
		return screen?.name === 'connect' && screen.form.values.baseUrl === connection?.baseUrl;
	}

	/** Lists the profiles, with one selected. Without any, opens the connect form instead. */
	function openProfiles(selected = store.get().connection?.profile) {
		const {profiles} = store.get().interface;
		if (profiles.length === 0) return store.dispatch({type: 'connect-opened'});
		const index = profiles.findIndex(({name}) => name === selected);
		store.dispatch({type: 'dialog-opened', dialog: {name: 'profiles', index: Math.max(0, index)}});
	}

	return {
		goTo,
		openProfiles,
		...createProfileChanges(context, openProfiles),

		/** Opens another service. If changes at this one are unconfirmed, asks first. */
		async switchTo(destination: Destination) {
			const {connection} = store.get();
			if (connection && !connection.isDemo && writeQueue.isBusy() && !isHere(destination))
				return store.dispatch({type: 'dialog-opened', dialog: {name: 'switch', destination}});
			store.dispatch({type: 'dialog-closed'});
			await goTo(destination);
		},
	};
}
