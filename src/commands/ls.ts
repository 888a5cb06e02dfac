import {objectAsSent, recordsAsSent} from '../api/decode/as-sent.ts';
import type {Json} from '../api/decode/fields.ts';
import type {Deployment, Project} from '../api/types.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {projectRecord, usualFor} from '../present/project-record.ts';
import {newestFirst} from '../store/model/deployments/project-deployments.ts';
import type {Service} from '../store/model/login.ts';
import {plain, type SafeText, safe} from '../text.ts';
import {captureAnswer} from './headless/captured-answer.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {findProject} from './headless/find-project.ts';
import {forEachProject} from './headless/input-lines.ts';
import {isInterruption} from './headless/interruption.ts';
import {deploymentListing, projectListing} from './headless/listings.ts';
import {deploymentsIn} from './headless/newest-deployments.ts';
import {eachPage, maxPageSize} from './headless/pages.ts';
import {createReader, type Reader} from './headless/reader.ts';

type ListOptions = OptionsOf<'ls'>;

/** The service's maximum number of deployments in a list. */
const maxDeployments = 100;

/** Lists projects, or the deployments of one. Returns the exit code. */
export async function runList(options: ListOptions, context: CommandContext): Promise<number> {
	const service = await context.openService();
	const read = createReader(service.client, options, context);
	if (options.project !== undefined) {
		return forEachProject(options.project, context, name => listDeployments(name, options, read, context));
	}

	const isAsSent =
		context.output.isJson &&
		options.filter === undefined &&
		options.sort === undefined &&
		(options.limit ?? Number.POSITIVE_INFINITY) <= maxPageSize;
	return isAsSent ? printPage(options, read, context) : listProjects(options, service, read, context);
}

/** Prints one page as the service sent it. Returns the exit code. */
async function printPage({limit, cursor}: ListOptions, read: Reader, context: CommandContext): Promise<number> {
	const {output, clock, signal} = context;
	const answer = captureAnswer();
	const own = (isComplete: boolean) => ({
		_landfall: {read_at: new Date(clock.now()).toISOString(), is_complete: isComplete},
	});
	try {
		const query = {...(limit !== undefined && {limit}), ...(cursor !== undefined && {cursor})};
		const {nextCursor, unreadable} = await read((client, until, requestOptions) =>
			client.listProjects(query, until, {...requestOptions, ...answer.requestOptions}),
		);
		const isComplete = cursor === undefined && nextCursor === undefined && unreadable === 0;
		output.document({...objectAsSent(answer.body()), ...own(isComplete)});
		if (unreadable > 0) output.note(plain`${unreadable} of the service's records could not be read.`);
		if (nextCursor !== undefined)
			output.note(plain`There are more projects: use --all, or --cursor with this next_cursor.`);
		return exitCodes.done;
	} catch (error) {
		if (!isInterruption(error, context)) throw error;
		output.document({projects: [], ...own(false)});
		output.note(interruptedText);
		return signal.reason;
	}
}

const moreText = plain`There are more projects: raise --limit, or use --all.`;

const interruptedText = plain`Interrupted before everything was read, so projects may be missing.`;

/** Returns why a list may lack projects. */
function remarkOn(unreadable: number, remark: SafeText | undefined): SafeText | undefined {
	if (unreadable === 0) return remark;
	const missing = plain`${unreadable} of the service's records could not be read and are missing here.`;
	return remark ? plain`${missing} ${remark}` : missing;
}

/** The projects of the service. */
type Listed = {
	readonly projects: readonly Project[];
	/** As the service sent them, by id. */
	readonly sent: ReadonlyMap<string, Json>;
	/** The last page as the service sent it. */
	readonly envelope: Json | undefined;
	/** How many pages were read. */
	readonly pages: number;
	/** Why there may be more projects than these. */
	readonly remark: SafeText | undefined;
	/** Whether a signal ended the command before everything was read. */
	readonly isCutShort: boolean;
};

