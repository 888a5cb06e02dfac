import type {Client} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import type {WireAnswer} from '../../api/transport/transport.ts';
import type {Clock, LocalTime} from '../../clock.ts';
import {requestLimit} from '../model/deployments/deployment-list.ts';
import {listLimit} from '../model/deployments/deployment-order.ts';
import {newestCount} from '../model/deployments/newest-deployments.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import type {Event} from '../reducers/reduce.ts';
import {deploymentsOf} from '../state/deployments/known-deployment.ts';
import type {State} from '../state/state.ts';

/** The page size of project lists: the service's maximum. */
const pageSize = 100;

/** How a read is made: how many deployments it requests, and which attempt it is. */
export type ReadOptions = {
	readonly limit: number;
	readonly attempt: number;
	readonly isBackground?: boolean;
	readonly onAnswer?: (answer: WireAnswer) => void;
};

/** Returns how to make a read now. */
export function readOptionsOf(request: ReadRequest, state: State, now: LocalTime): ReadOptions {
	const {
		deployments: {order},
		polling: {failures},
	} = state;
	const attempt = (failures.get(readKey(request))?.count ?? 0) + 1;
	if (request.kind === 'deployments') {
		return {limit: requestLimit(deploymentsOf(state, request.projectId), order, now), attempt};
	}

	return {limit: order === 'newest first' ? newestCount : listLimit, attempt};
}

async function read(
	client: Client,
	request: ReadRequest,
	{limit, ...options}: ReadOptions,
	clock: Pick<Clock, 'now'>,
	signal: AbortSignal,
): Promise<Event> {
	const askedAt = clock.now();
	switch (request.kind) {
		case 'projects': {
			const query = request.cursor === undefined ? {limit: pageSize} : {limit: pageSize, cursor: request.cursor};
			const page = await client.listProjects(query, signal, options);
			return {type: 'projects-arrived', request, page, askedAt, at: clock.now()};
		}

		case 'project': {
			const project = await client.readProject(request.projectId, signal, options);
			return {type: 'project-arrived', request, project, askedAt, at: clock.now()};
		}

		case 'deployments': {
			const list = await client.listDeployments(request.projectId, {limit}, signal, options);
			return {type: 'deployments-arrived', request, list, limit, askedAt, at: clock.now()};
		}

		case 'latest': {
			const list = await client.listDeployments(request.projectId, {limit}, signal, options);
			return {type: 'latest-arrived', request, list, limit, askedAt, at: clock.now()};
		}

		case 'raw': {
			const raw = await client.readRaw(request.source, signal, options);
			return {type: 'raw-arrived', request, raw, askedAt, at: clock.now()};
		}

		case 'deployment': {
			const deployment = await client.readDeployment(request.projectId, request.deploymentId, signal, options);
			return {type: 'deployment-arrived', request, deployment, askedAt, at: clock.now()};
		}
	}
}

/** Makes a read. Returns the event with its result or failure. Throws `Aborted` once the signal is aborted. */
export async function readEvent(
	client: Client,
	request: ReadRequest,
	options: ReadOptions,
	clock: Pick<Clock, 'now'>,
	signal: AbortSignal,
): Promise<Event> {
	try {
		return await read(client, request, options, clock, signal);
	} catch (error) {
		if (error instanceof ApiError) return {type: 'read-failed', request, error, at: clock.now()};
		throw error;
	}
}
