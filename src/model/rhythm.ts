import type {Deployment, Project} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../base/clock.ts';
import {hourMs, secondMs} from '../base/duration.ts';

export type Revision = Pick<Project, 'updatedAt' | 'latestUploadVersion'>;

export type Rhythm = {
	readonly revision: Revision | undefined;
	/** Deployments per millisecond. */
	readonly rate: number;
	readonly newest: Pick<Deployment, 'createdAt' | 'uploadVersion'> | undefined;
};

/** Prior of the estimated rate: half a deployment in eight hours. One deployment does not look like many, and none does not look like never. */
const prior = {count: 0.5, ms: 8 * hourMs};

export function rhythmOf(
	deployments: ReadonlyArray<Pick<Deployment, 'createdAt' | 'uploadVersion'>>,
	revision: Revision | undefined,
	{readAt, skewMs}: {readonly readAt: LocalTime; readonly skewMs: number},
): Rhythm {
	const serviceReadAt = toServiceTime(readAt, skewMs);
	let newest: Rhythm['newest'];
	let oldestAt = serviceReadAt;
	for (const deployment of deployments) {
		const {createdAt = serviceReadAt} = deployment;
		oldestAt = Math.min(oldestAt, createdAt);
		if (!newest || createdAt > (newest.createdAt ?? 0)) newest = deployment;
	}

	const rate = (deployments.length + prior.count) / (serviceReadAt - oldestAt + prior.ms);
	return {
		revision: revision && {updatedAt: revision.updatedAt, latestUploadVersion: revision.latestUploadVersion},
		rate,
		newest: newest && {createdAt: newest.createdAt, uploadVersion: newest.uploadVersion},
	};
}

/** The service may round one of two times to seconds. */
const roundedMs = secondMs;

export const hasMovedSince = ({revision}: Rhythm, {updatedAt, latestUploadVersion}: Revision): boolean =>
	revision?.updatedAt !== updatedAt || revision?.latestUploadVersion !== latestUploadVersion;

export function hasMovedWith(
	{newest}: Rhythm,
	{updatedAt, latestUploadVersion}: Revision,
	serviceReadAt: ServiceTime,
): boolean | undefined {
	if (newest?.createdAt === undefined || newest.createdAt > serviceReadAt) return undefined;
	if (updatedAt !== undefined && updatedAt > newest.createdAt - roundedMs) return true;
	return newest.uploadVersion !== undefined && newest.uploadVersion === latestUploadVersion;
}
