import {type Deployment, isConcluded} from '../../api/types.ts';
import type {ServiceTime} from '../../base/clock.ts';
import {duration} from '../../base/duration.ts';
import {cut, plain, type SafeText, safe} from '../../base/text.ts';
import {newestOf} from '../../model/deployment-table.ts';
import {durationMs, hasSucceeded, validTime} from '../../model/durations.ts';
import {knownProject} from '../../model/project-list.ts';
import {outcomeWord} from '../../model/status-words.ts';
import {latestUploadOf, versionOf} from '../../model/upload-version.ts';
import {outdatedAfterMs} from '../../present/deployment.ts';
import {age} from '../../present/format.ts';
import {runningIn} from '../../present/history.ts';
import type {RowContext} from '../../present/table.ts';
import {maxWordWidth} from '../../present/timeline.ts';
import {deploymentsOf, lastSeenAt} from '../../state/deployments.ts';
import type {DrawContext} from '../contexts.ts';

/** What to know of a project before another deployment is started. */
type Standing = {
	/** Those in progress. Undefined without any. */
	readonly running: SafeText | undefined;
	/** The newest one and, if that is another, the newest success. */
	readonly newest: readonly SafeText[];
};

const maxRunningShown = 2;

/** Returns where a project stands, given its deployments in progress and all that were read, newest first. `seenAtOf`: when one was last seen. `newest`: undefined before the list is read. */
function standingOf(
	{running, deployments}: Readonly<Record<'running' | 'deployments', readonly Deployment[]>>,
	newest: Deployment | undefined,
	seenAtOf: (deployment: Deployment) => ServiceTime | undefined,
	context: Pick<RowContext, 'now' | 'wordMeanings'>,
): Standing {
	const words = (...texts: ReadonlyArray<SafeText | undefined>) => safe(texts.filter(text => text).join(' '));
	const wordOf = (deployment: Deployment): SafeText =>
		cut(outcomeWord(deployment) ?? (isConcluded(deployment) ? plain`concluded` : plain`in progress`), maxWordWidth);
	const runningText = (deployment: Deployment): SafeText => {
		const seenAt = seenAtOf(deployment);
		const isOld = seenAt !== undefined && context.now - seenAt >= outdatedAfterMs;
		const ms = durationMs(deployment, isOld ? seenAt : context.now);
		const since = ms === undefined ? undefined : plain`for ${duration(ms)}`;
		const seen = isOld ? plain`when last seen, ${age(seenAt, context.now)}` : undefined;
		return words(versionOf(deployment), wordOf(deployment), since, seen);
	};
	const whenConcluded = ({concludedAt}: Deployment): SafeText | undefined =>
		concludedAt === undefined || validTime(concludedAt) === undefined ? undefined : age(concludedAt, context.now);
	const otherCount = running.length - maxRunningShown;
	const success = deployments.find(deployment => hasSucceeded(deployment, context.wordMeanings));
	return {
		running:
			running.length === 0
				? undefined
				: safe(
						[
							...running.slice(0, maxRunningShown).map(runningText),
							...(otherCount > 0 ? [`${otherCount} more in progress`] : []),
						].join(' · '),
					),
		newest: [
			...(newest && isConcluded(newest)
				? [words(plain`newest deployment`, versionOf(newest), wordOf(newest), whenConcluded(newest))]
				: []),
			...(newest && success && success !== newest
				? [words(plain`last success`, versionOf(success), whenConcluded(success))]
				: []),
		],
	};
}

/** Returns what to read before a project is deployed: what is running, its latest upload, and its newest deployments. */
export function projectStanding(
	projectId: string,
	{state, context}: DrawContext,
): Standing & {readonly runningCount: number; readonly upload: SafeText | undefined} {
	const version = latestUploadOf(knownProject(state, projectId));
	const known = deploymentsOf(state, projectId);
	const running = runningIn(known.rows).map(({deployment}) => deployment);
	const seenAtOf = ({id}: Deployment) => lastSeenAt(state, projectId, id);
	return {
		runningCount: running.length,
		...standingOf({running, deployments: known.recent}, newestOf(known), seenAtOf, context),
		upload: version && plain`latest upload ${version}`,
	};
}
