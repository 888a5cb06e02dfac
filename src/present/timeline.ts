import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {duration} from '../duration.ts';
import type {Change, ObservedStatus} from '../journal/observations.ts';
import {outcomeOf, outcomeWord} from '../status-words.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {Context} from './column.ts';
import type {Field} from './fields.ts';
import {clockTime, dateTime} from './format.ts';
import {toneOf} from './outcome.ts';

/** When something happened, by the service's clock: at some moment from `after` to `before`. */
type Interval = Pick<Change, 'after' | 'before'>;

/** The status word of an observation: the conclusion, else the status. */
const wordOf = (observed: ObservedStatus): SafeText =>
	outcomeWord(observed) ?? (isConcluded(observed) ? plain`concluded` : plain`no status`);

/** One time if the interval lies within a second, else both ends. With the date unless it is less than 12 hours ago. */
function intervalText({after, before}: Interval, context: Context): SafeText {
	const format = Math.abs(context.now - after) < 12 * 3_600_000 ? clockTime : dateTime;
	if (Math.floor(after / 1000) === Math.floor(before / 1000)) return plain`at ${format(before, context)}`;
	return plain`between ${format(after, context)} and ${clockTime(before, context)}`;
}

/** A duration that is only known to lie between two bounds: `2s to 7s`. */
function rangeText(minMs: number, maxMs: number): SafeText {
	const [min, max] = [duration(Math.max(0, minMs)), duration(Math.max(0, maxMs))];
	return min === max ? min : plain`${min} to ${max}`;
}

/** When each status began: the first with the deployment, the others with an observed change. */
function beginnings({createdAt}: Deployment, changes: readonly Change[]): ReadonlyArray<Interval | undefined> {
	const first = createdAt === undefined ? undefined : {after: createdAt, before: createdAt};
	return [first, ...changes];
}

/** How long each observed status has lasted, as far as is known. */
function statusDurations(deployment: Deployment, changes: readonly Change[], now: ServiceTime): readonly SafeText[] {
	const begins = beginnings(deployment, changes);
	const past = changes.map(({from, after, before}, index): SafeText => {
		const began = begins[index];
		return began ? plain`${wordOf(from)} ${rangeText(after - began.before, before - began.after)}` : plain``;
	});
	const last = begins.at(-1);
	const current =
		last && !isConcluded(deployment)
			? plain`${wordOf(deployment)} ${rangeText(now - last.before, now - last.after)} until now`
			: plain``;
	return [...past, current].filter(text => text !== '');
}

/** Whether a deployment was observed to change after its conclusion. */
export const hasChangedAgain = (changes: readonly Change[]): boolean => changes.some(({from}) => isConcluded(from));

/** Returns the observed history of a deployment: each change with the interval in which it happened, and how long each status lasted. */
export function timelineFields(deployment: Deployment, changes: readonly Change[], context: Context): readonly Field[] {
	if (changes.length === 0) {
		return isConcluded(deployment)
			? []
			: [{label: 'seen', value: {text: plain`no change observed yet`, tone: 'quiet'}}];
	}

	const seen = changes.map((change, index): Field => {
		const {from, to} = change;
		const again = isConcluded(from) ? plain`again: ` : plain``;
		const [was, is] = [wordOf(from), wordOf(to)];
		const arrow = context.isSpoken ? plain`to` : plain`→`;
		const text = plain`${again}${was} ${arrow} ${is}  ${intervalText(change, context)}`;
		const tone = isConcluded(from) ? 'bad' : isConcluded(to) ? toneOf(outcomeOf(to, context.pins)) : 'plain';
		return {label: index === 0 ? 'seen' : '', value: {text: safe(text, 300), tone}};
	});
	const spent = statusDurations(deployment, changes, context.now).map(
		(text, index): Field => ({label: index === 0 ? 'time spent' : '', value: {text, tone: 'quiet'}}),
	);
	return [...seen, ...spent];
}
