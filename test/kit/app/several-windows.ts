import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import type {TestClock} from '../fixtures/clock.ts';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';
import {type SessionOptions, startTestSession} from './session.ts';

export type TestWindow = Awaited<ReturnType<ReturnType<typeof createWindows>['open']>>;

/** Returns a function that opens windows of one user, which find each other in the journal, until the test ends. Options given there replace these. */
export function createWindows(clock: TestClock, options: SessionOptions = {}) {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	/** When the windows sent their requests. */
	const sentAt: number[] = [];

	return {
		journalPath,
		sentAt,

		async open(own: SessionOptions = {}) {
			let isAlive = true;
			const after: TestClock['after'] = (delayMs, then) => clock.after(delayMs, () => isAlive && then());
			const opened = await startTestSession({
				isInDemo: true,
				fingerprint: 'the service and its key',
				journalPath,
				onRequest: () => sentAt.push(clock.now()),
				...options,
				...own,
				clock: {...clock, after},
			});
			onTestFinished(opened.session.stop);
			return {
				...opened,
				/** Ends the window as a signal does that it cannot handle. */
				kill() {
					isAlive = false;
				},
			};
		},
	};
}
