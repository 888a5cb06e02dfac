import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {validTime} from '../deployment-times.ts';
import {elapsed} from '../duration.ts';
import type {Change, ObservedStatus} from '../journal/observations.ts';
import {type Outcome, outcomeOf, outcomeWord} from '../status-words.ts';
import {cut, plain, type SafeText} from '../text.ts';
import {wholeCells} from './drawing.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, space} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';
import type {Context} from './table.ts';

/** A moment known only to lie between `after` and `before`. */
type Moment = {readonly after: ServiceTime; readonly before: ServiceTime};

/** A status that a deployment was seen in before it concluded. */
export type Stage = {
	readonly word: SafeText;
	/** When it began. Undefined if unknown. */
	readonly began: Moment | undefined;
	/** When it ended. Undefined for the one that the deployment is in, or was in when it concluded. */
	readonly ended: Moment | undefined;
};

const wordOf = (look: ObservedStatus): SafeText => outcomeWord(look) ?? plain`no status`;

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

const maxWordWidth = 24;

/** How long a stage lasted: `0:41`, `0:03–0:09` or, if there is little room, `~0:06`. `~` alone if unknown. */
function stageTime({began, ended}: Stage, {now}: Context, isShort: boolean): SafeText {
	const end = ended ?? {after: now, before: now};
	if (!began || Number.isNaN(now)) return plain`~`;
	const minMs = Math.max(0, end.after - began.before);
	const maxMs = Math.max(minMs, end.before - began.after);
	const [min, max] = [elapsed(minMs), elapsed(maxMs)];
	if (min === max) return min;
	return isShort ? plain`~${elapsed((minMs + maxMs) / 2)}` : plain`${min}–${max}`;
}

type Station = {readonly spans: Line; readonly isUnobserved: boolean};

function stationOf(stage: Stage, outcome: Outcome, time: SafeText | undefined, context: Context): Station {
	const isCurrent = stage.ended === undefined;
	const word: SafeSpan = {text: cut(stage.word, maxWordWidth), tone: isCurrent ? toneOf(outcome) : 'plain'};
	return {
		spans: [shapeOf(outcome, context), space, word, ...(time ? [space, {text: time, tone: 'quiet'} as const] : [])],
		isUnobserved: stage.began !== undefined && stage.began.before - stage.began.after >= unobservedFromMs,
	};
}

/** An arrow between two stages: dotted if the transition was not observed closely. */
const arrow = (isUnobserved: boolean, {isAscii}: Context): SafeSpan => {
	if (isAscii) return {text: isUnobserved ? plain` ..> ` : plain` -> `, tone: 'quiet'};
	return {text: isUnobserved ? plain` ··→ ` : plain` → `, tone: 'quiet'};
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
	context: Context,
): Line {
	const room = wholeCells(width);
	const outcome = outcomeOf(deployment, context.pins);
	const stages = stagesOf(deployment, changes);
	const end: Line = [
		shapeOf(outcome, context),
		space,
		{text: cut(outcomeWord(deployment) ?? plain`concluded`, maxWordWidth), tone: toneOf(outcome)},
	];
	const conclusion = isConcluded(deployment) ? [{spans: end, isUnobserved: isLateSeen(stages.at(-1))}] : [];
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
			.flatMap(({spans, isUnobserved}, index) =>
				index + skipped === 0 ? spans : [arrow(isUnobserved, context), ...spans],
			),
	];
	let line: Line = [];
	for (const way of shortenings) {
		line = joined(draw(way), 0);
		if (lineWidth(line) <= room) return line;
	}

	// If that is still too wide, the oldest stages are dropped.
	const shortest = draw(shortenings[2]);
	for (let skipped = 1; skipped < shortest.length; skipped++) {
		line = joined(shortest, skipped);
		if (lineWidth(line) <= room) return line;
	}

	return cutLine(shortest.at(-1)?.spans ?? [], room);
}

const isLateSeen = (stage: Stage | undefined): boolean =>
	stage?.ended !== undefined && stage.ended.before - stage.ended.after >= unobservedFromMs;
