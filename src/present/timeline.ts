import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {duration} from '../duration.ts';
import type {Change, ObservedStatus} from '../journal/sighting.ts';
import {outcomeOf, outcomeWord} from '../status-words.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {Context} from './column.ts';
import type {Field} from './fields.ts';
import {clockTime, dateTime} from './format.ts';
import {toneOf} from './outcome.ts';

/** Something happened at some moment from `after` to `before`. */
type Moments = Pick<Change, 'after' | 'before'>;

/** What a look is called: the conclusion, else the status. */
const wordOf = (look: ObservedStatus): SafeText =>
	outcomeWord(look) ?? (isConcluded(look) ? plain`concluded` : plain`no status`);

/** A moment that lies within a second is one; else both ends are said. The date goes with it where it is not today's. */
function momentsText({after, before}: Moments, now: ServiceTime): SafeText {
	const write = Math.abs(now - after) < 12 * 3_600_000 ? clockTime : dateTime;
	if (Math.floor(after / 1000) === Math.floor(before / 1000)) return plain`at ${write(before)}`;
	return plain`between ${write(after)} and ${clockTime(before)}`;
}

/** A length of time that is only known to lie between two: `2s to 7s`. */
function spanText(minMs: number, maxMs: number): SafeText {
	const [least, most] = [duration(Math.max(0, minMs)), duration(Math.max(0, maxMs))];
	return least === most ? least : plain`${least} to ${most}`;
}

/** When a state began: the first with the deployment, the others when they were seen to. */
function beginnings({createdAt}: Deployment, changes: readonly Change[]): ReadonlyArray<Moments | undefined> {
	const first = createdAt === undefined ? undefined : {after: createdAt, before: createdAt};
	return [first, ...changes];
}

/** How long each state that was seen has lasted, as far as that is known. */
function stays(deployment: Deployment, changes: readonly Change[], now: ServiceTime): readonly SafeText[] {
	const begins = beginnings(deployment, changes);
	const past = changes.map(({from, after, before}, index): SafeText => {
		const began = begins[index];
		return began ? plain`${wordOf(from)} ${spanText(after - began.before, before - began.after)}` : plain``;
	});
	const last = begins.at(-1);
	const current =
		last && !isConcluded(deployment)
			? plain`${wordOf(deployment)} ${spanText(now - last.before, now - last.after)} until now`
			: plain``;
	return [...past, current].filter(text => text !== '');
}

/** Whether a deployment that had concluded was seen to change after that. */
export const hasChangedAgain = (changes: readonly Change[]): boolean => changes.some(({from}) => isConcluded(from));

/** What was seen of a deployment: each change with the moments between which it happened, and how long each state lasted. */
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
		const text = plain`${again}${was} → ${is}  ${momentsText(change, context.now)}`;
		const tone = isConcluded(from) ? 'bad' : isConcluded(to) ? toneOf(outcomeOf(to, context.pins)) : 'plain';
		return {label: index === 0 ? 'seen' : '', value: {text: safe(text, 300), tone}};
	});
	const spent = stays(deployment, changes, context.now).map(
		(text, index): Field => ({label: index === 0 ? 'time spent' : '', value: {text, tone: 'quiet'}}),
	);
	return [...seen, ...spent];
}
