import {ApiError} from '../../api/errors.ts';
import type {Project} from '../../api/types.ts';
import {grouped, safe} from '../../text.ts';
import {withLoadAll, withoutLoadAll} from '../reducers/load-all.ts';
import {goToProjects, isSamePlace, openProject} from '../reducers/navigation.ts';
import {currentScreen, type State} from '../state/state.ts';
import {notify} from '../store.ts';
import type {ActionContext} from './action-context.ts';

/** Returns the loaded project with exactly this id, slug or name. */
const loadedProject = ({projects: {list}}: State, text: string): Project | undefined =>
	list.rows.find(({id, name, slug}) => id === text || slug?.exact === text || name?.exact === text);

/** Creates the action that opens a project by id, slug or name, loaded or not. */
export function createOpenProject({store, connections, clock}: ActionContext) {
	const open = (project: Project) => {
		store.change(goToProjects);
		store.change((state, now) => openProject(state, project, now));
	};
	const say = (text: string, tone: 'quiet' | 'bad') => notify(store, safe(text, 300), tone);

	/** Only a completely loaded list proves that a project does not exist. */
	const sayMissing = (text: string) => {
		const {list: projects} = store.get().projects;
		if (projects.end === 'reached') say(`No project has the id, slug or name “${text}”.`, 'bad');
		else say(`Stopped looking for “${text}” after ${grouped(projects.rows.length)} projects.`, 'quiet');
	};

	/** Returns a function that tells whether the user is still where they are now. Elsewhere, a screen that opens by itself would take the keys that are meant for what it covers. */
	const placeNow = () => {
		const from = store.get();
		return () => {
			const now = store.get();
			const isHere = isSamePlace(currentScreen(from), currentScreen(now));
			return isHere && !now.interface.dialog && now.connection?.id === from.connection?.id;
		};
	};

	const sayMovedOn = (text: string) => say(`You have moved on, so “${text}” is not opened.`, 'quiet');

	/** Loads page after page until the project is found. The user can stop this with esc. */
	const search = (text: string) => {
		const connectionId = store.get().connection?.id;
		say(`Looking for “${text}” in all projects. esc stops.`, 'quiet');
		store.change(goToProjects);
		store.change((state, now) => withLoadAll(state, 'all', now));
		const isStillHere = placeNow();
		const look = () => {
			const found = loadedProject(store.get(), text);
			if (!found && store.get().projects.loadAll) return;
			unsubscribe();
			if (store.get().connection?.id !== connectionId) return;
			if (!found) return sayMissing(text);
			store.change(withoutLoadAll);
			if (isStillHere()) open(found);
			else sayMovedOn(text);
		};
		const unsubscribe = store.subscribe(look);
		look();
	};

	return {
		/** Opens the project with this id, slug or name. Tries the loaded projects, then the service with this id, then a search through all pages. Opens nothing if the user has gone elsewhere in the meantime. */
		async openNamed(text: string) {
			const known = loadedProject(store.get(), text);
			if (known) return open(known);
			const id = store.get().connection?.id ?? -1;
			const client = connections.clientOf(id);
			if (!client) return;
			const isStillHere = placeNow();
			try {
				const project = await client.readProject(text, new AbortController().signal);
				if (isStillHere()) open(project);
				else if (store.get().connection?.id === id) sayMovedOn(text);
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				if (store.get().connection?.id !== id) return;
				if (error.kind !== 'missing' && error.kind !== 'refused') return say(error.message, 'bad');
				if (isStillHere()) search(text);
				else sayMovedOn(text);
			}
		},
	};
}
