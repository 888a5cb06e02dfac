import {encodeDeployment, encodeProject} from '../api/decode.ts';
import {recordsAsSent} from '../api/raw-answer.ts';
import {listLimit, type Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {Json} from '../base/json.ts';
import {counted, plain, type SafeText, safe} from '../base/text.ts';
import type {OpenedService} from '../model/connection.ts';
import {type DeploymentTable, isComplete, newestFirst} from '../model/deployment-table.ts';
import {usualOf} from '../model/durations.ts';
import {bareView, type DeploymentView, deploymentColumns} from '../present/deployment.ts';
import {type ProjectRow, projectColumns, recordColumns} from '../present/project.ts';
import {type Column, withPriority} from '../present/table.ts';
import type {CommandContext} from './context.ts';
import {CommandError, isInterruption} from './errors.ts';
import {eachPage, forEachProject} from './find-project.ts';
import type {HeadlessOptions} from './options.ts';
import type {Listing} from './output.ts';
import {createRetryingClient, type RetryingClient} from './retrying-client.ts';

type ListOptions = HeadlessOptions & {
	/** Undefined to list projects instead of its deployments. */
	readonly project: string | undefined;
	readonly filter: string | undefined;
	readonly sort: string | undefined;
	readonly limit: number;
	readonly all: boolean;
	readonly cursor: string | undefined;
	/** Whether a table shows the newest deployment of each project. */
	readonly hasDeployments: boolean;
};

const noTableText = plain`--deployments only adds columns on a terminal. Elsewhere: landfall ls | cut -f 1 | landfall ls deployments -`;

export async function runList(options: ListOptions, context: CommandContext): Promise<number> {
	if (options.hasDeployments && !context.output.isTable) throw new CommandError(exitCodes.usage, noTableText);
	const service = await context.openService();
	const client = createRetryingClient(service.client, options, context);
	return options.project === undefined
		? listProjects(options, service, client, context)
		: forEachProject(options.project, {...context, client}, (project, name) =>
				listDeployments(project, name, options, client, context),
			);
}

const readAt = ({clock}: CommandContext): string => new Date(clock.now()).toISOString();

/** Returns a record as the service sent it. Throws `CommandError` if there is none, because its id lost digits. */
function recordIn(sent: ReadonlyMap<string, Json>, {id}: Pick<Project, 'id'>): Json {
	const record = sent.get(id);
	if (record) return record;
	throw new CommandError(exitCodes.unusable, plain`${safe(id, 80)} could not be kept exactly.`);
}

/** Reads up to `limit` projects, or all of them; with `isOnePage` whatever one page holds. `sent` and `envelope` are the projects and the last page as the service sent them, `remarks` say why projects may be missing, and `isCutShort` whether a signal ended the command. */
async function readProjects(
	client: RetryingClient,
	wanted: Parameters<typeof eachPage>[1],
	isOnePage: boolean,
	context: CommandContext,
) {
	const projects = new Map<string, Project>();
	const sent = new Map<string, Json>();
	let envelope: Json | undefined;
	let unreadable = 0;
	let pages = 0;
	let hasMore = false;
	let isRepeated = false;
	let isCutShort = false;
	try {
		for await (const {page, isStopped} of eachPage(client, wanted)) {
			for (const project of page.projects) projects.set(project.id, project);
			if (context.output.isJson) {
				envelope = page.sent();
				for (const [id, record] of recordsAsSent(envelope, 'projects')) sent.set(id, record);
			}

			pages++;
			unreadable += page.unreadable;
			hasMore = page.nextCursor !== undefined;
			isRepeated = isStopped;
			if (isOnePage) break;
		}
	} catch (error) {
		if (!isInterruption(error, context)) throw error;
		isCutShort = true;
	}

	const remarks: SafeText[] = [];
	if (unreadable > 0) {
		const missing = isOnePage ? plain`` : plain`, so the list is incomplete`;
		remarks.push(plain`${counted(unreadable, 'record')} could not be read${missing}.`);
	}

	if (isRepeated && !isOnePage)
		remarks.push(plain`Stopped reading: the service repeated itself, so projects may be missing.`);
	else if (hasMore && !isCutShort) {
		const how = isOnePage ? plain`use --all, or --cursor with this next_cursor` : plain`raise --limit, or use --all`;
		remarks.push(plain`There are more projects: ${how}.`);
	}

	return {projects: [...projects.values()], sent, envelope, pages, remarks, isCutShort};
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
	const reading = isSelected || options.hasDeployments ? await import('./select-projects.ts') : undefined;
	const select = isSelected ? reading?.createSelect(options, service, context) : undefined;
	const listed = await readProjects(client, isSelected ? {} : {limit, cursor}, isOnePage, context);
	const selected = await select?.(listed.projects, client);
	const found = selected?.projects ?? listed.projects;
	const projects = found.slice(0, limit);
	const hidden = isOnePage ? 0 : found.length - projects.length;
	const known: DeploymentTable = selected?.table ?? new Map();
	const unread = options.hasDeployments ? projects.filter(({id}) => !known.has(id)) : [];
	const more = unread.length > 0 ? await reading?.readTable(unread, client, context) : undefined;
	const table = new Map([...known, ...(more?.table ?? [])]);
	const remarks = [...listed.remarks, ...(selected?.remarks ?? []), ...(more?.remarks ?? [])];
	const isCutShort = [listed, selected, more].some(read => read?.isCutShort);
	if (output.isJson) {
		const isComplete = remarks.length === 0 && hidden === 0 && !isCutShort && cursor === undefined;
		const own = {read_at: readAt(context), is_complete: isComplete};
		const {projects: _, next_cursor: nextCursor = null, ...envelope} = listed.envelope ?? {};
		const together = {
			projects: projects.map(project => recordIn(listed.sent, project)),
			next_cursor: isSelected || hidden > 0 ? null : nextCursor,
			...envelope,
			_landfall: {...own, pages: listed.pages},
		};
		output.document(isOnePage && listed.envelope ? {...listed.envelope, _landfall: own} : together);
	} else printProjects(projects, table, context);

	if (remarks.length > 0) output.note(remarks.reduce((all, text) => plain`${all} ${text}`));
	if (hidden > 0) output.note(plain`${counted(hidden, 'more match', 'more matches')}: raise --limit, or use --all.`);
	if (isCutShort) {
		output.note(plain`Interrupted before everything was read, so projects may be missing.`);
		return signal.reason;
	}

	if (projects.length === 0 && remarks.length === 0 && !isOnePage)
		output.note(isSelected ? plain`No projects match.` : plain`There are no projects.`);
	if (projects.length > 0 && table.size === 0 && output.isTable)
		output.note(plain`--deployments adds the newest deployment of each project.`);
	return exitCodes.done;
}

/** Lets columns keep their room longer or shorter than on the screen. */
const withPriorities = <Row>(columns: ReadonlyArray<Column<Row>>, priorities: Readonly<Record<string, number>>) =>
	columns.map(column => withPriority(column, priorities[column.name] ?? column.keep));

/** Prints projects as lines, with their newest deployments if these were read. */
function printProjects(
	projects: readonly Project[],
	table: DeploymentTable,
	{output, rowContext}: CommandContext,
): void {
	const listing: Listing<ProjectRow> = {
		columns: table.size > 0 ? projectColumns : recordColumns,
		encode: ({project}) => encodeProject(project),
	};
	const rows = projects.map(project => {
		const recent = table.get(project.id)?.recent;
		return {project, isRead: recent !== undefined, newest: recent?.[0], recent: recent ?? []};
	});
	output.list(listing, rows, rowContext());
}

const deploymentListing: Listing<DeploymentView> = {
	// When room is short, the id comes first, as `get` and `wait` take it, and the age before how long it took.
	columns: withPriorities(deploymentColumns, {id: 10, started: 7.5}),
	encode: ({deployment}) => encodeDeployment(deployment),
};

async function listDeployments(
	project: Project,
	name: string,
	{limit, project: named}: ListOptions,
	client: RetryingClient,
	context: CommandContext,
): Promise<void> {
	const {output, wordMeanings, rowContext} = context;
	// The service documents no order, so finding the newest takes all of them.
	const {value: list, sent} = await client.listDeployments(project.id);
	const sorted = list.deployments
		.map(deployment => ({deployment}))
		.toSorted(newestFirst)
		.map(({deployment}) => deployment);
	const shown = sorted.slice(0, limit);
	if (output.isJson) {
		const body = sent();
		const {deployments: _, ...envelope} = body;
		const records = recordsAsSent(body, 'deployments');
		const isWhole = isComplete(list) && list.unreadable === 0 && shown.length === sorted.length;
		const own = {read_at: readAt(context), is_complete: isWhole};
		const deployments = shown.map(deployment => recordIn(records, deployment));
		output.document({deployments, ...envelope, _landfall: own}, named === '-');
	} else {
		const rows = shown.map(deployment => bareView(deployment, usualOf(sorted, deployment, wordMeanings)));
		output.list(deploymentListing, rows, rowContext());
	}

	if (list.unreadable > 0)
		output.note(plain`${counted(list.unreadable, 'record')} could not be read, so the list is incomplete.`);
	if (!isComplete(list))
		output.note(plain`The service lists at most ${listLimit} deployments, so there may be older ones.`);
	if (sorted.length === 0 && list.unreadable === 0) output.note(plain`${safe(name, 80)} has no deployments.`);
}
