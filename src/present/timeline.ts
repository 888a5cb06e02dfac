import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {cut, plain, type SafeText, safe} from '../base/text.ts';
import type {ObservedStatus, StatusChange} from '../model/deployment-changes.ts';
import {outcomeOf, outcomeWord} from '../model/status-words.ts';
import {wholeCells} from './drawing.ts';
import {type Field, fieldsBelow} from './fields.ts';
import {clockTime, dateTime} from './format.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, space} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';
import {signText} from './signs.ts';
import type {RowContext} from './table.ts';

/** Something happened between `after` and `before`. */
type EventTime = Pick<StatusChange, 'after' | 'before'>;

const statusWord = (observed: ObservedStatus): SafeText =>
	outcomeWord(observed) ?? (isConcluded(observed) ? plain`concluded` : plain`no status`);

/** One time for an interval within a second, otherwise both ends. Leaves out the date for 12 hours. */
function seenText({after, before}: EventTime, now: ServiceTime): SafeText {
	const format = Math.abs(now - after) < 12 * 3_600_000 ? clockTime : dateTime;
	if (Math.floor(after / 1000) === Math.floor(before / 1000)) return plain`at ${format(before)}`;
	return plain`between ${format(after)} and ${clockTime(before)}`;
}

export const hasChangedAgain = (changes: readonly StatusChange[]): boolean =>
	changes.some(({from}) => isConcluded(from));

export function timelineFields(
	deployment: Deployment,
	changes: readonly StatusChange[],
	context: RowContext,
): readonly Field[] {
	if (changes.length === 0) {
		const unseen = {text: plain`no change observed yet`, tone: 'quiet'} as const;
		return isConcluded(deployment) ? [] : [{label: 'seen', value: unseen}];
	}

	const bounded = boundedMoments(deployment, changes);
	const seen = changes.map((change, index): SafeSpan => {
		const {from, to} = change;
		const isAgain = isConcluded(from);
		const words = plain`${isAgain ? plain`again: ` : plain``}${statusWord(from)} → ${statusWord(to)}`;
		const tone = isConcluded(to) ? toneOf(outcomeOf(to, context.wordMeanings)) : 'plain';
		return {
			text: safe(`${words}  ${seenText(bounded[index] ?? change, context.now)}`, 300),
			tone: isAgain ? 'bad' : tone,
		};
	});
	const spent = stageTimes(deployment, changes, context.now).map(
		({word, time}): SafeSpan => ({text: plain`${word} ${time}`, tone: 'quiet'}),
	);
	return [...fieldsBelow('seen', seen), ...fieldsBelow('time spent', spent)];
}

export function stageTimes(deployment: Deployment, changes: readonly StatusChange[], now: ServiceTime) {
	return stagesOf(deployment, changes).flatMap(stage => {
		const range = stageRange(stage, now);
		if (!range) return [];
		return {word: stage.word, time: plain`${rangeText(range)}${stage.ended ? plain`` : plain` until now`}`};
	});
}

type Stage = {
	readonly word: SafeText;
	readonly began: EventTime | undefined;
	readonly ended: EventTime | undefined;
};

const momentOf = ({after, before}: EventTime): EventTime | undefined => (before < after ? undefined : {after, before});

/** The interval of each change: between two reads, narrowed by the service's own times unless they contradict it. Undefined for an impossible interval. */
function boundedMoments(
	{createdAt, concludedAt}: Deployment,
	changes: readonly StatusChange[],
): ReadonlyArray<EventTime | undefined> {
	const earliest = createdAt ?? Number.NEGATIVE_INFINITY;
	return changes.map(change => {
		const moment = momentOf(change);
		// A change after the conclusion is later than `concludedAt`.
		const endedAt = isConcluded(change.from) ? undefined : concludedAt;
		const latest = endedAt ?? Number.POSITIVE_INFINITY;
		if (!moment) return undefined;
		return momentOf({after: Math.max(moment.after, earliest), before: Math.min(moment.before, latest)}) ?? moment;
	});
}

