import type {ApiError} from '../../api/errors.ts';
import {readKey} from '../model/requests/read-request.ts';
import type {Failure, State} from './state.ts';

type StateWithFailures = {readonly polling: Pick<State['polling'], 'failures'>};

/** Whether the service responded that there is nothing to read (404, 410) or that reading it is forbidden (403). A retry is unlikely to help. */
export const isUnavailable = ({kind}: ApiError): boolean => kind === 'missing' || kind === 'forbidden';

/** Returns the failure that makes a project's deployments unavailable. Undefined if they are available or not read yet. */
export function unavailableDeployments(
	{polling: {failures}}: StateWithFailures,
	projectId: string,
): Failure | undefined {
	if (failures.size === 0) return undefined;
	const failure = failures.get(readKey({kind: 'deployments', projectId}));
	return failure && isUnavailable(failure.error) ? failure : undefined;
}

/** Returns the failure of reading a project or deployment if the service responded with 404 or 410. */
export function missingRecord(
	{polling: {failures}}: StateWithFailures,
	projectId: string,
	deploymentId?: string,
): Failure | undefined {
	if (failures.size === 0) return undefined;
	const failure = failures.get(
		readKey(deploymentId === undefined ? {kind: 'project', projectId} : {kind: 'deployment', projectId, deploymentId}),
	);
	return failure?.error.kind === 'missing' ? failure : undefined;
}
