/** When deployments of a project began, as far as its list tells. Times are in milliseconds. */
export type DeploymentHistory = {
	readonly createdAt: readonly number[];
	/** Since when the list holds all of them. */
	readonly completeSince: number;
};

/** How much was seen to begin in how many seconds, older parts counting for less. */
export type Evidence = {readonly begun: number; readonly seconds: number};

/** What happened a day ago counts for half. */
const halfLifeMs = 24 * 3_600_000;
const fadeMs = halfLifeMs / Math.LN2;

/** As much as this is assumed of every project before anything is known of it. */
const priorCount = 0.1;

export const noEvidence: Evidence = {begun: 0, seconds: 0};

/** The evidence after so many more began in so many seconds. */
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

/** How many deployments begin a second, on average over projects like it before anything is known of it. */
export const rateOf = ({begun, seconds}: Evidence, teamRate: number): number =>
	(priorCount + begun) / (priorCount / teamRate + seconds);
