import {type Deployment, isConcluded} from '../../api/types.ts';
import type {ServiceTime} from '../../base/clock.ts';
import {duration} from '../../base/duration.ts';
import {cut, plain, type SafeText, safe} from '../../base/text.ts';
import {newestOf} from '../../model/deployment-table.ts';
import {durationMs, hasSucceeded, validTime} from '../../model/durations.ts';
import {knownProject} from '../../model/project-list.ts';
import {outcomeWord} from '../../model/status-words.ts';
import {outdatedAfterMs} from '../../present/deployment.ts';
import {age} from '../../present/format.ts';
import {runningIn} from '../../present/history.ts';
import {versionText} from '../../present/table.ts';
import {maxWordWidth} from '../../present/timeline.ts';
import {deploymentsOf, lastSeenAt} from '../../state/deployments.ts';
import type {DrawContext} from '../contexts.ts';

const maxRunningShown = 2;

const words = (...texts: ReadonlyArray<SafeText | undefined>): SafeText => safe(texts.filter(text => text).join(' '));

const wordOf = (deployment: Deployment): SafeText =>
	cut(outcomeWord(deployment) ?? (isConcluded(deployment) ? plain`concluded` : plain`in progress`), maxWordWidth);

/** `v41 building for 42s`, and when it was seen if that is long ago. */
function runningText(deployment: Deployment, seenAt: ServiceTime | undefined, now: ServiceTime): SafeText {
	const isOld = seenAt !== undefined && now - seenAt >= outdatedAfterMs;
	const ms = durationMs(deployment, isOld ? seenAt : now);
	const since = ms === undefined ? undefined : plain`for ${duration(ms)}`;
	const seen = isOld ? plain`when last seen, ${age(seenAt, now)}` : undefined;
	return words(versionText(deployment.uploadVersion), wordOf(deployment), since, seen);
}

const whenConcluded = ({concludedAt}: Deployment, now: ServiceTime): SafeText | undefined =>
	concludedAt === undefined || validTime(concludedAt) === undefined ? undefined : age(concludedAt, now);

/** Returns what to read before a project is deployed: what is running, its latest upload, and its newest deployment with, if that is another, the newest success. */
export function projectStanding(projectId: string, {state, context: {now, wordMeanings}}: DrawContext) {
	const version = versionText(knownProject(state, projectId)?.latestUploadVersion);
	const known = deploymentsOf(state, projectId);
	const running = runningIn(known.rows).map(({deployment}) => deployment);
	const shown = running
		.slice(0, maxRunningShown)
		.map(deployment => runningText(deployment, lastSeenAt(state, projectId, deployment.id), now));
	const otherCount = running.length - shown.length;
	const newest = newestOf(known);
	const success = newest && known.recent.find(deployment => hasSucceeded(deployment, wordMeanings));
	return {
		runningCount: running.length,
		running:
			running.length === 0
				? undefined
				: safe([...shown, ...(otherCount > 0 ? [`${otherCount} more in progress`] : [])].join(' · ')),
		upload: version && plain`latest upload ${version}`,
		newest: [
			...(newest && isConcluded(newest)
				? [
						words(
							plain`newest deployment`,
							versionText(newest.uploadVersion),
							wordOf(newest),
							whenConcluded(newest, now),
						),
					]
				: []),
			...(success && success !== newest
				? [words(plain`last success`, versionText(success.uploadVersion), whenConcluded(success, now))]
				: []),
		],
	};
}
