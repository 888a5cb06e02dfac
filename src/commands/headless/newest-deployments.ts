import {ApiError} from '../../api/errors.ts';
import type {Deployment, Project} from '../../api/types.ts';
import type {DeploymentTable} from '../../store/model/deployments/deployment-table.ts';
import {listLimit} from '../../store/model/deployments/list-evidence.ts';
import {noDeployments, withListRead} from '../../store/model/deployments/project-deployments.ts';
import {plain} from '../../text.ts';
import type {CommandContext} from './context.ts';
import {isInterruption} from './interruption.ts';
import type {Reader} from './reader.ts';

/** How many projects are read at a time. */
const concurrency = 6;

/** The projects whose deployments the service does not show, although it shows those of others. */
export type RefusedProjects = ReadonlyArray<{readonly project: Project; readonly error: ApiError}>;

/** A table of deployments, which filters and sorting work on, and what is missing in it. */
type ReadTable = {
	readonly table: DeploymentTable;
	/** How many records could not be read. */
	readonly unreadable: number;
	readonly refused: RefusedProjects;
	/** Whether a signal ended the command before everything was read. */
	readonly isCutShort: boolean;
};

/** Reads the deployments of some projects. Throws the first `ApiError` if the service shows those of none. */
export async function newestDeployments(
	read: Reader,
	projects: readonly Project[],
	context: Pick<CommandContext, 'clock' | 'signal'>,
): Promise<ReadTable> {
	const {clock} = context;
	const table = new Map<string, typeof noDeployments>();
	let unreadable = 0;
	let isCutShort = false;
	const refused: Array<RefusedProjects[number]> = [];
	const queue = projects[Symbol.iterator]();
	const readEach = async () => {
		for (const project of queue) {
			const askedAt = clock.now();
			const list = await read((client, signal, requestOptions) =>
				client.listDeployments(project.id, {limit: listLimit}, signal, requestOptions),
			).catch(error => {
				if (isInterruption(error, context)) {
					isCutShort = true;
					return;
				}

				if (!isRefusal(error)) throw error;
				refused.push({project, error});
			});
			if (isCutShort) return;
			if (!list) continue;
			unreadable += list.unreadable;
			table.set(project.id, withListRead(noDeployments, list, {askedAt, at: clock.now(), skewMs: 0}));
			read.progress(plain`Read the deployments of ${table.size} of ${projects.length} projects`);
		}
	};

	read.expect(projects.length);
	await Promise.all(Array.from({length: concurrency}, readEach));
	read.progress(undefined);
	const [first] = refused;
	if (first && table.size === 0 && !isCutShort) throw first.error;
	return {table, unreadable, refused, isCutShort};
}

/** Whether an error is about one project: it may be gone since it was listed, or closed to this key. */
const isRefusal = (error: unknown): error is ApiError =>
	error instanceof ApiError && ['missing', 'forbidden'].includes(error.kind);

/** Returns the known deployments of a project, newest first. */
export const deploymentsIn = (table: DeploymentTable, projectId: string): readonly Deployment[] =>
	table.get(projectId)?.recent ?? [];
