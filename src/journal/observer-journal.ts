import {isConcluded} from '../api/types.ts';
import type {Entry} from './entry.ts';
import type {Journal} from './journal.ts';
import type {JournalSnapshot, Watch} from './journal-records.ts';

/** What is said only once, to a user at the screen. */
const saidOnce: ReadonlySet<Entry['kind']> = new Set(['away', 'new word']);

/** What was observed of a deployment. */
const observedKinds: ReadonlySet<Entry['kind']> = new Set(['concluded', 'changed again']);

/** What only screens continue from: the reads, watches and drafts of earlier runs. */
const nothingLeft = {
	unfinished: [],
	watches: [],
	lastReadAt: undefined,
	drafts: new Map(),
} satisfies Partial<JournalSnapshot>;

const watches = (watched: readonly Watch[], projectId: string, deploymentId: string): boolean =>
	watched.some(watch => watch.projectId === projectId && (watch.deploymentId ?? deploymentId) === deploymentId);

/**
Returns a journal for a session without screens. It adds what is observed, and takes nothing away from the screens of the same user: their watches, visits, drafts and announcements stay as they are.

How something ends that the user watches is left for the screens to observe, which report it.
*/
export function createObserverJournal(journal: Journal): Journal {
	let watched: readonly Watch[] = [];

	return {
		...journal,

		snapshot(service) {
			const snapshot = journal.snapshot(service);
			({watches: watched} = snapshot);
			return {...snapshot, ...nothingLeft};
		},

		saveObservations(service, observations, changes) {
			const seen = observations.filter(
				({deployment}) => !isConcluded(deployment) || !watches(watched, deployment.projectId, deployment.id),
			);
			const changed = changes.filter(
				({from, to, ...change}) =>
					!(isConcluded(from) || isConcluded(to)) || !watches(watched, change.projectId, change.deploymentId),
			);
			if (seen.length + changed.length > 0) journal.saveObservations(service, seen, changed);
		},

		record(entry) {
			const {kind, projectId, deploymentId} = entry;
			const isLeft = saidOnce.has(kind) || (observedKinds.has(kind) && watches(watched, projectId, deploymentId));
			return isLeft ? {...entry, id: ''} : journal.record(entry);
		},

		saveVisit() {},
		saveWatch() {},
		deleteWatch() {},
		saveWord() {},
	};
}
