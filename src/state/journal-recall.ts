import {type LocalTime, toLocalTime} from '../base/clock.ts';
import {deploymentKey, keyOfDeployment} from '../model/deployment-changes.ts';
import {namedObservations, withRecalled} from '../model/deployment-table.ts';
import {draftIn} from '../model/form.ts';
import type {Drafts, JournalSnapshot, ProjectSnapshot} from '../model/journal-snapshot.ts';
import {watchKey} from '../model/watch.ts';
import {withAbsenceEnded} from './absence.ts';
import {afterEarlierRun, type Observed, withDeployments} from './change-detection.ts';
import {deploymentsOf} from './deployments.ts';
import {formProjectId, projectForm, withForm} from './forms.ts';
import {patch, type State} from './state.ts';
import {withWatches} from './watches.ts';

const maxRecalledAgeMs = 7 * 24 * 3_600_000;

/** Deployments in progress go on the board, so that they are read again. The time since the last read counts as an absence. */
export function afterRecall(
	state: State,
	{unfinished, watches, lastReadAt, words, drafts}: JournalSnapshot,
	at: LocalTime,
): Observed {
	// The service may not show deployments yet that another process has just triggered.
	const mine = new Set(watches.filter(({isMine}) => isMine).map(watchKey));
	const accepted = unfinished
		.filter(({deployment}) => mine.has(keyOfDeployment(deployment)))
		.map(({deployment, seenAt}) => [keyOfDeployment(deployment), toLocalTime(seenAt, state.polling.skewMs)] as const);
	const recalled: State = {
		...withWatches(state, [...watches, ...state.presence.watches.values()]),
		deployments: {...state.deployments, announcedWords: new Set([...words, ...state.deployments.announcedWords])},
		writes: {
			...state.writes,
			drafts: new Map([...drafts, ...state.writes.drafts]),
			accepted: new Map([...accepted, ...state.writes.accepted]),
		},
	};
	// The absence ended before the first read of this run.
	const until = Math.min(at, ...[...state.deployments.table.values()].flatMap(({readAt}) => readAt ?? []));
	const returned = lastReadAt === undefined ? recalled : withAbsenceEnded(recalled, lastReadAt, until);
	const recent = unfinished.filter(({seenAt}) => at - toLocalTime(seenAt, state.polling.skewMs) < maxRecalledAgeMs);
	const {state: observed, detected} = afterEarlierRun(returned, recent, at);
	return {state: withFormFilled(observed, drafts), detected};
}

function withFormFilled(state: State, drafts: Drafts): State {
	const screen = projectForm(state);
	const draft = screen && !draftIn(screen.form) && drafts.get(formProjectId(screen));
	return draft ? withForm(state, form => ({...form, values: {...form.values, ...draft}})) : state;
}

export function withProjectRecalled(state: State, projectId: string, {observations, changes}: ProjectSnapshot): State {
	const known = withRecalled(
		deploymentsOf(state, projectId),
		namedObservations(observations, state.connection?.environmentNames),
	);
	const timelines = new Map(state.deployments.timelines);
	const earlier = Map.groupBy(changes, change => deploymentKey(projectId, change.deploymentId));
	// The journal also has this run's changes, so the longer of two timelines contains the other one.
	for (const [key, timeline] of earlier)
		if (timeline.length >= (timelines.get(key)?.length ?? 0)) timelines.set(key, timeline);
	return withDeployments(patch(state, 'deployments', {timelines}), projectId, known);
}
