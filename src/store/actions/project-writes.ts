import {ApiError} from '../../api/errors.ts';
import {awaited} from '../../api/transport/request.ts';
import type {Deployment, Project, ProjectChanges} from '../../api/types.ts';
import {type SafeText, safe} from '../../text.ts';
import {serviceOf} from '../effects/journal-sync.ts';
import type {WriteResult} from '../effects/write-queue.ts';
import {noDeployments} from '../model/deployments/deployment-list.ts';
import {listLimit} from '../model/deployments/deployment-order.ts';
import {parseBody} from '../model/writes/confirmation.ts';
import type {Base, WriteRef} from '../model/writes/write-intent.ts';
import type {ActionContext} from './action-context.ts';

/** A deployment list this recent tells new deployments from those that were there before. */
const freshMs = 5000;

export type ProjectWrites = ReturnType<typeof createProjectWrites>;

/** The four writes, each sent once through the write queue with what identifies its result if the answer is lost. */
export function createProjectWrites({store, connections, clock, journalOf, sender}: ActionContext) {
	async function create(write: WriteRef, name: string): Promise<WriteResult<Project>> {
		const {list: projects} = store.get().projects;
		const known = projects.kept.flatMap(at =>
			(projects.pages[at]?.rows ?? []).filter(project => project.name?.exact === name).map(({id}) => id),
		);
		return sender.send(write, {kind: 'create', name, known}, (client, signal) =>
			client.createProject({name}, signal, awaited),
		);
	}

	const edit = (write: WriteRef, changed: ProjectChanges, base: Base): Promise<WriteResult<Project>> =>
		sender.send(write, {kind: 'edit', projectId: write.projectId, changes: changed, base}, (client, signal) =>
			client.updateProject(write.projectId, changed, signal, awaited),
		);

	const remove = (write: WriteRef): Promise<WriteResult<SafeText>> =>
		sender.send(write, {kind: 'delete', projectId: write.projectId}, async (client, signal) => {
			const {projectId, project: name} = write;
			try {
				await client.deleteProject(projectId, signal, awaited);
				return safe(`Deleted ${name}`);
			} catch (error) {
				if (error instanceof ApiError && error.kind === 'missing') return safe(`${name} was already gone`);
				throw error;
			}
		});

	/** The ids of the deployments before one more is triggered. Undefined if they cannot all be known. */
	async function deploymentsNow({connectionId, projectId}: WriteRef): Promise<readonly string[] | undefined> {
		const {byProject: deployments, order: deploymentOrder} = store.get().deployments;
		const {seen, isFull, wholeAt, unreadable} = deployments.get(projectId) ?? noDeployments;
		const canTell = (count: number) => count < listLimit || deploymentOrder === 'newest first';
		const isKnown = unreadable === 0 && (!isFull || canTell(listLimit));
		if (wholeAt !== undefined && clock.now() - wholeAt < freshMs && isKnown) {
			return seen.map(({deployment: {id}}) => id);
		}

		try {
			const list = await connections
				.clientOf(connectionId)
				?.listDeployments(projectId, {limit: listLimit}, new AbortController().signal, awaited);
			const isKnownNow = list && list.unreadable === 0 && canTell(list.deployments.length);
			return isKnownNow ? list.deployments.map(({id}) => id) : undefined;
		} catch (error) {
			if (error instanceof ApiError) return undefined;
			throw error;
		}
	}

	async function trigger(write: WriteRef, body: string): Promise<WriteResult<Deployment>> {
		const {connection} = store.get();
		const {projectId} = write;
		const fields = parseBody(body) ?? {};
		if (connection) journalOf(connection).keepBody(serviceOf(connection), projectId, body);
		const known = await deploymentsNow(write);
		return sender.send(write, {kind: 'deploy', projectId, body, known}, (client, signal) =>
			client.triggerDeployment(projectId, fields, signal, awaited),
		);
	}

	return {create, edit, remove, trigger};
}
