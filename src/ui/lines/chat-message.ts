import {isConcluded} from '../../api/types.ts';
import {duration} from '../../base/duration.ts';
import {plain, type SafeText, safe} from '../../base/text.ts';
import {durationMs} from '../../model/durations.ts';
import {type Outcome, outcomeOf} from '../../model/status-words.ts';
import {versionOf} from '../../model/upload-version.ts';
import {type DeploymentRow, measuredAt} from '../../present/deployment.ts';
import {dateText, hourMinute, zoneText} from '../../present/format.ts';
import {signOf} from '../../present/outcome.ts';
import type {RowContext} from '../../present/table.ts';
import {linkTo} from '../../terminal/web-address.ts';

const verbs: Readonly<Record<Outcome, SafeText>> = {
	waiting: plain`is waiting`,
	running: plain`is in progress`,
	good: plain`succeeded`,
	bad: plain`failed`,
	stopped: plain`was stopped`,
	unknown: plain`concluded`,
};

/** A text of the service that mentions nobody and is no link, markup or entity, whatever chat shows it. */
const chatText = (text: SafeText): SafeText =>
	safe(
		text
			.replaceAll('\ufffd', '')
			.replace(/[@＠﹫]/g, '(at)')
			.replace(/[<[]/g, '(')
			.replace(/[>\]]/g, ')')
			.replaceAll('`', "'")
			.replace(/[:&](?=[^\s\d])/g, '$& ')
			.trim(),
	);

/** `✖ docs v41 to production failed after 45s (usually 30s), 14:02 UTC https://…`. Leaves out what is unknown. */
export function chatMessage(project: SafeText, row: DeploymentRow, context: RowContext): SafeText {
	const {deployment, usualMs, asOf} = row;
	const {environmentId, url, createdAt, concludedAt} = deployment;
	const isOver = isConcluded(deployment);
	const outcome = outcomeOf(deployment, context.wordMeanings);
	const present = verbs[isOver || outcome === 'waiting' ? outcome : 'running'];
	const verb = isOver || asOf === undefined ? present : safe(present.replace('is', 'was last seen'));
	const environment = environmentId && chatText(environmentId.shown);
	const tookMs = durationMs(deployment, measuredAt(asOf, context).now);
	const usual = usualMs === undefined ? plain`` : plain` (usually ${duration(usualMs)})`;
	const at = isOver ? concludedAt : createdAt;
	const day = at === undefined || dateText(at) === dateText(context.now) ? plain`` : plain`${dateText(at)} `;
	const clock = at === undefined ? undefined : plain`${day}${hourMinute(at)} ${zoneText(at)}`;
	const words = [
		signOf(deployment, context).text,
		chatText(project),
		versionOf(deployment),
		environment && plain`to ${environment}`,
		verb,
		tookMs === undefined ? undefined : plain`${isOver ? plain`after` : plain`for`} ${duration(tookMs)}${usual}`,
	].filter(Boolean);
	const when = clock && `${isOver ? '' : 'since '}${clock}`;
	const sentence = [words.join(' '), when].filter(Boolean).join(', ');
	const link = url && linkTo(url.exact)?.replaceAll('@', '%40');
	return safe([sentence, link].filter(Boolean).join(' '), Number.POSITIVE_INFINITY);
}
