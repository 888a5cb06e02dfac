import {isConcluded} from '../api/types.ts';
import type {Entry} from '../journal/entry.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {ProjectDeployments} from './deployment-list.ts';
import type {Event} from './reduce.ts';
import {currentScreen, type State} from './state.ts';

const nameOf = (state: State, projectId: string): SafeText => {
	const opened = state.opened[projectId]?.project;
	return (opened?.name ?? opened?.slug)?.shown ?? safe(projectId);
};

/** The name of the project that the open question is about. */
const askedAbout = ({dialog}: State): Partial<Entry> =>
	dialog && 'project' in dialog ? {project: dialog.project.shown} : {};

/** The deployments that were known not to have concluded, and now have. */
function conclusions(before: ProjectDeployments | undefined, after: ProjectDeployments | undefined) {
	const running = new Set(
		before?.seen.flatMap(({deployment}) => (isConcluded(deployment) ? [] : [deployment.id])) ?? [],
	);
	return after?.seen.filter(({deployment}) => running.has(deployment.id) && isConcluded(deployment)) ?? [];
}

/** What is worth writing down of an event, with the state before and after it. */
export function entriesOf(event: Event, before: State, after: State, now: number): readonly Entry[] {
	const connection = before.connection?.name ?? plain`nowhere`;
	const entry = (kind: Entry['kind'], projectId: string, text: SafeText, more: Partial<Entry> = {}): Entry => ({
		at: now,
		kind,
		connection,
		projectId,
		project: nameOf(after, projectId),
		text,
		requestId: undefined,
		...more,
	});

	switch (event.type) {
		case 'project-created':
			return [entry('added', event.project.id, event.remark, {requestId: event.project.requestId?.shown})];
		case 'project-saved':
			return [entry('saved', event.project.id, event.remark, {requestId: event.project.requestId?.shown})];
		case 'project-deleted': {
			return [entry('deleted', event.projectId, event.remark, askedAbout(before))];
		}

		case 'deployment-triggered': {
			const {deployment, remark} = event;
			return [
				entry('deployed', deployment.projectId, remark, {
					...askedAbout(before),
					requestId: deployment.requestId?.shown,
				}),
			];
		}

		case 'not-accepted': {
			const {error} = event.problem;
			if (!error) return [];
			const {dialog} = before;
			const screen = currentScreen(before);
			const more = {requestId: error.details.requestId};
			if (dialog && 'projectId' in dialog) {
				return [entry('not accepted', dialog.projectId, error.message, {...more, ...askedAbout(before)})];
			}

			return 'projectId' in screen ? [entry('not accepted', screen.projectId, error.message, more)] : [];
		}

		case 'deployments-arrived':
		case 'deployment-arrived': {
			const {projectId} = event.need;
			return conclusions(before.deployments[projectId], after.deployments[projectId]).map(({deployment}) => {
				const word = (deployment.conclusion ?? deployment.status)?.shown ?? plain`without a word`;
				const version = deployment.uploadVersion === undefined ? plain`` : plain` v${deployment.uploadVersion}`;
				return entry('concluded', projectId, plain`${word}${version}`, {requestId: deployment.requestId?.shown});
			});
		}

		default:
			return [];
	}
}
