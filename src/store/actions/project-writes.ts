import type {RawCall} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import {type RequestOptions, userRequest} from '../../api/request.ts';
import type {Received} from '../../api/transport/response-body.ts';
import type {Deployment, Project, ProjectChanges} from '../../api/types.ts';
import {type SafeText, safe} from '../../text.ts';
import {serviceOf} from '../effects/journal-sync.ts';
import type {WriteResult} from '../effects/write-queue.ts';
import {holdsNewest, listLimit} from '../model/deployments/list-evidence.ts';
import {parseBody} from '../model/writes/confirmation.ts';
import type {Base, WriteRef} from '../model/writes/write-intent.ts';
import {deploymentsOf} from '../state/deployments/known-deployment.ts';
import type {State} from '../state/state.ts';
import type {ActionContext} from './action-context.ts';

/** The maximum age of a deployment list that can tell new deployments from earlier ones. */
const freshMs = 5000;

/** `known`: the ids of the projects that already have the name. Default: those that are loaded. */
type CreateOptions = RequestOptions & {readonly known?: readonly string[]};

export type ProjectWrites = ReturnType<typeof createProjectWrites>;

/** Returns the ids of the loaded projects with a name. */
const loadedWithName = ({projects: {list}}: State, name: string): readonly string[] =>
	list.rows.filter(project => project.name?.exact === name).map(({id}) => id);

/** Creates the writes. Each goes through the write queue, with the data that identifies its result if the response is lost. */
export function createProjectWrites({store, connections, clock, journalOf, writeQueue}: ActionContext) {
	const create = (
		write: WriteRef,
		name: string,
		{known = loadedWithName(store.get(), name), ...options}: CreateOptions = {},
	): Promise<WriteResult<Project>> =>
		writeQueue.send(write, {kind: 'create', name, known}, (client, signal) =>
			client.createProject({name}, signal, {...userRequest, ...options}),
		);

	const edit = (
		write: WriteRef,
		changed: ProjectChanges,
		base: Base,
		options: RequestOptions = {},
	): Promise<WriteResult<Project>> =>
		writeQueue.send(write, {kind: 'edit', projectId: write.projectId, changes: changed, base}, (client, signal) =>
			client.updateProject(write.projectId, changed, signal, {...userRequest, ...options}),
		);

	const remove = (write: WriteRef, options: RequestOptions = {}): Promise<WriteResult<SafeText>> =>
		writeQueue.send(write, {kind: 'delete', projectId: write.projectId}, async (client, signal) => {
			const {projectId, project: name} = write;
			try {
				await client.deleteProject(projectId, signal, {...userRequest, ...options});
				return safe(`Deleted ${name}`);
			} catch (error) {
				if (error instanceof ApiError && error.kind === 'missing') return safe(`${name} was already gone`);
				throw error;
			}
		});

	/** Returns the ids of all existing deployments. Undefined if some of them may be missing from the list. */
	async function deploymentsNow({connectionId, projectId}: WriteRef): Promise<readonly string[] | undefined> {
		const state = store.get();
		const {list: known, isUnreliable} = deploymentsOf(state, projectId);
		if (isUnreliable) return undefined;
		const {ids, isTruncated, isNewestFirst, readAt, unreadable} = known;
		const isKnown = unreadable === 0 && (!isTruncated || isNewestFirst);
		const isFresh = readAt !== undefined && readAt >= state.polling.refreshedAt && clock.now() - readAt < freshMs;
		if (isFresh && isKnown) return ids;

		try {
			const list = await connections
				.clientOf(connectionId)
				?.listDeployments(projectId, {limit: listLimit}, new AbortController().signal, userRequest);
			if (!list || list.unreadable > 0 || !holdsNewest(list)) return undefined;
			return list.deployments.map(({id}) => id);
		} catch (error) {
			if (error instanceof ApiError) return undefined;
			throw error;
		}
	}

	async function trigger(
		write: WriteRef,
		body: string,
		options: RequestOptions = {},
	): Promise<WriteResult<Deployment>> {
		const {connection} = store.get();
		const {projectId} = write;
		const fields = parseBody(body) ?? {};
		if (connection) journalOf(connection).saveBody(serviceOf(connection), projectId, body);
		const known = await deploymentsNow(write);
		return writeQueue.send(write, {kind: 'deploy', projectId, body, known}, (client, signal) =>
			client.triggerDeployment(projectId, fields, signal, {...userRequest, ...options}),
		);
	}

	/** Sends any other request, such as one with fields that landfall does not know. */
	const sendOther = (write: WriteRef, call: RawCall, options: RequestOptions = {}): Promise<WriteResult<Received>> =>
		writeQueue.send(write, {kind: 'other', method: call.method, path: call.path}, (client, signal) =>
			client.sendRaw(call, signal, {...userRequest, ...options}),
		);

	return {create, edit, remove, trigger, sendOther};
}
