import {ApiError, orError} from '../api/errors.ts';
import {neverAborted, readRetries} from '../api/request.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {
	type Address,
	type Connection,
	connectionKey,
	type Destination,
	type LoginProblem,
	type OpenedService,
	type Profile,
	type ServiceOpener,
} from '../model/connection.ts';
import {type Form, formProblemOf} from '../model/form.ts';
import type {SavedPlace} from '../model/saved-place.ts';
import type {IntentRef} from '../model/write-intent.ts';
import {openDialog, withoutDialog} from '../state/dialogs.ts';
import {withProblem, withSending} from '../state/forms.ts';
import {connectTo, openConnect, openProfiles, withProfiles} from '../state/login.ts';
import {goToMain} from '../state/navigation.ts';
import {currentPlace, restorePlace} from '../state/place.ts';
import {withRpm} from '../state/preferences.ts';
import {withSavedFilter} from '../state/projects.ts';
import type {ConnectField} from '../state/screen.ts';
import {currentForm, currentScreen, type State} from '../state/state.ts';
import {withWriteProblem} from '../state/writes.ts';
import {openActivity} from './journal-sync.ts';
import {notify, type SyncContext} from './store.ts';

function isLeft(state: State, destination: Destination): boolean {
	const {connection} = state;
	if (!connection || connection.isDemo) return false;
	if (destination.kind === 'profile') return destination.name !== connection.profile;
	const form: Form | undefined = currentForm(state)?.form;
	return destination.kind === 'demo' || form?.values.baseUrl !== connection.baseUrl;
}

const journalKey = ({name, host, baseUrl}: Profile) => connectionKey({name: safe(name), host, baseUrl});

