import {Aborted, ApiError} from '../../api/errors.ts';
import {sleep} from '../../clock.ts';
import {listLimit} from '../../store/model/deployments/list-evidence.ts';
import type {Event} from '../../store/reducers/reduce.ts';
import type {Session} from '../../store/session.ts';
import type {CommandContext} from '../headless/context.ts';
import {createReader, type Reader} from '../headless/reader.ts';
import {lastRead, openIds} from './project-wait.ts';
import type {WaitList} from './wait-list.ts';

/** The pause before looking again for a deployment that was missing once. */
const secondLookMs = 2000;

/** Whether a deployment is neither in the list of its project, nor found when it is read again. */
async function isStillMissing(read: Reader, projectId: string, deploymentId: string): Promise<boolean> {
	const {deployments} = await read((client, signal, requestOptions) =>
		client.listDeployments(projectId, {limit: listLimit}, signal, requestOptions),
	);
	if (deployments.some(({id}) => id === deploymentId)) return false;
	try {
		await read((client, signal, requestOptions) =>
			client.readDeployment(projectId, deploymentId, signal, requestOptions),
		);
		return false;
	} catch (error) {
		if (error instanceof ApiError && error.details.missing === 'deployment') return true;
		throw error;
	}
}

/** Returns what to call when a read fails. A deployment that was never read may have been misnamed, but a single 404 does not prove it. */
export function createMissingCheck(
	{store, client}: Pick<Session, 'store' | 'client'>,
	waitList: WaitList,
	context: CommandContext,
): (failure: Extract<Event, {readonly type: 'read-failed'}>) => void {
	const {clock, signal} = context;

	async function lookAgain(projectId: string, deploymentId: string) {
		const service = client();
		await sleep(clock, secondLookMs, signal);
		if (!service || signal.aborted) return;
		try {
			const read = createReader(service, {giveUpAfterMs: 0}, context);
			if (await isStillMissing(read, projectId, deploymentId)) waitList.dismiss(projectId, deploymentId);
		} catch (error) {
			// The session keeps reading, so it finds out what this could not.
			if (!(error instanceof ApiError || error instanceof Aborted)) throw error;
		}
	}

	return ({request, error}) => {
		if (request.kind !== 'deployment' || lastRead(store.get(), request.projectId, request.deploymentId)) return;
		const {projectId, deploymentId} = request;
		const isWanted = waitList.open().some(wait => wait.projectId === projectId && openIds(wait).includes(deploymentId));
		if (!isWanted) return;
		if (error.kind === 'missing') void lookAgain(projectId, deploymentId);
		// Both mean that this cannot be an id.
		if (error.kind === 'rejected' || error.kind === 'refused') waitList.dismiss(projectId, deploymentId);
	};
}
