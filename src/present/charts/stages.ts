import {type Deployment, isConcluded} from '../../api/types.ts';
import type {ServiceTime} from '../../clock.ts';
import {validTime} from '../../deployment-times.ts';
import type {Change, ObservedStatus} from '../../journal/observations.ts';
import {outcomeWord} from '../../status-words.ts';
import {plain, type SafeText} from '../../text.ts';

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
