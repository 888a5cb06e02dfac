import type {Project} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {projectTitle} from '../../project-title.ts';
import {currentScreen} from '../../store/state/state.ts';
import type {Store} from '../../store/store.ts';
import {lastRead, type Wanted} from './project-wait.ts';

/** Watches all deployments of some projects. */
export function watchProjects(store: Store, projects: readonly Project[], at: LocalTime): void {
	for (const project of projects) {
		const watch = {projectId: project.id, deploymentId: undefined, project: projectTitle(project), isMine: false};
		store.dispatch({type: 'watch-toggled', watch, at});
	}
}

/** Opens the live view of a project or deployment, so that the session reads it as rarely as in a window without focus. Several projects are watched instead. Call `openListOnceRead` after each event. */
export function openLiveView(store: Store, wanted: readonly Wanted[], at: LocalTime): void {
	const [first, ...others] = wanted;
	if (!first) return;
	if (others.length > 0) {
		watchProjects(
			store,
			wanted.map(({project}) => project),
			at,
		);
		return;
	}

	const {project, deploymentId} = first;
	store.dispatch({type: 'project-opened', project, deploymentId, at});
	if (deploymentId !== undefined) {
		store.dispatch({type: 'deployment-opened', projectId: project.id, deploymentId});
	}
}

/** Goes from a deployment to the list of its project once the deployment has been read: the list also tells how long deployments usually take, and whether the project is gone. */
export function openListOnceRead(store: Store): void {
	const state = store.get();
	const screen = currentScreen(state);
	if (screen.name !== 'deployment' || !lastRead(state, screen.projectId, screen.deploymentId)) return;
	store.dispatch({type: 'went-back'});
}
