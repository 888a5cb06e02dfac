import type {Deployment, Project} from '../../api/types.ts';
import type {Clock} from '../../clock.ts';
import {listLimit} from '../../store/model/deployments/deployment-order.ts';
import {withAnswer} from '../../store/model/deployments/deployment-records.ts';
import type {DeploymentTable} from '../../store/model/deployments/deployment-table.ts';
import {hintOf, newestListed} from '../../store/model/deployments/newest-deployments.ts';
import {noDeployments} from '../../store/model/deployments/project-deployments.ts';
import {plain} from '../../text.ts';
import type {Output} from './output.ts';
import type {Reader} from './reader.ts';

/** How many projects are read at a time. */
const concurrency = 6;

/** Reads the deployments of some projects into a table, which filters and sorting work on. `unreadable` counts the records that are missing in it. */
export async function newestDeployments(
	read: Reader,
	projects: readonly Project[],
	{clock, output}: {readonly clock: Clock; readonly output: Output},
): Promise<{readonly table: DeploymentTable; readonly unreadable: number}> {
	const table = new Map<string, typeof noDeployments>();
	let unreadable = 0;
	const queue = projects[Symbol.iterator]();
	const readEach = async () => {
		for (const project of queue) {
			const askedAt = clock.now();
			const {deployments, unreadable: own} = await read((client, signal, manner) =>
				client.listDeployments(project.id, {limit: listLimit}, signal, manner),
			);
			unreadable += own;
			const records = withAnswer(noDeployments.records, deployments, {askedAt, at: clock.now(), skewMs: 0});
			table.set(project.id, newestListed({...noDeployments, records}, deployments, {askedAt, hint: hintOf(project)}));
			output.progress(plain`Read the deployments of ${table.size} of ${projects.length} projects`);
		}
	};

	await Promise.all(Array.from({length: concurrency}, readEach));
	output.progress(undefined);
	return {table, unreadable};
}

/** Returns the known deployments of a project, newest first. */
export const deploymentsIn = (table: DeploymentTable, projectId: string): readonly Deployment[] => {
	const known = table.get(projectId);
	return (known?.newest?.ids ?? []).flatMap(id => known?.records.get(id)?.deployment ?? []);
};
