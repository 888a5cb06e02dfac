import {deploymentKey} from '../model/deployments/detected-changes.ts';
import {isOutdated, type KnownDeployment} from '../model/deployments/newer-answer.ts';
import type {State} from './state.ts';

type Knowing = Pick<State, 'deployments'>;

/** The newest of what a project's list, the board and the row of the project say of a deployment. */
function newestLook(
	{deployments: {board, latest}}: Knowing,
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
	const list = state.deployments.byProject.get(projectId);
	return newestLook(state, projectId, deploymentId, list?.seen.find(isIt) ?? list?.older?.find(isIt));
}

/** The same for many deployments of one project. */
export function knownDeployments(
	state: Knowing,
	projectId: string,
): (deploymentId: string) => KnownDeployment | undefined {
	const {seen = [], older = []} = state.deployments.byProject.get(projectId) ?? {};
	const listed = new Map<string, KnownDeployment>([...older, ...seen].map(known => [known.deployment.id, known]));
	return id => newestLook(state, projectId, id, listed.get(id));
}
