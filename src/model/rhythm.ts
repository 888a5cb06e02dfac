import type {Deployment, Project} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../base/clock.ts';
import {hourMs, secondMs} from '../base/duration.ts';

/** The parts of a project's record that move when something happens to it. */
export type Revision = Pick<Project, 'updatedAt' | 'latestUploadVersion'>;

/** What the list of a project shows of how it deploys. */
export type Rhythm = {
	/** The record of the project when the list was read. Undefined if it was not known. */
	readonly revision: Revision | undefined;
	/** How many deployments begin in a millisecond. */
	readonly rate: number;
	/** When the newest deployment began, and what it deploys. */
	readonly newest: Pick<Deployment, 'createdAt' | 'uploadVersion'> | undefined;
};

/** Prior of the estimated rate: half a deployment in eight hours. One deployment does not look like many, and none does not look like never. */
const prior = {count: 0.5, ms: 8 * hourMs};

export function rhythmOf(
	deployments: ReadonlyArray<Pick<Deployment, 'createdAt' | 'uploadVersion'>>,
	revision: Revision | undefined,
	{requestedAt, skewMs}: {readonly requestedAt: LocalTime; readonly skewMs: number},
): Rhythm {
	const readAt = toServiceTime(requestedAt, skewMs);
	let newest: Rhythm['newest'];
	let oldestAt = readAt;
	for (const deployment of deployments) {
		const {createdAt = readAt} = deployment;
		oldestAt = Math.min(oldestAt, createdAt);
		if (!newest || createdAt > (newest.createdAt ?? 0)) newest = deployment;
	}

	const rate = (deployments.length + prior.count) / (readAt - oldestAt + prior.ms);
	return {
		revision: revision && {updatedAt: revision.updatedAt, latestUploadVersion: revision.latestUploadVersion},
		rate,
		newest: newest && {createdAt: newest.createdAt, uploadVersion: newest.uploadVersion},
	};
}

/** A service may round one of two times to seconds. */
const roundedMs = secondMs;

/** Whether the record has moved since the list was read, which hints at a deployment. */
export const hasMovedSince = ({revision}: Rhythm, {updatedAt, latestUploadVersion}: Revision): boolean =>
	revision?.updatedAt !== updatedAt || revision?.latestUploadVersion !== latestUploadVersion;

/** Whether a record that was read at `readAt`, by the service's clock, has moved with the newest deployment. Undefined if there is none, or it began later. */
export function hasMovedWith(
	{newest}: Rhythm,
	{updatedAt, latestUploadVersion}: Revision,
	readAt: ServiceTime,
): boolean | undefined {
	if (newest?.createdAt === undefined || newest.createdAt > readAt) return undefined;
	if (updatedAt !== undefined && updatedAt > newest.createdAt - roundedMs) return true;
	return newest.uploadVersion !== undefined && newest.uploadVersion === latestUploadVersion;
}