/** Stages, oldest first. The first stage began with the deployment, or when the deployment went on after a conclusion. */
function stagesOf(deployment: Deployment, changes: readonly StatusChange[]): readonly Stage[] {
	let stages: readonly Stage[] = [];
	const {createdAt} = deployment;
	let began = createdAt === undefined ? undefined : {after: createdAt, before: createdAt};
	const bounded = boundedMoments(deployment, changes);
	for (const [index, change] of changes.entries()) {
		const moment = bounded[index];
		if (!isConcluded(change.from)) stages = [...stages, {word: statusWord(change.from), began, ended: moment}];
		// A change from one conclusion to another is no stage.
		else if (isConcluded(change.to)) continue;
		else stages = [];
		began = moment;
	}

	return isConcluded(deployment) ? stages : [...stages, {word: statusWord(deployment), began, ended: undefined}];
}

/** A followed deployment is read more often than this. */
const unobservedFromMs = 10_000;

export const maxWordWidth = 24;

function stageRange({began, ended}: Stage, now: ServiceTime): readonly [minMs: number, maxMs: number] | undefined {
	const end = ended ?? {after: now, before: now};
	if (!began || Number.isNaN(now)) return undefined;
	const minMs = Math.max(0, Math.min(end.after, now) - began.before);
	return [minMs, Math.max(minMs, Math.min(end.before, now) - began.after)];
}

function rangeText([minMs, maxMs]: readonly [minMs: number, maxMs: number]): SafeText {
	const [min, max] = [duration(minMs), duration(maxMs)];
	if (min === max) return min;
	return plain`${maxMs < 60_000 ? safe(min.slice(0, -1)) : min}–${max}`;
}

/** `✔ queued 3s → ✔ building 41s → ◐ uploading 12s` in at most `width` cells. */
export function pipelineLine(
	deployment: Deployment,
	changes: readonly StatusChange[],
	width: number,
	context: RowContext,
): Line {
	const room = wholeCells(width);
	const outcome = outcomeOf(deployment, context.wordMeanings);
	const stages = stagesOf(deployment, changes);
	const conclusion = {word: statusWord(deployment), began: stages.at(-1)?.ended, ended: undefined};
	const steps: readonly Stage[] = isConcluded(deployment) ? [...stages, conclusion] : stages;

	const stepSpans = (step: Stage, index: number, hasPastTimes: boolean): Line => {
		const hasTime = step !== conclusion && (hasPastTimes || index === stages.length - 1);
		const range = stageRange(step, context.now);
		const time = range ? rangeText(range) : plain`~`;
		const own = index < stages.length - 1 ? 'good' : outcome;
		return [
			shapeOf(own, context),
			space,
			{text: cut(step.word, maxWordWidth), tone: step.ended ? 'plain' : toneOf(own)},
			...(hasTime ? [space, {text: time, tone: 'quiet'} as const] : []),
		];
	};
	const arrowTo = ({began}: Stage): SafeSpan => {
		const isUnobserved = began !== undefined && began.before - began.after >= unobservedFromMs;
		return {text: plain` ${signText(isUnobserved ? 'next, unobserved' : 'next', context)} `, tone: 'quiet'};
	};
	const draw = (first: number, hasPastTimes: boolean): Line => [
		...(first > 0 ? [{text: plain`…`, tone: 'quiet'} as const] : []),
		...steps.slice(first).flatMap((step, at) => {
			const spans = stepSpans(step, first + at, hasPastTimes);
			return first + at > 0 ? [arrowTo(step), ...spans] : spans;
		}),
	];

	// Past stages lose their times first, then the oldest stages go.
	const lines = [draw(0, true), ...steps.map((_, first) => draw(first, false))];
	const last = steps.length - 1;
	const shortest = steps.slice(last).flatMap(step => stepSpans(step, last, false));
	return lines.find(line => lineWidth(line) <= room) ?? cutLine(shortest, room);
}
