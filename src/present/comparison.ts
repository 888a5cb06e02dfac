import {isConcluded} from '../api/types.ts';
import {nothing} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {versionOf} from '../model/upload-version.ts';
import {type DeploymentRow, measuredAt, tookText} from './deployment.ts';
import type {Field} from './fields.ts';
import type {RowContext} from './table.ts';
import {stageTimes} from './timeline.ts';

function comparedTexts({deployment, changes, asOf}: DeploymentRow, context: RowContext) {
	const {id, status, conclusion, environmentId, url} = deployment;
	const measured = measuredAt(asOf, context);
	// A deployment may return to an earlier stage.
	const stages = Map.groupBy(stageTimes(deployment, changes, measured.now), ({word}) => word);
	return new Map<string, SafeText | undefined>([
		['id', safe(id)],
		['status', status?.shown],
		['conclusion', conclusion?.shown],
		['environment', environmentId?.shown],
		['version', versionOf(deployment)],
		['url', url?.shown],
		['took', tookText(deployment, measured)],
		...[...stages].map(([word, spent]) => [`in ${word}`, safe(spent.map(({time}) => time).join(', '), 200)] as const),
	]);
}

/** `success → failure`: the fields and stages in which two deployments differ. Times are durations. */
export function comparisonFields(from: DeploymentRow, to: DeploymentRow, context: RowContext): readonly Field[] {
	const [before, after] = [comparedTexts(from, context), comparedTexts(to, context)];
	const [id, ...differences] = [...new Map([...before, ...after]).keys()].flatMap((label): Field | [] => {
		const [was, is] = [before.get(label) ?? nothing, after.get(label) ?? nothing];
		return was === is ? [] : {label, value: {text: plain`${was} → ${is}`, tone: 'strong'}};
	});
	const unseen = [from, to].flatMap(({deployment, changes}) =>
		isConcluded(deployment) && changes.length === 0 ? deployment.id : [],
	);
	const note = safe(`not observed of ${unseen.join(' and ')}`, 300);
	return [
		...(id ? [id] : []),
		...(differences.length > 0
			? differences
			: [{label: '', value: {text: plain`no difference`, tone: 'plain'}} as const]),
		...(unseen.length > 0 ? [{label: 'stages', value: {text: note, tone: 'quiet'}} as const] : []),
	];
}
