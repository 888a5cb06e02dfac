import {type LocalTime, toLocalTime} from '../../clock.ts';
import type {Draft, JournalSnapshot, ProjectSnapshot} from '../../journal/sighting.ts';
import {deploymentsRecalled, noDeployments} from '../model/deployments/deployment-list.ts';
import {deploymentKey} from '../model/deployments/detected-changes.ts';
import {watchKey} from '../state/board.ts';
import {withDeployments} from '../state/live-view.ts';
import type {EditField} from '../state/screen.ts';
import type {State} from '../state/state.ts';
import {withAbsenceEnded} from './absence.ts';
import {withObservations} from './change-detection.ts';

/** What has been going on for longer than this is no longer looked for. */
const oldestMs = 7 * 24 * 3_600_000;

/** What was typed and not sent, of this run before that of an earlier one. */
function withDrafts(known: State['writes']['drafts'], earlier: JournalSnapshot['drafts']): State['writes']['drafts'] {
	const edits = [...earlier].flatMap(([projectId, draft]) =>
		projectId === '' ? [] : [[projectId, draftOf(draft)] as const],
	);
	return {
		...known,
		create: known.create || (earlier.get('')?.name ?? ''),
		edits: new Map([...edits, ...known.edits]),
	};
}

const draftOf = ({name = '', slug = '', url = '', uploadMode = ''}: Draft): Record<EditField, string> => ({
	name,
	slug,
	url,
	uploadMode,
});

/** The state with what is known of its service from earlier: what went on then is looked for, and what has become of it is told. */
export function withRecalled(
	state: State,
	{unfinished, watches, lastReadAt, words, drafts}: JournalSnapshot,
	at: LocalTime,
): State {
	const names = new Map([
		...watches.map(({projectId, project}) => [projectId, project] as const),
		...state.projects.names,
	]);
	const knowing: State = {
		...state,
		projects: {...state.projects, names},
		presence: {
			...state.presence,
			watches: new Map([...watches.map(watch => [watchKey(watch), watch] as const), ...state.presence.watches]),
		},
		deployments: {...state.deployments, announcedWords: new Set([...words, ...state.deployments.announcedWords])},
		writes: {...state.writes, drafts: withDrafts(state.writes.drafts, drafts)},
	};
	const returned = lastReadAt === undefined ? knowing : withAbsenceEnded(knowing, Math.min(lastReadAt, at), at);
	const recent = unfinished.filter(({seenAt}) => at - toLocalTime(seenAt, state.polling.skewMs) < oldestMs);
	return withObservations(returned, recent, at);
}

/** The state with the deployments of a project that are known from earlier, and how they were seen to change. */
export function withProjectRecalled(state: State, projectId: string, {sightings, changes}: ProjectSnapshot): State {
	const known = deploymentsRecalled(state.deployments.byProject.get(projectId) ?? noDeployments, sightings);
	const timelines = new Map(state.deployments.timelines);
	const earlier = Map.groupBy(changes, change => deploymentKey(projectId, change.deploymentId));
	// What was seen since landfall was started is in both.
	for (const [key, known] of earlier) if (known.length >= (timelines.get(key)?.length ?? 0)) timelines.set(key, known);
	return withDeployments({...state, deployments: {...state.deployments, timelines}}, projectId, known);
}
