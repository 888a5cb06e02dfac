import type {ThemeName} from '../base/color.ts';
import {plain, type SafeText} from '../base/text.ts';
import {orJournalError} from '../journal/journal-error.ts';
import type {ChosenColumns} from '../model/arrangement.ts';
import type {Profile, RequestHooks, ServiceOpener} from '../model/connection.ts';
import type {Size} from '../model/layout.ts';
import type {NotificationRules} from '../model/notification-rules.ts';
import {type Outcome, outcomeNames, type WordMeanings} from '../model/status-words.ts';
import {withoutDialog} from '../state/dialogs.ts';
import {withGuards} from '../state/login.ts';
import {withPreferences, withRules, withWordClassified} from '../state/preferences.ts';
import type {RecordRef} from '../state/screen.ts';
import {initialState, patch} from '../state/state.ts';
import {createBulkWrites} from './bulk-writes.ts';
import {createConnectActions} from './connect.ts';
import {createConnections} from './connections.ts';
import {startEngine} from './engine.ts';
import {openActivity, startJournalSync} from './journal-sync.ts';
import {startNameSync} from './name-sync.ts';
import {openNamed} from './open-project.ts';
import {type Places, startPlaceSync} from './place-sync.ts';
import {createProjectWrites} from './project-writes.ts';
import {createStore, notify, type Store, type SyncContext} from './store.ts';
import {startSleepDetector, startTimers} from './timers.ts';
import {createWrites, type Writes} from './write-queue.ts';

/** The first failed save resolves to a sentence: choices are lost on exit. */
export type Preferences = {
	readonly rules: NotificationRules;
	readonly wordMeanings: WordMeanings;
	readonly theme: ThemeName;
	readonly columns?: ChosenColumns;
	readonly saveRules: (rules: NotificationRules, before: NotificationRules) => Promise<SafeText | undefined>;
	readonly saveTheme: (theme: ThemeName) => Promise<SafeText | undefined>;
	readonly saveWordMeanings: (wordMeanings: WordMeanings) => Promise<SafeText | undefined>;
	readonly readAgain?: () => Pick<Preferences, 'rules' | 'wordMeanings'> | undefined;
};

export type SessionOptions = Pick<SyncContext, 'clock' | 'journalOf' | 'newId'> & {
	readonly size: Size;
	readonly rpm: number | undefined;
	readonly profiles: readonly Profile[];
	readonly preferences: Preferences;
	readonly places: Places;
	readonly access: (hooks: RequestHooks) => ServiceOpener;
};

export type Session = ReturnType<typeof startSession>;

export type Actions = Session['actions'];

function startReconciling(store: Store, {recover, unconfirmed}: Writes): () => void {
	return store.subscribe((before, {presence}, fact) => {
		const hasReturned = presence.isFocused && !before.presence.isFocused;
		// The next question reports a journal that cannot be used.
		if (hasReturned || fact?.type === 'journal-recalled')
			orJournalError(() => unconfirmed().forEach(write => void recover(write)));
	});
}

function createPreferenceActions(store: Store, preferences: Preferences) {
	const notifyProblem = (problem: SafeText | undefined) => {
		if (problem) notify(store, problem, 'bad');
	};

	return {
		async changeRules(rules: NotificationRules) {
			const {rules: before} = store.get().preferences;
			store.change(state => withRules(state, rules));
			notifyProblem(await preferences.saveRules(rules, before));
		},

		async chooseTheme(theme: ThemeName) {
			store.change(state => withoutDialog(patch(state, 'preferences', {theme})));
			notifyProblem(await preferences.saveTheme(theme));
		},

		async classifyWord(word: SafeText, outcome: Outcome) {
			store.change(state => withWordClassified(state, word, outcome));
			notify(store, plain`${word} is now shown as ${outcomeNames[outcome]}`, 'quiet');
			notifyProblem(await preferences.saveWordMeanings(store.get().preferences.wordMeanings));
		},
	};
}

export function startSession(options: SessionOptions) {
	const {clock, size, rpm, profiles, journalOf, preferences, newId, places} = options;
	const {rules, wordMeanings, theme, columns = new Map()} = preferences;
	const initial = initialState(size, profiles, rpm);
	const store = createStore(patch(initial, 'preferences', {rules, wordMeanings, theme, columns}), clock.now);
	const connections = createConnections();
	const context: SyncContext = {store, connections, clock, journalOf, newId};
	const currentClient = () => connections.clientOf(store.get().connection?.id ?? -1);
	const access = options.access({
		notBefore: () => store.get().polling.throttle.trouble.notBefore,

		onRequestSent(sent, client) {
			if (client === currentClient()) store.learn({type: 'request-sent', sent});
		},

		onRequestEnd(record, client) {
			// A request to a service that the user has left says nothing about the connected one.
			if (client === currentClient() || record.isTrial) store.learn({type: 'request-ended', record});
		},
	});
	const placeSync = startPlaceSync(context, places);
	const writes = createWrites(context);
	const journalSync = startJournalSync(context);
	const takeOver = () => {
		journalSync.refresh();
		const read = preferences.readAgain?.();
		if (read) store.change(state => withPreferences(state, read));
		const {connection} = store.get();
		const guards = connection && connections.readGuards(connection);
		if (guards) store.change(state => withGuards(state, guards));
	};
	const stops = [
		placeSync.stop,
		startNameSync(context),
		startReconciling(store, writes),
		startEngine(context),
		startSleepDetector(context, takeOver),
		startTimers(context),
		writes.stop,
		journalSync.stop,
	];
	return {
		store,
		writes,
		actions: {
			...createConnectActions(context, access, writes.isBusy, placeSync.placeOf),
			...createProjectWrites(context, writes),
			...createBulkWrites(context, writes),
			...createPreferenceActions(store, preferences),
			openNamed: (wanted: string | RecordRef) => openNamed(context, wanted),
			openActivity: () => openActivity(context),
		},
		stop() {
			for (const stop of stops) stop();
		},
	};
}