export function createConnectActions(
	context: SyncContext,
	access: ServiceOpener,
	isBusy: () => boolean,
	placeOf: (connection: Connection) => SavedPlace | undefined,
) {
	const {store, connections, newId, journalOf} = context;

	/** Counts attempts to connect. The latest one wins, for example while a profile waits for its key. */
	let attempts = 0;

	/** Returns to the place saved for this service. With another key for the same profile, stays at the current place. */
	function enter(service: OpenedService) {
		const connection = connections.add(service);
		const {baseUrl, profile = connection.profile} = store.get().connection ?? {};
		const isSame = baseUrl === connection.baseUrl && profile === connection.profile && !connection.isDemo;
		const here = isSame ? currentPlace(store.get()) : undefined;
		const place = here ?? placeOf(connection);
		const {rpm, startScreen} = access.choicesFor(connection.profile);
		store.change((state, now) => {
			const connected = connectTo(state, connection);
			const limited = rpm === undefined ? connected : withRpm(connected, rpm);
			const placed = place ? restorePlace(limited, place, now) : limited;
			return startScreen && !here ? goToMain(placed, startScreen) : placed;
		});
		// The state has no activity until it is opened.
		if (currentScreen(store.get()).name === 'activity') openActivity(context);
		// Whoever names a world, or has been here, knows the keys.
		const isFirstDemo = connection.demoPlace !== undefined && connection.demoWorld === undefined && !place;
		if (isFirstDemo && currentScreen(store.get()).name === 'projects')
			notify(store, plain`Press enter to open it`, 'quiet');
	}

	async function logIn() {
		const screen = currentForm(store.get());
		if (screen?.name !== 'connect') return;
		const {baseUrl, apiKey, profile, keep} = screen.form.values;
		const login = {baseUrl, apiKey, profile, isKept: keep === 'file'};
		const entry = access.enterLogin(login);
		if ('problem' in entry) {
			const {sentence, field} = entry.problem;
			return store.change(state => withProblem(state, {sentence, error: undefined}, field));
		}

		const connectionId = store.get().connection?.id ?? -1;
		const ref: IntentRef = {id: newId(), connectionId, projectId: '', project: ''};
		store.change(state => withSending(state, ref.id));
		const trial = {...readRetries, isTrial: true};
		const error = await orError(entry.service.client.listProjects({limit: 1}, neverAborted, trial));
		if (error instanceof ApiError) {
			const field: ConnectField = error.kind === 'auth' || error.kind === 'forbidden' ? 'apiKey' : 'baseUrl';
			return store.change((state, now) => withWriteProblem(state, ref, formProblemOf(error), now, field));
		}

		const notice = await access.keep(login);
		attempts++;
		enter(entry.service);
		const profiles = access.profiles.list();
		store.change(state => withProfiles(state, profiles));
		notify(store, notice, 'quiet');
	}

	const profileNamed = (name: string) => store.get().interface.profiles.find(profile => profile.name === name);

	async function enterDemo() {
		const attempt = ++attempts;
		const service = await access.enterDemo();
		if (attempt === attempts) enter(service);
	}

	async function enterProfile(
		name: string,
		given?: Parameters<typeof access.enterProfile>[1],
	): Promise<LoginProblem | undefined> {
		const attempt = ++attempts;
		const {keyProgram} = profileNamed(name) ?? {};
		if (keyProgram) notify(store, plain`Waiting for ${keyProgram} to print the key of ${safe(name)}…`, 'quiet');
		const entry = await access.enterProfile(name, given);
		if (attempt !== attempts) return undefined;
		if ('problem' in entry) {
			notify(store, entry.problem.sentence, 'bad');
			return entry.problem;
		}

		enter(entry.service);
		return undefined;
	}

	/** If only the API key is missing, opens the form for it, unless a program prints the key. */
	async function openProfile(name: string) {
		const problem = await enterProfile(name);
		const profile = profileNamed(name);
		if (problem?.field !== 'apiKey' || !profile || profile.keyProgram) return;
		store.change(state => openConnect(state, {baseUrl: profile.baseUrl, profile: name}));
	}

	const journal = () => journalOf({});

	function show(problem: SafeText | undefined, renamed?: {readonly from: string; readonly to: string}) {
		const profiles = access.profiles.list();
		store.change(state => withProfiles(state, profiles, renamed));
		if (problem) notify(store, problem, 'bad');
	}

	return {
		enterProfile,
		enterDemo,

		async enterAddress(address: Address): Promise<LoginProblem | undefined> {
			const entry = await access.enterAddress(address);
			if (entry === 'no key') {
				store.change(state => openConnect(state, {baseUrl: address.baseUrl}));
				notify(store, plain`There is no key for this address yet.`, 'quiet');
				return undefined;
			}

			if ('problem' in entry) return entry.problem;
			enter(entry.service);
			return undefined;
		},

		async switchTo(destination: Destination, isSure = false) {
			if (isBusy() && !isSure && isLeft(store.get(), destination))
				return store.change(state => openDialog(state, {name: 'switch', destination}));
			store.change(withoutDialog);
			if (destination.kind === 'profile') await openProfile(destination.name);
			else await (destination.kind === 'demo' ? enterDemo() : logIn());
		},

		async toggleReadOnly({name, isReadOnly = false}: Profile) {
			show(await access.profiles.setReadOnly(name, !isReadOnly));
			if (!isReadOnly || !profileNamed(name)?.isReadOnly) return;
			notify(store, store.get().connection?.readOnlyReason ?? plain`landfall was started read-only.`, 'quiet');
		},

		/** Removes the filter if there is no query. Without a profile, filters last until the user leaves the service. */
		async saveFilter(name: string, query: string | undefined) {
			store.change(state => withSavedFilter(state, name, query));
			const profile = store.get().connection?.profile;
			if (profile !== undefined) {
				const problem = await access.profiles.saveFilter(profile, name, query);
				if (problem) notify(store, problem, 'bad');
			} else if (query !== undefined) {
				notify(store, plain`Without a profile, a saved filter lasts only until you leave this service.`, 'quiet');
			}
		},

		async renameProfile(name: string, newName: string) {
			const profile = profileNamed(name);
			if (!profile) return;
			const problem = await access.profiles.rename(name, newName);
			const isRenamed = access.profiles.list().some(other => other.name === newName);
			const names = {connection: safe(name), newConnection: safe(newName)};
			const error =
				isRenamed &&
				orJournalError(() => journal().rename(journalKey(profile), journalKey({...profile, name: newName}), names));
			const isUndone = error instanceof JournalError;
			// The unconfirmed writes would be lost under the new name.
			if (isUndone) await access.profiles.rename(newName, name);
			const to = isRenamed && !isUndone ? newName : name;
			show(isUndone ? error.message : problem, {from: name, to});
			store.change(state => openProfiles(state, to));
		},

		async removeProfile(name: string) {
			const problem = await access.profiles.remove(name);
			show(problem);
			store.change(state => openProfiles(state));
			if (!problem) notify(store, plain`${safe(name)} and its key are removed.`, 'quiet');
		},
	};
}
