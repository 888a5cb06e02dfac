import type {RawSource} from '../../api/raw-record.ts';
import {projectTitle} from '../../project-title.ts';
import {outcomeWord} from '../../status-words.ts';
import {knownProject} from '../../store/model/projects/known-project.ts';
import {firstUnreadable} from '../../store/model/projects/project-list.ts';
import {deploymentsOf, knownDeployment, newestDeployment} from '../../store/state/deployments.ts';
import {shownActivity} from '../../store/state/lists.ts';
import {listsProjects} from '../../store/state/screen.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {isVisible, type SafeText} from '../../text.ts';
import type {Subject} from '../contexts.ts';

/** Returns a project or one of its deployments as a subject. */
export function subjectAbout(
	state: State,
	projectId: string,
	deploymentId?: string,
	project = knownProject(state, projectId),
): Subject {
	return {
		projectId,
		name: projectTitle(project ?? {id: projectId}, state.projects.names.get(projectId)),
		project,
		deploymentId,
		deployment: deploymentId === undefined ? undefined : knownDeployment(state, projectId, deploymentId)?.deployment,
	};
}

/** Returns why the subject's project cannot be changed. Undefined if it can. */
export function withoutWritableProject(state: State, subject: Subject | undefined): string | undefined {
	if (state.connection?.isReadOnly) return 'This connection is read-only';
	if (!subject) return state.projects.goneRow ? 'That project is gone' : 'Nothing selected';
	return subject.project ? undefined : 'The project is not loaded yet';
}

/** Returns the status word that the selected row shows: of its deployment, of the newest deployment of its project, or of its activity entry. Undefined without a visible one. */
export function wordOf(state: State, subject: Subject | undefined): SafeText | undefined {
	const screen = currentScreen(state);
	const entry = screen.name === 'activity' ? shownActivity(state)[screen.position.index] : undefined;
	if (entry?.kind === 'new word') return entry.text;
	const deployment =
		listsProjects(screen) && subject ? newestDeployment(state, subject.projectId) : subject?.deployment;
	const word = deployment && outcomeWord(deployment);
	return word !== undefined && isVisible(word) ? word : undefined;
}

/** Returns what the raw record dialog shows: the subject, or the page of a list in which no record is readable. Undefined if nothing is selected. */
export function sourceOf(state: State, subject: Subject | undefined): RawSource | undefined {
	const screen = currentScreen(state);
	if (listsProjects(screen) && state.projects.list.rows.length === 0) {
		const page = firstUnreadable(state.projects.list);
		return page && {of: 'projects', cursor: page.cursor};
	}

	if (screen.name === 'deployments') {
		const known = deploymentsOf(state, screen.projectId);
		if (known.rows.length === 0 && known.unreadable > 0) return {of: 'deployments', projectId: screen.projectId};
	}

	return subject && {of: 'record', projectId: subject.projectId, deploymentId: subject.deploymentId};
}

/** The selection of screens without one, such as forms. */
export const selectNothing = (): undefined => undefined;
