import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {duration, elapsed} from '../base/duration.ts';
import {cut, plain, type SafeText, safe} from '../base/text.ts';
import type {Change, ObservedStatus} from '../model/deployment-changes.ts';
import {validTime} from '../model/durations.ts';
import {type Outcome, outcomeOf, outcomeWord} from '../model/status-words.ts';
import {wholeCells} from './drawing.ts';
import type {Field} from './fields.ts';
import {clockTime, dateTime} from './format.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, space} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';
import type {RowContext} from './table.ts';

/** When something happened, by the service's clock: at some moment from `after` to `before`. */
type Moment = Pick<Change, 'after' | 'before'>;

/** The status word of an observation: the conclusion, else the status. */
const wordOf = (observed: ObservedStatus): SafeText =>
	outcomeWord(observed) ?? (isConcluded(observed) ? plain`concluded` : plain`no status`);

/** One time if the moment lies within a second, else both ends. With the date unless it is less than 12 hours ago. */
function momentText({after, before}: Moment, context: RowContext): SafeText {
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
function beginnings({createdAt}: Deployment, changes: readonly Change[]): ReadonlyArray<Moment | undefined> {
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
export function timelineFields(
	deployment: Deployment,
	changes: readonly Change[],
	context: RowContext,
): readonly Field[] {
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
		const text = plain`${again}${was} ${arrow} ${is}  ${momentText(change, context)}`;
		const tone = isConcluded(from) ? 'bad' : isConcluded(to) ? toneOf(outcomeOf(to, context.wordMeanings)) : 'plain';
		return {label: index === 0 ? 'seen' : '', value: {text: safe(text, 300), tone}};
	});
	const spent = statusDurations(deployment, changes, context.now).map(
		(text, index): Field => ({label: index === 0 ? 'time spent' : '', value: {text, tone: 'quiet'}}),
	);
	return [...seen, ...spent];
}

/** A status that a deployment was seen in before it concluded. */
export type Stage = {
	readonly word: SafeText;
	/** When it began. Undefined if unknown. */
	readonly began: Moment | undefined;
	/** When it ended. Undefined for the one that the deployment is in, or was in when it concluded. */
	readonly ended: Moment | undefined;
};

const momentOf = ({after, before}: Moment): Moment | undefined =>
	validTime(after) === undefined || validTime(before) === undefined || before < after ? undefined : {after, before};

/** The stages that a deployment was seen in, oldest first: the first began with it, or when it was seen to go on after a conclusion. None if it was only seen concluded. */
export function stagesOf(deployment: Deployment, changes: readonly Change[]): readonly Stage[] {
	let stages: readonly Stage[] = [];
	const createdAt = validTime(deployment.createdAt);
	let began = createdAt === undefined ? undefined : {after: createdAt, before: createdAt};
	for (const change of changes) {
		const moment = momentOf(change);
		if (!isConcluded(change.from)) stages = [...stages, {word: wordOf(change.from), began, ended: moment}];
		// Another conclusion is no stage.
		else if (isConcluded(change.to)) continue;
		else stages = [];
		began = moment;
	}

	return isConcluded(deployment) ? stages : [...stages, {word: wordOf(deployment), began, ended: undefined}];
}

/** When a deployment was last seen to conclude. */
export function concludedMoment(changes: readonly Change[]): Moment | undefined {
	const last = changes.findLast(({from, to}) => isConcluded(to) && !isConcluded(from));
	return last && momentOf(last);
}

/** The reads of a followed deployment are closer together than this. */
const unobservedFromMs = 10_000;

/** Whether a change was not observed closely. */
const isUnobserved = (moment: Moment | undefined): boolean =>
	moment !== undefined && moment.before - moment.after >= unobservedFromMs;

const maxWordWidth = 24;

/** How long a stage lasted: `0:41`, `0:03–0:09` or, if there is little room, `~0:06`. `~` alone if unknown. */
function stageTime({began, ended}: Stage, {now}: RowContext, isShort: boolean): SafeText {
	const end = ended ?? {after: now, before: now};
	if (!began || Number.isNaN(now)) return plain`~`;
	const minMs = Math.max(0, end.after - began.before);
	const maxMs = Math.max(minMs, end.before - began.after);
	const [min, max] = [elapsed(minMs), elapsed(maxMs)];
	if (min === max) return min;
	return isShort ? plain`~${elapsed((minMs + maxMs) / 2)}` : plain`${min}–${max}`;
}

type Station = {readonly spans: Line; readonly isUnobserved: boolean};

function stationOf(stage: Stage, outcome: Outcome, time: SafeText | undefined, context: RowContext): Station {
	const isCurrent = stage.ended === undefined;
	const word: SafeSpan = {text: cut(stage.word, maxWordWidth), tone: isCurrent ? toneOf(outcome) : 'plain'};
	return {
		spans: [shapeOf(outcome, context), space, word, ...(time ? [space, {text: time, tone: 'quiet'} as const] : [])],
		isUnobserved: isUnobserved(stage.began),
	};
}

/** An arrow between two stages: dotted if the transition was not observed closely. */
const arrow = (isDotted: boolean, {isAscii}: RowContext): SafeSpan => {
	if (isAscii) return {text: isDotted ? plain` ..> ` : plain` -> `, tone: 'quiet'};
	return {text: isDotted ? plain` ··→ ` : plain` → `, tone: 'quiet'};
};

/** Ways to show the same stages, each shorter than the one before. */
const shortenings = [
	{isShort: false, hasPastTimes: true},
	{isShort: true, hasPastTimes: true},
	{isShort: true, hasPastTimes: false},
] as const;

/** The stages that a deployment was seen in: `✔ queued 0:03 → ✔ building 0:41 → ◐ uploading 0:12`. At most `width` cells. */
export function pipelineLine(
	deployment: Deployment,
	changes: readonly Change[],
	width: number,
	context: RowContext,
): Line {
	const room = wholeCells(width);
	const outcome = outcomeOf(deployment, context.wordMeanings);
	const stages = stagesOf(deployment, changes);
	const end: Line = [
		shapeOf(outcome, context),
		space,
		{text: cut(wordOf(deployment), maxWordWidth), tone: toneOf(outcome)},
	];
	const conclusion = isConcluded(deployment) ? [{spans: end, isUnobserved: isUnobserved(stages.at(-1)?.ended)}] : [];
	const draw = ({isShort, hasPastTimes}: (typeof shortenings)[number]): readonly Station[] => [
		...stages.map((stage, index) => {
			const isLast = index === stages.length - 1;
			const time = hasPastTimes || isLast ? stageTime(stage, context, isShort) : undefined;
			return stationOf(stage, isLast ? outcome : 'good', time, context);
		}),
		...conclusion,
	];
	const joined = (stations: readonly Station[], skipped: number): Line => [
		...(skipped > 0 ? [{text: plain`…`, tone: 'quiet'} as const] : []),
		...stations
			.slice(skipped)
			.flatMap(({spans, isUnobserved: isDotted}, index) =>
				index + skipped === 0 ? spans : [arrow(isDotted, context), ...spans],
			),
	];
	const shortest = draw(shortenings[2]);
	const lines = [
		...shortenings.map(way => joined(draw(way), 0)),
		// If all of these are still too wide, the oldest stages are dropped.
		...shortest.slice(1).map((_, index) => joined(shortest, index + 1)),
	];
	return lines.find(line => lineWidth(line) <= room) ?? cutLine(shortest.at(-1)?.spans ?? [], room);
}
