import {hash} from '../random.ts';

/** Returns the id of a project. It encodes the sequence number, so that no table of a million ids is needed. */
export const projectId = (seed: number, seq: number): string =>
	`prj_${tag(hash(seed, 'project-id', seq))}${numeral(seq, 4)}`;

/** Returns the id of a deployment. Decoding it requires its project. */
export const deploymentId = (seed: number, projectSeq: number, ordinal: number): string =>
	`dep_${tag(hash(seed, 'deployment-id', projectSeq, ordinal))}${numeral(ordinal, 3)}`;

export function seqOfProjectId(seed: number, id: string): number | undefined {
	const seq = numberIn(id);
	return projectId(seed, seq) === id ? seq : undefined;
}

export function ordinalOfDeploymentId(seed: number, projectSeq: number, id: string): number | undefined {
	const ordinal = numberIn(id);
	return deploymentId(seed, projectSeq, ordinal) === id ? ordinal : undefined;
}

/** Returns a request id, unique while a sandbox is open. */
export const requestId = (seed: number, openedAt: number, count: number): string =>
	`req_${tag(hash(seed, 'request-id', openedAt % 2 ** 32, count))}${numeral(count, 4)}`;

const tagLength = 7;
const tag = (mixed: number) => mixed.toString(36).padStart(tagLength, '0');
const numeral = (number: number, length: number) => number.toString(36).padStart(length, '0');

/** Returns the number after the prefix and the tag, or 0, which no row has, if there is no valid one. */
function numberIn(id: string): number {
	const digits = id.slice('prj_'.length + tagLength);
	return /^[0-9a-z]{1,9}$/.test(digits) ? Number.parseInt(digits, 36) : 0;
}
