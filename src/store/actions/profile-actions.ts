import type {Destination} from '../model/login.ts';
import type {ActionContext} from './action-context.ts';
import type {createConnectActions} from './connect.ts';

/** Creates the actions that list, change and leave the saved profiles. */
export function createProfileActions(context: ActionContext, connect: ReturnType<typeof createConnectActions>) {
	const {store, writes} = context;

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

	/** The code for it is loaded with the first change: most runs have none. */
	const changes = async () => (await import('./profile-changes.ts')).createProfileChanges(context, openProfiles);

	return {
		goTo,
		openProfiles,
		toggleReadOnly: async (name: string) => (await changes()).toggleReadOnly(name),
		protectProjects: async (name: string, protects: readonly string[]) =>
			(await changes()).protectProjects(name, protects),
		renameProfile: async (name: string, newName: string) => (await changes()).renameProfile(name, newName),
		removeProfile: async (name: string, forgets: boolean) => (await changes()).removeProfile(name, forgets),

		/** Opens another service. If changes at this one are unconfirmed, asks first. */
		async switchTo(destination: Destination) {
			const {connection} = store.get();
			if (connection && !connection.isDemo && writes.isBusy() && !isHere(destination))
				return store.dispatch({type: 'dialog-opened', dialog: {name: 'switch', destination}});
			store.dispatch({type: 'dialog-closed'});
			await goTo(destination);
		},
	};
}
