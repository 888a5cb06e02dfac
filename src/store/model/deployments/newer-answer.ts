import type {Deployment} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';

/** A deployment and when its response was requested, by the local clock. Undefined for one seen in an earlier run. */
export type KnownDeployment = {readonly deployment: Deployment; readonly askedAt: LocalTime | undefined};

/** Whether a response is older than what is known: it was requested earlier, whenever it arrived. Of two requested at the same moment, the one that arrives last wins. */
export const isOutdated = (askedAt: LocalTime, known: {readonly askedAt: LocalTime | undefined} | undefined): boolean =>
	known?.askedAt !== undefined && known.askedAt > askedAt;

/** Returns the deployment from a response, or the known one if that was requested later. */
export const newerDeployment = (
	deployment: Deployment,
	askedAt: LocalTime,
	known: KnownDeployment | undefined,
): Deployment => (known && isOutdated(askedAt, known) ? known.deployment : deployment);
