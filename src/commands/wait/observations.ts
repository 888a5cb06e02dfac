import {type Deployment, isConcluded} from '../../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../../clock.ts';
import type {Journal} from '../../journal/journal.ts';
import {concludedEntry} from '../../store/effects/activity-entries.ts';
import {serviceOf} from '../../store/model/connection.ts';
import {type AnsweredDeployment, changesBetween} from '../../store/model/deployments/detected-changes.ts';
import type {ProjectDeployments} from '../../store/model/deployments/project-deployments.ts';
import {watchKey, watchOf} from '../../store/model/deployments/watches.ts';
import type {Service} from '../../store/model/login.ts';
import type {SafeText} from '../../text.ts';

/** What was observed of a deployment: in progress at the first read, started since the last read, another status, concluded, or changed after its conclusion. */
type ObservedEvent = 'seen' | 'started' | 'changed' | 'concluded' | 'changed again';

/** An observed change of a deployment. It happened between two reads, whose times are by the service's clock. */
export type ObservedChange = {
	readonly event: ObservedEvent;
	readonly deployment: Deployment;
	/** Undefined for the first read. */
	readonly seenAfter: ServiceTime | undefined;
	readonly seenBy: ServiceTime;
};

/** What an answer says about the deployments of one project, by the local clock. */
export type Observed = {
	/** What was known about the project before the answer. */
	readonly before: ProjectDeployments;
	readonly answered: readonly AnsweredDeployment[];
	/** When the answer arrived. */
	readonly at: LocalTime;
	readonly skewMs: number;
};

export const observe = (
	before: ProjectDeployments,
	after: ProjectDeployments,
	{at, skewMs}: Pick<Observed, 'at' | 'skewMs'>,
): Observed => ({before, answered: changesBetween(before, after, {at, skewMs}), at, skewMs});

/** A deployment created longer than this before the last read had been missing from it: services list some late. */
const maxDelayMs = 60_000;

/** Returns what the first read of a deployment means. Undefined if it had already concluded. */
function firstEvent({deployment, hasJustConcluded}: AnsweredDeployment, lastLook: ServiceTime | undefined) {
	if (hasJustConcluded) return 'concluded';
	if (isConcluded(deployment)) return undefined;
	const isLate = lastLook === undefined || (deployment.createdAt ?? lastLook) < lastLook - maxDelayMs;
	return isLate ? 'seen' : 'started';
}

const wasConcluded = ({before}: AnsweredDeployment): boolean => before !== undefined && isConcluded(before);

/** Returns the changes that an answer reveals. */
export function changesIn({before, answered, at, skewMs}: Observed): readonly ObservedChange[] {
	const seenBy = toServiceTime(at, skewMs);
	const lastLook = before.askedAt === undefined ? undefined : toServiceTime(before.askedAt, skewMs);
	return answered.flatMap((each): readonly ObservedChange[] => {
		const {deployment, before: earlier, change} = each;
		if (change) {
			const event = wasConcluded(each) ? 'changed again' : isConcluded(deployment) ? 'concluded' : 'changed';
			return [{event, deployment, seenAfter: change.after, seenBy: change.before}];
		}

		const event = earlier ? undefined : firstEvent(each, lastLook);
		return event ? [{event, deployment, seenAfter: event === 'seen' ? undefined : lastLook, seenBy}] : [];
	});
}

/** How many deployments of a project are saved although they had concluded before. */
const savedPerProject = 3;

/** Returns a function that saves in the journal what a command observes, so that the screens know it. How something ends that the user watches is left to the screens, which report it. */
export function createObservationLog(journal: Journal, service: Service) {
	const key = serviceOf(service);
	const watches = new Map(journal.snapshot(key).watches.map(watch => [watchKey(watch), watch]));

	return ({before, answered, at, skewMs}: Observed, project: SafeText): void => {
		const isFirstRead = before.askedAt === undefined;
		const isLeft = (each: AnsweredDeployment) =>
			watchOf(watches, each.deployment) !== undefined && (wasConcluded(each) || isConcluded(each.deployment));
		const own = answered.filter(each => (each.before === undefined || each.change) && !isLeft(each));
		const news = own.filter(
			({deployment, before: earlier, hasJustConcluded}, index) =>
				earlier !== undefined ||
				hasJustConcluded ||
				!isConcluded(deployment) ||
				(isFirstRead && index < savedPerProject),
		);
		const seenAt = Math.round(toServiceTime(at, skewMs));
		const observations = news.map(({deployment}) => ({deployment, project, seenAt}));
		const changes = own.flatMap(({change}) => change ?? []);
		if (observations.length > 0) journal.saveObservations(key, observations, changes);
		for (const each of own) {
			const {deployment, hasJustConcluded} = each;
			const entry = concludedEntry({deployment, isAgain: wasConcluded(each)}, project, service.name);
			if (hasJustConcluded) journal.record({...entry, at});
		}
	};
}
