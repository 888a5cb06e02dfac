import type {Deployment} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';

/** A deployment as an answer described it, and when that answer was asked for. Undefined for what is known from an earlier run. */
export type KnownDeployment = {readonly deployment: Deployment; readonly askedAt: LocalTime | undefined};

/** Whether an answer is older than what is known: it was asked for earlier, whenever it came. Of two that were asked for at once, the one that came last counts. */
export const isOutdated = (askedAt: LocalTime, known: {readonly askedAt: LocalTime | undefined} | undefined): boolean =>
	known?.askedAt !== undefined && known.askedAt > askedAt;

/** A deployment as an answer describes it, or as it is known if that was asked for later. */
export const newerLook = (
	deployment: Deployment,
	askedAt: LocalTime,
	known: KnownDeployment | undefined,
): Deployment => (known && isOutdated(askedAt, known) ? known.deployment : deployment);
