import {type Lifecycle, phaseAt} from '../lifecycle.ts';
import {deploymentId, projectId} from '../world/ids.ts';
import type {DeploymentRow, ProjectRow} from '../world/rows.ts';
import type {Words} from '../world/words.ts';

const date = (at: number) => new Date(at).toISOString();

/** Encodes a project for the wire, without its request id. */
export const projectRecord = (seed: number, row: ProjectRow, words: Words) => ({
	id: projectId(seed, row.seq),
	name: row.name,
	slug: row.slug,
	url: row.url,
	upload_mode: row.uploadMode,
	status: words.projectStatus[row.status],
	latest_upload_version: row.latestUploadVersion,
	created_at: date(row.createdAt),
	updated_at: date(row.updatedAt),
});

/** Encodes a deployment for the wire as of `now`, without its request id. */
export function deploymentRecord(seed: number, row: DeploymentRow, lifecycle: Lifecycle, words: Words, now: number) {
	const phase = phaseAt(lifecycle, now - row.createdAt);
	const isConcluded = phase === 'concluded';
	return {
		id: deploymentId(seed, row.projectSeq, row.ordinal),
		project_id: projectId(seed, row.projectSeq),
		environment_id: row.environmentId,
		status: isConcluded ? words.concluded : words.phases[phase],
		conclusion: isConcluded ? words.conclusion[lifecycle.outcome] : null,
		upload_version: row.uploadVersion,
		url: row.url,
		created_at: date(row.createdAt),
		concluded_at: isConcluded ? date(row.createdAt + lifecycle.concludedAfterMs) : null,
	};
}