async function listProjects(
	options: ListOptions,
	service: Service,
	read: Reader,
	context: CommandContext,
): Promise<number> {
	const {output, clock, signal} = context;
	const isSelected = options.filter !== undefined || options.sort !== undefined;
	const select = isSelected
		? (await import('./headless/select-projects.ts')).createSelect(options, service, context)
		: undefined;
	const listed = await readProjects(read, isSelected ? {} : options, context);
	const found = select ? await select(listed, read) : {...listed, table: undefined};
	const projects = found.projects.slice(0, options.limit);
	const hidden = found.projects.length - projects.length;
	if (output.isJson) {
		const isWhole = found.remark === undefined && hidden === 0 && !found.isCutShort;
		const isComplete = isWhole && options.cursor === undefined;
		const {projects: _, next_cursor: nextCursor = null, ...envelope} = found.envelope ?? {};
		output.document({
			projects: projects.map(({id}) => found.sent.get(id)),
			next_cursor: isSelected || hidden > 0 ? null : nextCursor,
			...envelope,
			_landfall: {read_at: new Date(clock.now()).toISOString(), is_complete: isComplete, pages: found.pages},
		});
	} else {
		const {table} = found;
		const rows = projects.map(project => {
			const recent = table ? deploymentsIn(table, project.id) : [];
			const latest = table?.has(project.id) ? {deployment: recent[0]} : undefined;
			const flags = {unavailable: undefined, isStale: false, isGone: false, isMarked: false, isWatched: false};
			return {project, latest, recent, ...flags};
		});
		output.list(projectListing(table !== undefined), rows, context.rowContext());
	}

	if (found.remark) output.note(found.remark);
	if (hidden > 0) output.note(plain`${hidden} more match: raise --limit, or use --all.`);
	if (found.isCutShort) {
		output.note(interruptedText);
		return signal.reason;
	}

	if (projects.length === 0 && !found.remark)
		output.note(isSelected ? plain`No projects match.` : plain`There are no projects.`);
	return exitCodes.done;
}

/** Reads up to `limit` projects, or all of them. */
async function readProjects(
	read: Reader,
	{limit, cursor}: Partial<Pick<ListOptions, 'limit' | 'cursor'>>,
	context: CommandContext,
): Promise<Listed> {
	const projects = new Map<string, Project>();
	const sent = new Map<string, Json>();
	let envelope: Json | undefined;
	let remark: SafeText | undefined;
	let unreadable = 0;
	let pages = 0;
	let isCutShort = false;
	try {
		for await (const {page, sent: document, isStopped} of eachPage(read, {limit, cursor})) {
			for (const project of page.projects) projects.set(project.id, project);
			for (const [id, record] of recordsAsSent(document, 'projects')) sent.set(id, record);
			envelope = document;
			pages++;
			unreadable += page.unreadable;
			const hasMore = page.nextCursor !== undefined && projects.size >= (limit ?? Number.POSITIVE_INFINITY);
			if (hasMore) remark = moreText;
			if (isStopped) remark = plain`Stopped reading: the service repeated itself, so projects may be missing.`;
		}
	} catch (error) {
		if (!isInterruption(error, context)) throw error;
		isCutShort = true;
	}

	return {projects: [...projects.values()], sent, envelope, pages, remark: remarkOn(unreadable, remark), isCutShort};
}

async function listDeployments(
	name: string,
	{limit = maxDeployments}: ListOptions,
	read: Reader,
	{output, clock, pins, rowContext}: CommandContext,
): Promise<void> {
	const project = await findProject(read, name, output.note);
	const answer = captureAnswer();
	const list = await read((client, signal, requestOptions) =>
		// The service documents no order, so finding the newest takes all of them.
		client.listDeployments(project.id, {limit: maxDeployments}, signal, {...requestOptions, ...answer.requestOptions}),
	);
	const sorted = list.deployments
		.map(deployment => ({deployment}))
		.toSorted(newestFirst)
		.map(({deployment}) => deployment);
	const shown = sorted.slice(0, limit);
	if (output.isJson) {
		const sentList = objectAsSent(answer.body());
		const {deployments: _, ...envelope} = sentList ?? {};
		const sent = recordsAsSent(sentList, 'deployments');
		const isComplete = shown.length === sorted.length && list.unreadable === 0;
		const readAt = new Date(clock.now()).toISOString();
		output.document({
			deployments: shown.map(({id}) => sent.get(id)),
			...envelope,
			_landfall: {read_at: readAt, is_complete: isComplete && sorted.length < maxDeployments},
		});
	} else {
		output.list(deploymentListing, liveRows(shown, sorted, pins), rowContext());
	}

	if (list.unreadable > 0) output.note(plain`${list.unreadable} records could not be read and are missing here.`);
	if (sorted.length >= maxDeployments) {
		output.note(plain`The service lists at most ${maxDeployments} deployments, so there may be older ones.`);
	}

	if (sorted.length === 0 && list.unreadable === 0) output.note(plain`${safe(name, 80)} has no deployments.`);
}

/** Returns rows with the usual duration for their environment, computed from all known deployments. */
function liveRows(shown: readonly Deployment[], all: readonly Deployment[], pins: CommandContext['pins']) {
	const record = projectRecord(
		all.map(deployment => ({deployment, asOf: undefined})),
		pins,
	);
	const flags = {asOf: undefined, isGone: false, isWatched: false, hasChangedAgain: false};
	return shown.map(deployment => ({deployment, usual: usualFor(record, deployment), ...flags}));
}
