import type {LocalTime} from '../base/clock.ts';
import {arrangementOf} from '../model/arrangement.ts';
import {isCovered} from '../model/deployment-table.ts';
import {keepSelected, startPosition} from '../model/position.ts';
import {deploymentsOf, knownDeployment} from './deployments.ts';
import type {Fact} from './facts.ts';
import {withoutOldQuestion} from './key-guard.ts';
import {boundsOf, idsShown, type ListScreen, withPositions} from './lists.ts';
import {withPreviousPlace} from './navigation.ts';
import {withProjectsFollowed} from './projects.ts';
import {type State, withInterface} from './state.ts';

/** Returns the state with what follows from every change: the filter is applied to new rows, and the selected rows and an error notice stay. Pure; returns `before` if nothing changed. */
export function afterChange(before: State, changed: State, fact: Fact | undefined, now: LocalTime): State {
	if (changed === before) return before;
	const followed = withProjectsFollowed(before, withPreviousPlace(before, changed), now);
	return withoutOldQuestion(withHeldNotice(before, withListsFollowed(before, followed, fact)));
}

function arrivedIn(before: State, state: State, screen: ListScreen, fact: Fact | undefined): readonly string[] {
	switch (screen.name) {
		case 'deployments':
			return arrivedDeployments(before, state, screen.projectId);

		case 'activity': {
			const known = new Set(before.interface.activity);
			return state.interface.activity.filter(entry => !known.has(entry)).map(({id}) => id);
		}

		case 'board': {
			if (fact?.type === 'journal-recalled') return [];
			const added = [...state.deployments.board].filter(([key]) => !before.deployments.board.has(key));
			return added
				.filter(([, {projectId, deploymentId}]) => !knownDeployment(before, projectId, deploymentId))
				.map(([key]) => key);
		}
	}
}

/** Returns the ids of new deployments. Excludes those that may just have been beyond the end of earlier lists. */
function arrivedDeployments(before: State, state: State, projectId: string): readonly string[] {
	const known = deploymentsOf(before, projectId);
	// The first list contains only deployments that existed before.
	if (known.requestedAt === undefined) return [];
	return deploymentsOf(state, projectId).rows.flatMap(({deployment, asOf}) => {
		const isNew = asOf === undefined && !known.byId.has(deployment.id);
		return isNew && isCovered(known.completeSince, deployment) ? deployment.id : [];
	});
}

/** Keeps the selected row of each list on its line when other rows come and go. */
const withListsFollowed = (before: State, state: State, fact: Fact | undefined): State =>
	withPositions(state, screen => {
		const {position} = screen;
		if (idsShown(before, screen) === idsShown(state, screen)) return position;
		const bounds = boundsOf(state, screen);
		const {sort} = arrangementOf(state.interface.arrangements, 'activity');
		// Who has selected the newest entry follows the activity.
		if (screen.name === 'activity' && position.index === 0 && !position.wanted && !sort)
			return keepSelected(startPosition, bounds);
		const kept = keepSelected(position, bounds, arrivedIn(before, state, screen, fact));
		// What a complete list lacks is gone: if it comes back, it must not take the selection.
		const isRead = screen.name === 'deployments' && deploymentsOf(state, screen.projectId).requestedAt !== undefined;
		return isRead && kept.wanted ? {...kept, wanted: undefined} : kept;
	});

const isBad = (notice: State['interface']['notice']): boolean => notice?.kind === 'message' && notice.tone === 'bad';

/** Keeps an error notice until the user presses a key. Only another error may replace it. */
function withHeldNotice({interface: {notice}}: State, state: State): State {
	const next = state.interface.notice;
	return isBad(notice) && next !== undefined && next !== notice && !isBad(next)
		? withInterface(state, {notice})
		: state;
}
