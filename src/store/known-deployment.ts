import type {Deployment} from '../api/types.ts';
import type {LocalTime} from '../clock.ts';
import {deploymentKey} from './news.ts';
import type {State} from './state.ts';

/** A deployment as an answer described it, and when that answer was asked for. Undefined for what is known from an earlier run. */
export type KnownDeployment = {readonly deployment: Deployment; readonly askedAt: LocalTime | undefined};

/** Whether an answer is older than what is known: it was asked for earlier, whenever it came. Of two that were asked for at once, the one that came last counts. */
export const isOutdated = (askedAt: LocalTime, known: {readonly askedAt: LocalTime | undefined} | undefined): boolean =>
	known?.askedAt !== undefined && known.askedAt > askedAt;

type Knowing = Pick<State, 'deployments' | 'board' | 'latest'>;

/** The newest of what a project's list, the board and the row of the project say of a deployment. */
function newestLook(
	{board, latest}: Knowing,
	projectId: string,
	deploymentId: string,
	listed: KnownDeployment | undefined,
): KnownDeployment | undefined {
	const {deployment, askedAt} = latest.get(projectId) ?? {};
	const newest = deployment?.id === deploymentId ? {deployment, askedAt} : undefined;
	let known = listed;
	for (const other of [board.get(deploymentKey(projectId, deploymentId)), newest]) {
		if (other && (known?.askedAt === undefined || isOutdated(known.askedAt, other))) known = other;
	}

	return known;
}

/** What is known of a deployment, wherever it was read. */
export function knownDeployment(state: Knowing, projectId: string, deploymentId: string): KnownDeployment | undefined {
	const isIt = ({deployment}: KnownDeployment) => deployment.id === deploymentId;
	const list = state.deployments.get(projectId);
	return newestLook(state, projectId, deploymentId, list?.seen.find(isIt) ?? list?.older?.find(isIt));
}

/** The same for many deployments of one project. */
export function knownDeployments(
	state: Knowing,
	projectId: string,
): (deploymentId: string) => KnownDeployment | undefined {
	const {seen = [], older = []} = state.deployments.get(projectId) ?? {};
	const listed = new Map<string, KnownDeployment>([...older, ...seen].map(known => [known.deployment.id, known]));
	return id => newestLook(state, projectId, id, listed.get(id));
}

/** A deployment as an answer describes it, or as it is known if that was asked for later. */
export const newerLook = (
	deployment: Deployment,
	askedAt: LocalTime,
	known: KnownDeployment | undefined,
): Deployment => (known && isOutdated(askedAt, known) ? known.deployment : deployment);
