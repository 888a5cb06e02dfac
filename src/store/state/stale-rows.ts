import type {LocalTime} from '../../clock.ts';
import {indexOf} from '../model/projects/page-index.ts';
import type {State} from './state.ts';

/** What is on the screen and was read longer ago than this is shown as old: several readings must have failed, or none was made. */
const staleMs = {focused: 90_000, away: 180_000};

/** Gives which projects were read too long ago to be shown as what is so now. */
export function staleBefore(
	{projects: {list: projects}, presence: {isFocused}}: State,
	localNow: LocalTime,
): (projectId: string) => boolean {
	const before = localNow - (isFocused ? staleMs.focused : staleMs.away);
	const hasStale = projects.kept.some(at => (projects.pages[at]?.readAt ?? before) < before);
	if (!hasStale) return () => false;
	const {pageOfId} = indexOf(projects);
	return projectId => (projects.pages[pageOfId.get(projectId) ?? -1]?.readAt ?? Number.POSITIVE_INFINITY) < before;
}
