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
export type ReadManner = {
	readonly limit: number;
	readonly attempt: number;
	readonly onAnswer?: (answer: WireAnswer) => void;
};

/** Returns how to make a read now. */
export function mannerOf(need: ReadRequest, state: State, now: LocalTime): ReadManner {
	const {
		deployments: {order},
		polling: {failures},
	} = state;
	const attempt = (failures.get(readKey(need))?.count ?? 0) + 1;
	if (need.kind === 'deployments') {
		return {limit: requestLimit(deploymentsOf(state, need.projectId), order, now), attempt};
	}

	return {limit: order === 'newest first' ? newestCount : listLimit, attempt};
}

async function read(
	client: Client,
	need: ReadRequest,
	{limit, ...options}: ReadManner,
	clock: Pick<Clock, 'now'>,
	signal: AbortSignal,
): Promise<Event> {
	const askedAt = clock.now();
	switch (need.kind) {
		case 'projects': {
			const query = need.cursor === undefined ? {limit: pageSize} : {limit: pageSize, cursor: need.cursor};
			const page = await client.listProjects(query, signal, options);
			return {type: 'projects-arrived', need, page, askedAt, at: clock.now()};
		}

		case 'project': {
			const project = await client.readProject(need.projectId, signal, options);
			return {type: 'project-arrived', need, project, askedAt, at: clock.now()};
		}

		case 'deployments': {
			const list = await client.listDeployments(need.projectId, {limit}, signal, options);
			return {type: 'deployments-arrived', need, list, limit, askedAt, at: clock.now()};
		}

		case 'latest': {
			const list = await client.listDeployments(need.projectId, {limit}, signal, options);
			return {type: 'latest-arrived', need, list, limit, askedAt, at: clock.now()};
		}

		case 'raw': {
			const raw = await client.readRaw(need.source, signal, options);
			return {type: 'raw-arrived', need, raw, askedAt, at: clock.now()};
		}

		case 'deployment': {
			const deployment = await client.readDeployment(need.projectId, need.deploymentId, signal, options);
			return {type: 'deployment-arrived', need, deployment, askedAt, at: clock.now()};
		}
	}
}

/** Makes a read. Returns the event with its result or failure. Throws `Aborted` once the signal is aborted. */
export async function readEvent(
	client: Client,
	need: ReadRequest,
	manner: ReadManner,
	clock: Pick<Clock, 'now'>,
	signal: AbortSignal,
): Promise<Event> {
	try {
		return await read(client, need, manner, clock, signal);
	} catch (error) {
		if (error instanceof ApiError) return {type: 'read-failed', need, error, at: clock.now()};
		throw error;
	}
}
