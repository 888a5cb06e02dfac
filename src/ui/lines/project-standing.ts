import {type Deployment, isConcluded} from '../../api/types.ts';
import {duration} from '../../base/duration.ts';
import {cut, plain, type SafeText, type ServiceText, safe} from '../../base/text.ts';
import {deployedVersions} from '../../model/deployed-versions.ts';
import {environmentKey, type KnownDeployment, newestOf} from '../../model/deployment-table.ts';
import {durationMs, hasSucceeded} from '../../model/durations.ts';
import {knownProject} from '../../model/project-list.ts';
import {outcomeWord, projectOutcome} from '../../model/status-words.ts';
import {latestUploadOf, versionOf} from '../../model/upload-version.ts';
import {outdatedAfterMs} from '../../present/deployment.ts';
import {age} from '../../present/format.ts';
import {runningIn} from '../../present/history.ts';
import {maxWordWidth} from '../../present/timeline.ts';
import {deploymentsOf, lastSeenAt} from '../../state/deployments.ts';
import type {DrawContext} from '../contexts.ts';

const maxRunningShown = 2;

const joinedWords = (...texts: ReadonlyArray<SafeText | undefined>): SafeText =>
	safe(texts.filter(text => text).join(' '));

const standingWord = (deployment: Deployment): SafeText =>
	cut(outcomeWord(deployment) ?? (isConcluded(deployment) ? plain`concluded` : plain`in progress`), maxWordWidth);

const inEnvironment = (environment: ServiceText | undefined): SafeText =>
	environment ? plain`in ${cut(environment.shown, maxWordWidth)}` : plain`without environment`;

function runningText(row: KnownDeployment, {state, context}: DrawContext): SafeText {
	const {deployment} = row;
	const seenAt = lastSeenAt(state, row);
	const isOld = context.now - seenAt >= outdatedAfterMs;
	const ms = durationMs(deployment, isOld ? seenAt : context.now);
	const since = ms === undefined ? undefined : plain`for ${duration(ms)}`;
	const seen = isOld ? plain`when last seen, ${age(seenAt, context.now)}` : undefined;
	return joinedWords(
		versionOf(deployment),
		standingWord(deployment),
		inEnvironment(deployment.environmentId),
		since,
		seen,
	);
}

/** Facts to know before deploying a project: running deployments, the latest upload, the newest deployments. `askedEnvironment`: the environment of the selected row. */
export function projectStanding(projectId: string, drawing: DrawContext, askedEnvironment?: ServiceText) {
	const {state, context} = drawing;
	const known = deploymentsOf(state, projectId);
	const running = runningIn(known.rows);
	const otherCount = running.length - maxRunningShown;
	const project = knownProject(state, projectId);
	const version = latestUploadOf(project);
	const newest = newestOf(known);
	const key = environmentKey({environmentId: askedEnvironment ?? newest?.environmentId});
	const liveHere = deployedVersions(known.recent, context.wordMeanings).get(key)?.live;
	const success = newest && known.recent.find(deployment => hasSucceeded(deployment, context.wordMeanings));
	const factOf = (deployment: Deployment) => {
		const {concludedAt, environmentId} = deployment;
		const ended = concludedAt === undefined ? undefined : age(concludedAt, context.now);
		const isNewest = deployment === newest;
		const what = isNewest ? plain`newest deployment` : plain`last success`;
		const word = isNewest ? standingWord(deployment) : undefined;
		return joinedWords(what, versionOf(deployment), word, inEnvironment(environmentId), ended);
	};
	const isNewestHere = newest !== undefined && environmentKey(newest) === key;
	const mentioned = new Set(isNewestHere ? [newest, liveHere, success] : [liveHere, newest, success]);
	const runningTexts = [
		...running.slice(0, maxRunningShown).map(row => runningText(row, drawing)),
		...(otherCount > 0 ? [plain`${otherCount} more in progress`] : []),
	];
	return {
		runningCount: running.length,
		running: running.length === 0 ? undefined : safe(runningTexts.join(' · ')),
		stopped: projectOutcome(project?.status) === 'stopped' ? project?.status?.shown : undefined,
		upload: version && plain`latest upload ${version}`,
		newest: [
			...(askedEnvironment && known.readAt !== undefined && !liveHere
				? [plain`no success known ${inEnvironment(askedEnvironment)}`]
				: []),
			...[...mentioned].flatMap(deployment => (deployment && isConcluded(deployment) ? factOf(deployment) : [])),
		],
	};
}
