import {type Deployment, isConcluded} from '../api/types.ts';
import {elapsed, nothing} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {Change} from '../model/deployment-changes.ts';
import {endedAt, hasSucceeded, tookMs, validTime} from '../model/durations.ts';
import type {Field} from './fields.ts';
import {age} from './format.ts';
import {type RowContext, versionText} from './table.ts';
import {stagesOf} from './timeline.ts';

/** The success to compare a failure with: the last one before it in the same environment, else in any. They are given newest first. */
export function lastSuccessBefore(
	failed: Deployment,
	deployments: readonly Deployment[],
	{wordMeanings}: Pick<RowContext, 'wordMeanings'>,
): Deployment | undefined {
	const failedAt = validTime(failed.createdAt) ?? Number.POSITIVE_INFINITY;
	const successes = deployments.filter(
		deployment =>
			deployment.id !== failed.id &&
			deployment.projectId === failed.projectId &&
			(validTime(deployment.createdAt) ?? Number.NEGATIVE_INFINITY) < failedAt &&
			hasSucceeded(deployment, wordMeanings),
	);
	return successes.find(({environmentId}) => environmentId?.exact === failed.environmentId?.exact) ?? successes[0];
}

/** A value of the failed deployment and, if it differs, that of the success. What is known of neither may have differed. */
function compared(label: string, is: SafeText | undefined, was: SafeText | undefined, note = plain``): Field {
	const isSame = is === was;
	const same = is === undefined ? nothing : plain`${is}, the same`;
	const text = isSame ? same : plain`${is ?? nothing}, was ${was ?? nothing}${note}`;
	return {label, value: {text, tone: isSame ? 'quiet' : 'strong'}};
}

function durationField(failed: Deployment, success: Deployment, {isAscii}: RowContext): Field {
	const [is, was] = [tookMs(failed), tookMs(success)];
	const share =
		is !== undefined && was !== undefined && was > 0
			? safe(` (${(is / was).toFixed(1)}${isAscii ? 'x' : '×'})`)
			: plain``;
	return compared(
		'took',
		is === undefined ? undefined : elapsed(is),
		was === undefined ? undefined : elapsed(was),
		share,
	);
}

/** How a failed deployment differed from the last successful one, and in which stage it was last seen before it failed. */
export function failureDifferences(
	failed: Deployment,
	changes: readonly Change[],
	success: Deployment | undefined,
	context: RowContext,
): readonly Field[] {
	const stage = isConcluded(failed) ? stagesOf(failed, changes).at(-1) : undefined;
	const ended: Field = {
		label: 'ended in',
		value: stage ? {text: stage.word, tone: 'strong'} : {text: plain`an unobserved stage`, tone: 'quiet'},
	};
	if (!success)
		return [ended, {label: 'compared with', value: {text: plain`no earlier success is known`, tone: 'quiet'}}];
	const successAt = endedAt(success);
	const when = successAt === undefined ? plain`` : plain`, ${age(successAt, context.now)}`;
	return [
		ended,
		{label: 'compared with', value: {text: plain`${safe(success.id, 64)}${when}`, tone: 'quiet'}},
		compared('version', versionText(failed.uploadVersion), versionText(success.uploadVersion)),
		compared('environment', failed.environmentId?.shown, success.environmentId?.shown),
		durationField(failed, success, context),
	];
}
