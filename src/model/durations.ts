import {type Deployment, isConcluded} from '../api/types.ts';

/** A moment that can be compared with others. Contradictory records hold anything. */
export const validTime = (ms: number | undefined): number | undefined =>
	ms !== undefined && Number.isFinite(ms) ? ms : undefined;

/** How long a concluded deployment took. Undefined if the service does not say, or says that it ended before it began. */
export function tookMs(deployment: Deployment): number | undefined {
	const [createdAt, concludedAt] = [validTime(deployment.createdAt), validTime(deployment.concludedAt)];
	if (createdAt === undefined || concludedAt === undefined || concludedAt < createdAt) return undefined;
	return concludedAt - createdAt;
}

/** How long a deployment took, or how long it has been running at `now`. */
export function durationMs(deployment: Deployment, now: number): number | undefined {
	if (isConcluded(deployment)) return tookMs(deployment);
	const createdAt = validTime(deployment.createdAt);
	return createdAt === undefined ? undefined : validTime(Math.max(0, now - createdAt));
}

/** No wrong clock or time zone puts the present further into the future. */
const maxAheadMs = 24 * 3_600_000;

/** When a deployment concluded, according to the service. Undefined if it does not say, or names a time that cannot have come by `now`. */
export function pastConclusion({concludedAt}: Pick<Deployment, 'concludedAt'>, now: number): number | undefined {
	const at = validTime(concludedAt);
	return at === undefined || at > now + maxAheadMs ? undefined : at;
}

/** When a concluded deployment ended, else the best guess: when it began. */
export const endedAt = ({concludedAt, createdAt}: Deployment): number | undefined =>
	validTime(concludedAt) ?? validTime(createdAt);
