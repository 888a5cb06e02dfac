import type {ProjectDeployments} from '../model/deployment-table.ts';
import type {State} from './state.ts';

/** Whether two objects have the same values, except under these keys. */
function isSameExcept<Shape extends object>(a: Shape, b: Shape, ...changed: ReadonlyArray<keyof Shape>): boolean {
	if (a === b) return true;
	for (const key in b) if (a[key] !== b[key] && !changed.includes(key)) return false;
	return true;
}

/** Whether the same deployments are known in the same lists, whenever they were read. */
const saysTheSame = (a: ProjectDeployments | undefined, b: ProjectDeployments): boolean =>
	a !== undefined &&
	(a.askedAt === undefined) === (b.askedAt === undefined) &&
	isSameExcept(a, b, 'rows', 'byId', 'askedAt') &&
	a.rows.length === b.rows.length &&
	b.rows.every(({deployment, asOf, isGone}, at) => {
		const before = a.rows[at];
		const isAlike = (before?.asOf === undefined) === (asOf === undefined) && before?.isGone === isGone;
		return isAlike && before.deployment === deployment;
	});

function isSameTable(before: State['deployments']['table'], after: State['deployments']['table']): boolean {
	if (before === after) return true;
	if (before.size !== after.size) return false;
	for (const [projectId, known] of after) {
		const last = before.get(projectId);
		if (last !== known && !saysTheSame(last, known)) return false;
	}

	return true;
}

/** Whether nothing has happened between two states except that requests were served and said about deployments what was known. Only ages on the screen differ. */
export const isReadAgain = (before: State, after: State): boolean =>
	isSameExcept(before, after, 'deployments', 'polling') &&
	isSameExcept(before.polling, after.polling, 'throttle', 'requests') &&
	isSameExcept(before.polling.throttle, after.polling.throttle, 'recent', 'served', 'rate', 'rateAt') &&
	isSameExcept(before.deployments, after.deployments, 'table') &&
	isSameTable(before.deployments.table, after.deployments.table);
