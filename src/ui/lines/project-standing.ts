import {type Deployment, isConcluded} from '../../api/types.ts';
import {duration} from '../../base/duration.ts';
import {cut, plain, type SafeText, safe} from '../../base/text.ts';
import {mayLackNewest} from '../../model/deployment-table.ts';
import {durationMs, hasSucceeded, validTime} from '../../model/durations.ts';
import {knownProject} from '../../model/project-list.ts';
import {outcomeWord} from '../../model/status-words.ts';
import {age} from '../../present/format.ts';
import {type RowContext, versionText} from '../../present/table.ts';
import {deploymentsOf} from '../../state/deployments.ts';
import type {DrawContext} from '../contexts.ts';

const maxWordWidth = 24;

/** What to know of a project before another deployment is started. */
type Standing = {
	/** Those in progress. Undefined without any. */
	readonly running: SafeText | undefined;
	/** The newest one and, if that is another, the newest success. */
	readonly newest: readonly SafeText[];
};

const maxRunningShown = 2;

/** Returns where a project stands, given its deployments that were read, newest first. `mayLackNewest`: whether there may be newer ones. */
function standingOf(
	deployments: readonly Deployment[],
	mayLackNewest: boolean,
	context: Pick<RowContext, 'now' | 'wordMeanings'>,
): Standing {
	const words = (...texts: ReadonlyArray<SafeText | undefined>) => safe(texts.filter(text => text).join(' '));
	const wordOf = (deployment: Deployment): SafeText =>
		cut(outcomeWord(deployment) ?? (isConcluded(deployment) ? plain`concluded` : plain`in progress`), maxWordWidth);
	const runningText = (deployment: Deployment): SafeText => {
		const ms = durationMs(deployment, context.now);
		const since = ms === undefined ? undefined : plain`for ${duration(ms)}`;
		return words(versionText(deployment.uploadVersion), wordOf(deployment), since);
	};
	const whenConcluded = ({concludedAt}: Deployment): SafeText | undefined =>
		concludedAt === undefined || validTime(concludedAt) === undefined ? undefined : age(concludedAt, context.now);
	const running = deployments.filter(deployment => !isConcluded(deployment));
	const otherCount = running.length - maxRunningShown;
	const [newest] = mayLackNewest ? [] : deployments;
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
				? [words(plain`newest deployment`, versionText(newest.uploadVersion), wordOf(newest), whenConcluded(newest))]
				: []),
			...(success && !mayLackNewest && success !== newest
				? [words(plain`last success`, versionText(success.uploadVersion), whenConcluded(success))]
				: []),
		],
	};
}

/** Returns what to read before a project is deployed: what is running, its latest upload, and its newest deployments. */
export function projectStanding(
	projectId: string,
	{state, context}: DrawContext,
): Standing & {readonly upload: SafeText | undefined} {
	const version = versionText(knownProject(state, projectId)?.latestUploadVersion);
	const known = deploymentsOf(state, projectId);
	return {
		...standingOf(known.recent, mayLackNewest(known), context),
		upload: version && plain`latest upload ${version}`,
	};
}
