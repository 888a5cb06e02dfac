/** When deployments of a project began, according to its list. Times are in milliseconds, by the local clock. */
export type DeploymentHistory = {
	readonly createdAt: readonly number[];
	/** The time since which the list holds all deployments. */
	readonly completeSince: number;
};

/** How many deployments (or hints) were seen in how many seconds. Older ones count for less. */
export type Evidence = {readonly begun: number; readonly seconds: number};

/** What happened a day ago counts for half. */
const halfLifeMs = 24 * 3_600_000;
const fadeMs = halfLifeMs / Math.LN2;

/** The weight of the team's rate in that of a project, in deployments. */
const priorCount = 0.1;

export const noEvidence: Evidence = {begun: 0, seconds: 0};

/** Returns the evidence after `seconds` more, in which `begun` more were seen. */
export function fadedEvidence(evidence: Evidence, begun: number, seconds: number): Evidence {
	const kept = Math.exp((-seconds * 1000) / fadeMs);
	return {begun: evidence.begun * kept + begun, seconds: evidence.seconds * kept + seconds};
}

export function evidenceOf({createdAt, completeSince}: DeploymentHistory, now: number): Evidence {
	let begun = 0;
	for (const at of createdAt) if (at >= completeSince) begun += Math.exp(-Math.max(0, now - at) / fadeMs);
	const spanMs = Math.max(0, now - completeSince);
	return {begun, seconds: (fadeMs / 1000) * (1 - Math.exp(-spanMs / fadeMs))};
}

/** Returns how many deployments of a project begin per second: at the team's rate, until enough is known about the project itself. */
export const deploymentRate = ({begun, seconds}: Evidence, teamRate: number): number =>
	(priorCount + begun) / (priorCount / teamRate + seconds);
