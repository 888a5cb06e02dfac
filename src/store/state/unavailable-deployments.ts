import type {ApiError} from '../../api/errors.ts';
import {readKey} from '../model/requests/read-request.ts';
import type {Failure, State} from './state.ts';

type Failing = Pick<State, 'connection' | 'polling'>;

/** Whether the service has said that there is nothing to read (404, 410) or that it may not be read (403), which a later try will hardly change. */
export const isUnavailable = ({kind}: ApiError): boolean => kind === 'missing' || kind === 'forbidden';

/** The keys of both reads of a project's deployments: they are one endpoint, so what fails for one fails for the other. */
export const deploymentKeys = (connectionId: number, projectId: string): readonly string[] => [
	readKey({connectionId, kind: 'latest', projectId}),
	readKey({connectionId, kind: 'deployments', projectId}),
];

/** Why the deployments of a project are not available, if the service said so when they were last asked for. */
export function unavailableDeployments(
	{polling: {failures}, connection}: Failing,
	projectId: string,
): Failure | undefined {
	if (failures.size === 0 || !connection) return undefined;
	const found = deploymentKeys(connection.id, projectId).flatMap(key => failures.get(key) ?? []);
	return found.filter(({error}) => isUnavailable(error)).toSorted((a, b) => b.at - a.at)[0];
}

/** The record of a project or a deployment that was answered with 404 or 410. */
export function missingRecord(
	{polling: {failures}, connection}: Failing,
	projectId: string,
	deploymentId?: string,
): Failure | undefined {
	if (failures.size === 0 || !connection) return undefined;
	const of = {connectionId: connection.id, projectId};
	const failure = failures.get(
		readKey(deploymentId === undefined ? {...of, kind: 'project'} : {...of, kind: 'deployment', deploymentId}),
	);
	return failure?.error.kind === 'missing' ? failure : undefined;
}
