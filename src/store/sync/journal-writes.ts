import {type LocalTime, toServiceTime} from '../../clock.ts';
import type {Draft, Journal} from '../../journal/journal.ts';
import type {Observation, Watch} from '../../journal/observations.ts';
import {pinOf} from '../../status-words.ts';
import {changes} from '../model/form.ts';
import {projectNameOf} from '../model/projects/known-project.ts';
import {currentScreen, type State} from '../state/state.ts';

/** Returns the unsaved text for a project, or for a new one if `projectId` is empty. Undefined if the form still has its initial values. */
function draftOf({interface: {screens}, writes: {drafts}}: State, projectId: string): Draft | undefined {
	for (const screen of screens) {
		if (screen.name === 'create' && projectId === '')
			return screen.form.values.name === '' ? undefined : screen.form.values;
		if (screen.name === 'edit' && screen.projectId === projectId)
			return Object.keys(changes(screen.form)).length > 0 ? screen.form.values : undefined;
	}

	if (projectId !== '') return drafts.edits.get(projectId);
	return drafts.create === '' ? undefined : {name: drafts.create};
}

/** Saves the detected deployments, their changes and new status words. `now` is by the local clock. */
export function saveDetected(journal: Journal, service: string, state: State, now: LocalTime): void {
	const {changes: detected} = state.deployments;
	const observations = detected.deployments.map((deployment): Observation => {
		const {projectId} = deployment;
		return {
			deployment,
			project: projectNameOf(state, projectId),
			seenAt: Math.round(toServiceTime(now, state.polling.skewMs)),
		};
	});
	journal.saveObservations(service, observations, detected.changes);
	for (const word of detected.words) journal.saveWord(pinOf(word));
}

/** Saves the watches that differ between two states. */
export function saveWatches(
	journal: Journal,
	service: string,
	before: ReadonlyMap<string, Watch>,
	after: ReadonlyMap<string, Watch>,
): void {
	for (const [key, watch] of after) if (!before.has(key)) journal.saveWatch(service, watch);
	for (const [key, watch] of before) if (!after.has(key)) journal.deleteWatch(service, watch);
}

/** Saves the unsaved text for a project, or deletes its draft if there is none. */
export const saveDraft = (journal: Journal, service: string, state: State, projectId: string): void =>
	journal.saveDraft(service, projectId, draftOf(state, projectId));

/** Saves the text in the open create or edit form. */
export function saveOpenDraft(journal: Journal, service: string, state: State): void {
	const screen = currentScreen(state);
	if (screen.name !== 'create' && screen.name !== 'edit') return;
	const projectId = screen.name === 'edit' ? screen.projectId : '';
	saveDraft(journal, service, state, projectId);
}
