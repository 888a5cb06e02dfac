import {deploymentKey} from '../model/deployments/detected-changes.ts';
import {isOutdated, type KnownDeployment} from '../model/deployments/newer-answer.ts';
import type {State} from './state.ts';

type StateWithDeployments = Pick<State, 'deployments'>;

/** Returns the newest version of a deployment among the project's list, the board and the project's row. */
function newestVersion(
	{deployments: {board, latest}}: StateWithDeployments,
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

/** Returns the newest known version of a deployment, from whichever read it came. */
export function knownDeployment(
	state: StateWithDeployments,
	projectId: string,
	deploymentId: string,
): KnownDeployment | undefined {
	const isSame = ({deployment}: KnownDeployment) => deployment.id === deploymentId;
	const list = state.deployments.byProject.get(projectId);
	return newestVersion(state, projectId, deploymentId, list?.seen.find(isSame) ?? list?.older?.find(isSame));
}

/** Returns a lookup like `knownDeployment` that is fast for many deployments of one project. */
export function knownDeployments(
	state: StateWithDeployments,
	projectId: string,
): (deploymentId: string) => KnownDeployment | undefined {
	const {seen = [], older = []} = state.deployments.byProject.get(projectId) ?? {};
	const listed = new Map<string, KnownDeployment>([...older, ...seen].map(known => [known.deployment.id, known]));
	return id => newestVersion(state, projectId, id, listed.get(id));
}
