import {encodeProject} from '../api/decode.ts';
import {listLimit, type Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {counted, plain, safe} from '../base/text.ts';
import type {OpenedService} from '../model/connection.ts';
import type {DeploymentTable} from '../model/deployment-table.ts';
import {columnsWithDeployments, columnsWithoutDeployments, type ProjectRow} from '../present/project.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';
import type {Listing} from './output.ts';
import {isoTimeNow, type ListOptions, readProjects, recordIn} from './read-projects.ts';
import {createRetryingClient, type RetryingClient} from './retrying-client.ts';

export async function runList(options: ListOptions, context: CommandContext): Promise<number> {
	const {failOn, listed} = options;
	const judged = failOn === 'behind' ? 'versions' : 'deployments';
	const advice = `--fail-on ${failOn} is about ${judged}: landfall ls ${judged} --fail-on ${failOn}`;
	if (failOn && listed !== judged) throw new CommandError(exitCodes.usage, safe(advice));
	const service = await context.openService();
	const client = createRetryingClient(service.client, options, context);
	if (listed === 'projects') return listProjects(options, service, client, context);
	const {listDeployments} = await import('./ls-deployments.ts');
	return listDeployments(options, service, client, context);
}

async function listProjects(
	options: ListOptions,
	service: OpenedService,
	client: RetryingClient,
	context: CommandContext,
): Promise<number> {
	const {output, signal} = context;
	const {filter, sort, cursor} = options;
	const limit = options.all ? Number.POSITIVE_INFINITY : options.limit;
	const isSelected = filter !== undefined || sort !== undefined;
	const isOnePage = output.isJson && !isSelected && limit <= listLimit;
	const selecting = isSelected ? await import('./select-projects.ts') : undefined;
	const select = selecting?.createSelect(options, service, context);
	const listed = await readProjects(client, isSelected ? {} : {limit, cursor}, isOnePage, context);
	const selected = await select?.(listed.projects, client);
	const found = selected?.projects ?? listed.projects;
	const projects = found.slice(0, limit);
	const beyondLimit = isOnePage ? 0 : found.length - projects.length;
	const remarks = [...listed.remarks, ...(selected?.remarks ?? [])];
	selecting?.throwIfInvalid(selected?.invalidity, remarks);
	const isCutShort = listed.isCutShort || selected?.isCutShort;
	if (output.isJson) {
		const isComplete = remarks.length === 0 && beyondLimit === 0 && !isCutShort && cursor === undefined;
		const landfallFields = {read_at: isoTimeNow(context), is_complete: isComplete};
		const {projects: _, next_cursor: nextCursor = null, ...envelope} = listed.envelope ?? {};
		const together = {
			projects: projects.map(project => recordIn(listed.sent, project)),
			next_cursor: isSelected || beyondLimit > 0 ? null : nextCursor,
			...envelope,
			_landfall: {...landfallFields, pages: listed.pages},
		};
		output.document(isOnePage && listed.envelope ? {...listed.envelope, _landfall: landfallFields} : together);
	} else printProjects(projects, selected?.table ?? new Map(), context);

	if (remarks.length > 0) output.note(remarks.reduce((all, text) => plain`${all} ${text}`));
	if (beyondLimit > 0) {
		const rest =
			filter === undefined ? counted(beyondLimit, 'more project') : counted(beyondLimit, 'more match', 'more matches');
		output.note(plain`${rest}: raise --limit, or use --all.`);
	}

	if (isCutShort) {
		output.note(plain`Interrupted before everything was read, so projects may be missing.`);
		return signal.reason;
	}

	if (projects.length === 0 && remarks.length === 0 && !isOnePage)
		output.note(isSelected ? plain`No projects match.` : plain`There are no projects.`);
	return exitCodes.done;
}

function printProjects(
	projects: readonly Project[],
	table: DeploymentTable,
	{output, rowContext}: CommandContext,
): void {
	const listing: Listing<ProjectRow> = {
		columns: table.size > 0 ? columnsWithDeployments : columnsWithoutDeployments,
		encode: ({project}) => encodeProject(project),
	};
	const rows = projects.map(project => {
		const recent = table.get(project.id)?.recent;
		return {project, isRead: recent !== undefined, newest: recent?.[0], recent: recent ?? []};
	});
	output.list(listing, rows, rowContext());
}
