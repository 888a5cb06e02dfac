import {type ApiError, errorSentence} from '../api/errors.ts';
import {type Deployment, listLimit, type Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {addPeriod, counted, plain, type SafeText, safe} from '../base/text.ts';
import {isFromDeployments, parseSort, type Sort, sorted, sortNames} from '../model/arrangement.ts';
import {connectionKey, type OpenedService} from '../model/connection.ts';
import {type DeploymentTable, noDeployments, type ProjectDeployments, withListRead} from '../model/deployment-table.ts';
import {projectTitle} from '../model/project-title.ts';
import {findIn, invalidityOf, parseQuery, problemSentence, type Query, queryProblem} from '../model/query.ts';
import {outcomeOf, outcomeWord, type WordMeanings} from '../model/status-words.ts';
import {type Watches, watchKey} from '../model/watch.ts';
import {CommandError, isInterrupted, isInterruption} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {isAboutOne} from './find-project.ts';
import type {ListOptions, ReadList} from './read-projects.ts';
import type {RetryingClient} from './retrying-client.ts';

const concurrency = 6;

function sortOf(text: string): Sort {
	const sort = parseSort(text);
	if (sort) return sort;
	const fields = safe(`${sortNames.slice(0, -1).join(', ')} or ${sortNames.at(-1)}`);
	const field = safe(text.trim().replace(/^-/, ''), 40);
	throw new CommandError(exitCodes.usage, plain`--sort does not know ${field}. Sort by ${fields}.`);
}

/** Throws `CommandError` for an invalid filter, before anything is read. Reads the user's watches only if the filter needs them. */
export function createParse(filter: string | undefined, service: OpenedService, context: CommandContext) {
	const {wordMeanings, rowContext} = context;
	const parse = (table: DeploymentTable, watches: Watches = new Map()) =>
		parseQuery(filter ?? '', {now: rowContext().now, wordMeanings, filters: service.filters, table, watches});
	const typed = parse(new Map());
	// A screen may ignore an invalid condition while it is typed. A script would take every listed project for a match.
	if (filter !== undefined) throwIfInvalid(invalidityOf(typed));
	return async () => {
		const watches = typed.usesWatches ? await watchesOf(service, context) : undefined;
		return (table: DeploymentTable) => parse(table, watches);
	};
}

/** Reads deployments only if the result needs them. Throws `CommandError` for an invalid filter or order, before anything is read. */
export function createSelect({filter, sort}: ListOptions, service: OpenedService, context: CommandContext) {
	const {output, wordMeanings} = context;
	const order = sort === undefined ? undefined : sortOf(sort);
	const prepare = createParse(filter, service, context);
	return async (projects: readonly Project[], client: RetryingClient) => {
		const parse = await prepare();
		const {found, unread} = findIn(projects, parse(new Map()));
		const needed = order && isFromDeployments(order.by) ? [...found, ...unread] : unread;
		const {table, remarks, isCutShort} = await readTable(needed, client, context);
		const query = parse(table);
		const read = findIn(unread, query);
		const ids = new Set([...found, ...read.found].map(({id}) => id));
		const matching = projects.filter(({id}) => ids.has(id));
		const cut = read.unread.filter(({id}) => table.has(id));
		const problem = queryProblem(query, matching.length);
		if (problem) output.note(addPeriod(problemSentence(problem)));
		const undecided = read.undecided.flatMap(project =>
			undecidedOf(project, query, table.get(project.id)?.recent ?? [], wordMeanings),
		);
		const cutShort = counted(cut.length, 'project');
		const older = plain`The service lists at most ${listLimit} deployments, and older ones of ${cutShort} may match.`;
		return {
			projects: order ? sorted(matching, order, {table, wordMeanings}) : matching,
			invalidity: filter === undefined || isInterrupted(context) ? undefined : invalidityOf(query, projects),
			table,
			remarks: [...remarks, ...(cut.length > 0 ? [older] : []), ...undecidedRemarks(undecided)],
			isCutShort,
		};
	};
}

export function throwIfInvalid(invalidity: SafeText | undefined, remarks: readonly SafeText[] = []): void {
	if (!invalidity) return;
	const message = remarks.reduce((all, text) => plain`${all} ${text}`, invalidity);
	throw new CommandError(exitCodes.usage, plain`The filter is invalid: ${message}`);
}

/** The deployments with the unknown words. One that meets no condition may still be live. */
export function undecidedOf(
	project: Project,
	{testRow}: Query,
	deployments: readonly Deployment[],
	wordMeanings: WordMeanings,
): readonly Deployment[] {
	const undecided = deployments.filter(deployment => testRow(project, deployment) === 'undecided');
	const hasUnknownWord = (deployment: Deployment) => outcomeOf(deployment, wordMeanings) === 'unknown';
	const own = undecided.filter(hasUnknownWord);
	return own.length < undecided.length ? deployments.filter(hasUnknownWord) : own;
}

export function undecidedRemarks(deployments: readonly Deployment[], may = plain`match, too`): readonly SafeText[] {
	if (deployments.length === 0) return [];
	const count = counted(deployments.length, 'deployment');
	return [plain`${count} with unknown words may ${may}: ${undecidedWords(deployments)}.`];
}

export function undecidedWords(deployments: readonly Deployment[]): SafeText {
	const words = deployments.map(each => outcomeWord(each) ?? plain`no word`);
	return plain`${safe([...new Set(words)].join(', '), 200)}. Classify them with m on the screen`;
}

async function watchesOf(service: OpenedService, {openJournal}: CommandContext): Promise<Watches> {
	const journal = await openJournal();
	const {watches} = journal.snapshot(connectionKey(service));
	const notice = journal.takeNotice();
	const problem = journal.problem() ?? notice;
	if (problem) throw new CommandError(exitCodes.usage, problem);
	return new Map(watches.map(watch => [watchKey(watch), watch]));
}

/** `remarks`: what is missing. Throws if no list could be read at all: the first `ApiError` if the user named the projects. */
export async function readTable(
	projects: readonly Project[],
	client: RetryingClient,
	context: CommandContext,
	areNamed = false,
	answers?: Map<string, Pick<ReadList, 'value' | 'sent'>>,
) {
	const {clock} = context;
	const table = new Map<string, ProjectDeployments>();
	const rejected: Array<{readonly project: Project; readonly error: ApiError}> = [];
	let unreadable = 0;
	let isCutShort = false;
	const queue = projects[Symbol.iterator]();
	const readEach = async () => {
		for (const project of queue) {
			const [done, total] = [table.size + rejected.length, projects.length];
			client.progress(plain`Read the deployments of ${done} of ${counted(total, 'project')}`, {done, total});
			const readAt = clock.now();
			try {
				const answer = await client.listDeployments(project.id);
				const list = answer.value;
				answers?.set(project.id, answer);
				unreadable += list.unreadable;
				table.set(project.id, withListRead(noDeployments, list, {readAt, at: clock.now(), skewMs: 0}));
			} catch (error) {
				isCutShort ||= isInterruption(error, context);
				if (isCutShort) return;
				if (!isAboutOne(error)) throw error;
				rejected.push({project, error});
			}
		}
	};

	await Promise.all(Array.from({length: concurrency}, readEach));
	client.progress(undefined);
	const [first, ...others] = rejected;
	const remarks: SafeText[] = [];
	if (unreadable > 0)
		remarks.push(plain`${counted(unreadable, 'deployment')} could not be read, so the list may be incomplete.`);

	if (first) {
		const more = others.length > 0 ? plain` and ${counted(others.length, 'more project')}` : plain``;
		const why = addPeriod(errorSentence(first.error));
		const remark = plain`The deployments of ${projectTitle(first.project)}${more} could not be read: ${why}`;
		if (table.size === 0 && !isCutShort)
			throw areNamed ? first.error : new CommandError(exitCodes.unusable, remark, {cause: first.error});
		remarks.push(remark);
	}

	return {table, remarks, isCutShort};
}
