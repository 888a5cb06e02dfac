import {errorSentence} from '../../api/errors.ts';
import type {Project} from '../../api/types.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {projectTitle} from '../../project-title.ts';
import type {DeploymentTable} from '../../store/model/deployments/deployment-table.ts';
import type {Watches} from '../../store/model/deployments/watches.ts';
import type {Service} from '../../store/model/login.ts';
import {createMatcher, parseQuery, remarkOn} from '../../store/model/projects/query.ts';
import {isDerived, parseSort, type Sort, sorted, sortKeys} from '../../store/model/projects/sorting.ts';
import {deployedVersions, driftOf} from '../../store/model/versions.ts';
import {plain, type SafeText, safe, withPeriod} from '../../text.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {deploymentsIn, newestDeployments, type RefusedProjects} from './newest-deployments.ts';
import type {Reader} from './reader.ts';

type Selection = {readonly filter: string | undefined; readonly sort: string | undefined};

/** Parses the value of `--sort`. */
function sortOf(text: string): Sort {
	const sort = parseSort(text);
	if (sort) return sort;
	const known = safe(`${sortKeys.slice(0, -1).join(', ')} or ${sortKeys.at(-1)}`);
	const field = safe(text.trim().replace(/^-/, ''), 40);
	throw new CommandError(exitCodes.usage, plain`--sort does not know ${field}. Sort by ${known}.`);
}

/** `remark` says why something may be missing. */
type Selectable = {
	readonly projects: readonly Project[];
	readonly remark: SafeText | undefined;
	/** Whether a signal ended the command before everything was read. */
	readonly isCutShort: boolean;
};

/** Filters and sorts projects. Reads deployments only where the result depends on them. */
type Select = <Listed extends Selectable>(
	listed: Listed,
	read: Reader,
) => Promise<Listed & {readonly table: DeploymentTable | undefined}>;

/** Returns a function that filters and sorts projects. Throws `CommandError` if the filter or the order is invalid, before anything is read. */
export function createSelect({filter = '', sort}: Selection, service: Service, context: CommandContext): Select {
	const order = sort === undefined ? undefined : sortOf(sort);
	const query = parseQuery(filter, {now: context.rowContext().now, pins: context.pins});
	const ignored = query.hasIgnored ? remarkOn(query, 0) : undefined;
	if (ignored) {
		// While a filter is typed on the screen, ignoring such a word does no harm. A script would take all projects for matches.
		throw new CommandError(exitCodes.usage, plain`--filter was not used, so nothing is listed. ${ignored.text}.`);
	}

	return async (listed, read) => {
		const watches = /\bis:/i.test(filter) ? await context.watches(service) : noWatches;
		return select(listed, {filter, order, watches}, read, context);
	};
}

const noWatches: Watches = new Map();

function refusalText([first, ...others]: RefusedProjects): SafeText | undefined {
	if (!first) return undefined;
	const names = plain`${projectTitle(first.project)}${others.length > 0 ? plain` and ${others.length} more` : plain``}`;
	return plain`The deployments of ${names} could not be read: ${withPeriod(errorSentence(first.error))}`;
}

async function select<Listed extends Selectable>(
	listed: Listed,
	{filter, order, watches}: {readonly filter: string; readonly order: Sort | undefined; readonly watches: Watches},
	read: Reader,
	context: CommandContext,
): Promise<Listed & {readonly table: DeploymentTable | undefined}> {
	const {output, pins, rowContext} = context;
	const query = parseQuery(filter, {now: rowContext().now, pins, watches});
	const match = createMatcher(query);
	const search = (rows: readonly Project[], table: DeploymentTable) =>
		match(rows, table, ({id}) => deploymentsIn(table, id)[0]);
	const none: DeploymentTable = new Map();
	const {found, unread} = search(listed.projects, none);
	// A word might also match the status of a newest deployment, but that is not worth a request for each project.
	const needed = order && isDerived(order.by) ? [...found, ...unread] : unread;
	const {
		table,
		unreadable = 0,
		refused = [],
		isCutShort = false,
	} = needed.length > 0 ? await newestDeployments(read, needed, context) : {};
	const ids = new Set([...found, ...search(unread, table ?? none).found].map(({id}) => id));
	const matching = listed.projects.filter(({id}) => ids.has(id));
	const remark = remarkOn(query, matching.length);
	if (remark) output.note(plain`${remark.text}.`);
	const derived = (project: Project): number | undefined => {
		const own = table ? deploymentsIn(table, project.id) : [];
		if (order?.by === 'drift') return driftOf(project, deployedVersions(own, pins));
		return own[0]?.createdAt ?? own[0]?.concludedAt;
	};
	const flaw = plain`Deployments that could not be read: ${unreadable}. The newest of a project may be among them.`;
	const remarks = [listed.remark, unreadable > 0 ? flaw : undefined, refusalText(refused)].filter(
		text => text !== undefined,
	);
	return {
		...listed,
		projects: order ? sorted(matching, order, derived) : matching,
		table,
		isCutShort: listed.isCutShort || isCutShort,
		remark: remarks.length > 0 ? remarks.reduce((all, text) => plain`${all} ${text}`) : undefined,
	};
}
