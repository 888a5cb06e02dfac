import {ApiError, orError} from '../api/errors.ts';
import {neverAborted} from '../api/request.ts';
import type {Project} from '../api/types.ts';
import {didYouMean} from '../base/did-you-mean.ts';
import {comparable, counted, safe} from '../base/text.ts';
import {isWhole} from '../model/project-list.ts';
import {isOnSamePlace} from '../state/lists.ts';
import {projectsNamed} from '../state/named-record.ts';
import {goToProjects, openDeployment, openProject} from '../state/navigation.ts';
import {withLoadAll, withoutLoadAll} from '../state/projects.ts';
import type {RecordRef} from '../state/screen.ts';
import {isScreenCovered, type State} from '../state/state.ts';
import {notify, type SyncContext} from './store.ts';

/** Tries the loaded projects, then the service by id. For a name, tries all pages last. Opens nothing if the user has gone elsewhere meanwhile. */
export async function openNamed({store, connections}: SyncContext, wanted: string | RecordRef): Promise<void> {
	const isName = typeof wanted === 'string';
	const {projectId: text, deploymentId} = isName ? {projectId: wanted, deploymentId: undefined} : wanted;
	const loadedProjects = (): readonly Project[] => {
		const {rows} = store.get().projects.list;
		return isName ? projectsNamed(rows, text) : rows.filter(({id}) => id === text);
	};
	const say = (sentence: string, tone: 'quiet' | 'bad' = 'quiet') => notify(store, safe(sentence, 300), tone);

	const from = store.get();
	const isSameService = () => store.get().connection?.id === from.connection?.id;

	function open(project: Project, others: readonly Project[] = []) {
		if (others.length > 0) {
			const ids = [project, ...others].slice(0, 3).map(({id}) => id);
			const more = others.length > 2 ? ', …' : '';
			return say(`${others.length + 1} projects are called “${text}”. Open one by its id: ${ids.join(', ')}${more}`);
		}

		store.change(goToProjects);
		store.change((state, now) => openProject(state, project, now, deploymentId));
		if (deploymentId !== undefined) store.change(state => openDeployment(state, project.id, deploymentId));
	}

	/** Goes on unless the user has moved: a screen that opens by itself would take keys meant for another one. */
	function unlessMoved(since: State, goOn: () => void) {
		const now = store.get();
		if (!isScreenCovered(now) && isOnSamePlace(since, now)) goOn();
		else say(`“${text}” was not opened: you navigated away.`);
	}

	function search() {
		say(`Looking for “${text}” in all projects. esc stops.`);
		store.change(goToProjects);
		store.change((state, now) => withLoadAll(state, 'all', now));
		const begun = store.get();
		const look = () => {
			const {list, loading} = store.get().projects;
			const [found, ...others] = loadedProjects();
			if (!found && loading) return;
			unsubscribe();
			if (!isSameService()) return;
			if (found) {
				store.change(withoutLoadAll);
				unlessMoved(begun, () => open(found, others));
			} else if (isWhole(list)) {
				// Only a completely loaded list proves that a project does not exist.
				const names = list.rows.flatMap(({slug, name}) =>
					[slug, name].flatMap(each => (each ? comparable(each.exact) : [])),
				);
				say(`No project has the id, slug or name “${text}”.${didYouMean(comparable(text), names)}`, 'bad');
			} else {
				say(`Stopped looking for “${text}” after ${counted(list.rows.length, 'project')}.`);
			}
		};
		const unsubscribe = store.subscribe(look);
		look();
	}

	const [known, ...others] = loadedProjects();
	if (known) return open(known, others);
	const client = connections.clientOf(from.connection?.id ?? -1);
	const project = await orError(client?.readProject(text, neverAborted));
	if (!project) return;
	if (!(project instanceof ApiError)) unlessMoved(from, () => open(project));
	else if (isName && (project.kind === 'not found' || project.kind === 'unsendable')) unlessMoved(from, search);
	else if (isSameService())
		say(project.kind === 'not found' ? `No project has the id “${text}”.` : project.message, 'bad');
}
