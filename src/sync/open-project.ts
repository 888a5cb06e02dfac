import {ApiError} from '../api/errors.ts';
import type {Project} from '../api/types.ts';
import {grouped, safe} from '../base/text.ts';
import {isOnSamePlace} from '../state/lists.ts';
import {goToProjects, openProject} from '../state/navigation.ts';
import {withLoadAll, withoutLoadAll} from '../state/projects.ts';
import type {State} from '../state/state.ts';
import type {SyncContext} from './context.ts';
import {notify, type Store} from './store.ts';

/** Returns the loaded project with exactly this id, slug or name. */
const loadedProject = ({projects: {list}}: State, text: string): Project | undefined =>
	list.rows.find(({id, name, slug}) => id === text || slug?.exact === text || name?.exact === text);

const isSameService = (from: State, now: State): boolean => now.connection?.id === from.connection?.id;

/** Whether the user is still where they were. Elsewhere, a screen that opens by itself would take the keys that are meant for what it covers. */
const isSameView = (from: State, now: State): boolean => isOnSamePlace(from, now) && !now.interface.dialog;

const say = (store: Store, text: string, tone: 'quiet' | 'bad' = 'quiet') => notify(store, safe(text, 300), tone);

const sayMovedOn = (store: Store, text: string) => say(store, `You have moved on, so “${text}” is not opened.`);

/** Only a completely loaded list proves that a project does not exist. */
function sayMissing(store: Store, text: string) {
	const {end, rows} = store.get().projects.list;
	if (end === 'reached') say(store, `No project has the id, slug or name “${text}”.`, 'bad');
	else say(store, `Stopped looking for “${text}” after ${grouped(rows.length)} projects.`);
}

function open(store: Store, project: Project) {
	store.change(goToProjects);
	store.change((state, now) => openProject(state, project, now));
}

/** Loads page after page until the project is found. The user can stop this with esc. */
function search(store: Store, text: string) {
	say(store, `Looking for “${text}” in all projects. esc stops.`);
	store.change(goToProjects);
	store.change((state, now) => withLoadAll(state, 'all', now));
	const from = store.get();
	const look = () => {
		const found = loadedProject(store.get(), text);
		if (!found && store.get().projects.loading) return;
		unsubscribe();
		if (!isSameService(from, store.get())) return;
		if (!found) return sayMissing(store, text);
		store.change(withoutLoadAll);
		if (isSameView(from, store.get())) open(store, found);
		else sayMovedOn(store, text);
	};
	const unsubscribe = store.subscribe(look);
	look();
}

/** Opens the project with this id, slug or name. Tries the loaded projects, then the service with this id, then a search through all pages. Opens nothing if the user has gone elsewhere in the meantime. */
export async function openNamed({store, connections}: SyncContext, text: string): Promise<void> {
	const from = store.get();
	const known = loadedProject(from, text);
	if (known) return open(store, known);
	const client = connections.clientOf(from.connection?.id ?? -1);
	if (!client) return;
	let project: Project | undefined;
	try {
		project = await client.readProject(text, new AbortController().signal);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (!isSameService(from, store.get())) return;
		if (error.kind !== 'missing' && error.kind !== 'refused') return say(store, error.message, 'bad');
	}

	if (!isSameService(from, store.get())) return;
	if (!isSameView(from, store.get())) return sayMovedOn(store, text);
	if (project) open(store, project);
	else search(store, text);
}
