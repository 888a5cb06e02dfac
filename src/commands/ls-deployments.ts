import {encodeDeployment} from '../api/decode.ts';
import {Aborted} from '../api/errors.ts';
import {recordsAsSent} from '../api/raw-answer.ts';
import {type Deployment, listLimit, type Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {addPeriod, counted, plain, type SafeText, safe} from '../base/text.ts';
import type {OpenedService} from '../model/connection.ts';
import {newestFirst, noDeployments} from '../model/deployment-table.ts';
import {usualOf} from '../model/durations.ts';
import {projectTitle} from '../model/project-title.ts';
import {invalidityOf, parseQuery, problemSentence, queryProblem} from '../model/query.ts';
import {bareView, type DeploymentRow, deploymentColumns} from '../present/deployment.ts';
import {droppedInOrder} from '../present/table.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {forEachProject} from './find-project.ts';
import {createVersionsPrinter, projectColumn, unknownRemarks, versionRows} from './ls-versions.ts';
import {isoTimeNow, type ListOptions, type ReadList, readProjects, recordIn} from './read-projects.ts';
import type {RetryingClient} from './retrying-client.ts';
import {
	createParse,
	readTable,
	throwIfInvalid,
	undecidedOf,
	undecidedRemarks,
	undecidedWords,
} from './select-projects.ts';

type LsRow = DeploymentRow & {readonly project: Project};

// The id stays the longest, because `get` and `wait` need it.
const deploymentDropOrder = ['usual', 'took', 'version', 'started', 'environment', 'outcome', 'project', 'id'];
const columns = droppedInOrder(deploymentColumns, deploymentDropOrder);
const columnsWithProject = droppedInOrder<LsRow>([projectColumn, ...deploymentColumns], deploymentDropOrder);

const newestRows = (lists: readonly ReadList[]) =>
	lists.flatMap(({project, wanted}) => wanted.map(deployment => ({project, deployment}))).toSorted(newestFirst);

function createPrinter({limit, failOn, project: named}: ListOptions, context: CommandContext) {
	const {output, wordMeanings, rowContext} = context;
	const {testRow} = parseQuery(`outcome:${failOn}`, {now: rowContext().now, wordMeanings, table: new Map()});
	return (lists: readonly ReadList[], isWhole: boolean) => {
		const sorted = newestRows(lists);
		const shown = sorted.slice(0, limit);
		const beyondLimit = sorted.length - shown.length;
		const having = (match: boolean | 'undecided') =>
			shown.flatMap(({project, deployment}) => (testRow(project, deployment) === match ? deployment : []));
		if (output.isJson) {
			const bodies = new Map(lists.map(({project, sent}) => [project.id, sent()]));
			const records = new Map([...bodies].map(([id, body]) => [id, recordsAsSent(body, 'deployments')]));
			const deployments = shown.map(({project, deployment}) => ({
				...recordIn(records.get(project.id), deployment),
				_landfall: {project: projectTitle(project)},
			}));
			const {deployments: _, ...envelope} = (named !== undefined && [...bodies.values()][0]) || {};
			const landfallFields = {read_at: isoTimeNow(context), is_complete: isWhole && beyondLimit === 0};
			output.document({deployments, ...envelope, _landfall: landfallFields}, named === '-');
		} else {
			const recent = Map.groupBy(sorted, ({project}) => project.id);
			const usual = ({project, deployment}: (typeof shown)[number]) =>
				usualOf(recent.get(project.id)?.map(row => row.deployment) ?? [], deployment, wordMeanings);
			const rows = shown.map(row => ({...bareView(row.deployment, usual(row)), project: row.project}));
			const encode = ({deployment}: LsRow) => encodeDeployment(deployment);
			output.list({columns: named === undefined ? columnsWithProject : columns, encode}, rows, rowContext());
		}

		return {
			beyondLimit,
			fails: failOn !== undefined && having(true).length > 0,
			undecided: failOn ? having('undecided') : [],
		};
	};
}

function createReader(options: ListOptions, service: OpenedService, client: RetryingClient, context: CommandContext) {
	const {filter, project: named, listed} = options;
	const isOfVersions = listed === 'versions';
	const {wordMeanings} = context;
	const prepare = createParse(filter, service, context);
	return async (projects: readonly Project[]) => {
		const answers = new Map<string, Pick<ReadList, 'value' | 'sent'>>();
		const parse = await prepare();
		const candidates = projects.filter(parse(new Map()).mayHaveRows);
		const isNamed = named !== undefined;
		const {table, remarks, isCutShort} = await readTable(candidates, client, context, isNamed, answers);
		const query = parse(table);
		const lists = candidates.flatMap(project => {
			const answer = answers.get(project.id);
			const wanted = answer?.value.deployments.filter(deployment => query.testRow(project, deployment) === true) ?? [];
			return answer ? [{...answer, project, wanted}] : [];
		});
		const versions = isOfVersions ? lists.flatMap(list => versionRows(list, wordMeanings)) : [];
		const unclassified = versions.flatMap(row => row.unclassified ?? []);
		const isAnswered = ({project, wanted}: ReadList) =>
			isOfVersions
				? wanted.length > 0 || query.testProject(project) !== 'unread'
				: query.isAnsweredBy(table.get(project.id) ?? noDeployments);
		const undecided = lists.flatMap(({project, value}) => undecidedOf(project, query, value.deployments, wordMeanings));
		const scope = lists.length > 1 ? plain` of a project` : plain``;
		const older = plain`The service lists at most ${listLimit} deployments${scope}, so there may be older ones.`;
		const cutOff = lists.every(isAnswered) ? [] : [older];
		const shown = lists.flatMap(({value}) => value.deployments);
		const foundCount = lists.flatMap(({wanted}) => wanted).length;
		return {
			lists,
			versions,
			undecided,
			// An older deployment may be live.
			gaps: [...remarks, ...unknownRemarks(versions), ...(isOfVersions ? cutOff : [])],
			remarks: [
				...undecidedRemarks(undecided),
				...undecidedRemarks(unclassified, plain`be live`),
				...(isOfVersions ? [] : cutOff),
			],
			problem: queryProblem(query, foundCount, projects, shown),
			invalidity: filter === undefined ? undefined : invalidityOf(query, projects, shown),
			isCutShort,
		};
	};
}

export async function listDeployments(
	options: ListOptions,
	service: OpenedService,
	client: RetryingClient,
	context: CommandContext,
): Promise<number> {
	const {output, signal} = context;
	const {project: named, filter, failOn} = options;
	const read = createReader(options, service, client, context);
	const isOfVersions = options.listed === 'versions';
	const printVersions = createVersionsPrinter(options, context);
	const printDeployments = createPrinter(options, context);
	let fails = false;
	let hasGaps = false;
	const undecided: Deployment[] = [];

	function show(
		{lists, versions, gaps, isCutShort, problem, ...found}: Awaited<ReturnType<typeof read>>,
		none: SafeText,
	) {
		const remarks = [...gaps, ...found.remarks];
		// A named project may lack the values that the filter names.
		if (named === undefined && !isCutShort) throwIfInvalid(found.invalidity, remarks);
		if (problem) output.note(addPeriod(problemSentence(problem)));
		const isWhole = remarks.length === 0 && !isCutShort;
		const printed = isOfVersions ? printVersions(versions, isWhole) : printDeployments(lists, isWhole);
		fails ||= printed.fails;
		hasGaps ||= gaps.length > 0;
		undecided.push(...found.undecided, ...printed.undecided);
		for (const remark of new Set(remarks)) output.note(remark);
		const more = counted(printed.beyondLimit, isOfVersions ? 'more version' : 'older deployment');
		if (printed.beyondLimit > 0 && (isOfVersions || named === undefined)) output.note(plain`${more}: raise --limit.`);
		if (newestRows(lists).length === 0 && isWhole)
			output.note(filter === undefined ? none : plain`No ${safe(options.listed)} match.`);
	}

	function verdict(): number {
		// A known failure decides, whatever the others are.
		if (fails) return exitCodes.notGood;
		if (failOn !== undefined && hasGaps)
			throw new CommandError(
				exitCodes.unusable,
				plain`Not everything could be read, so landfall cannot tell whether --fail-on applies.`,
			);
		if (failOn === undefined || undecided.length === 0) return exitCodes.done;
		output.note(plain`Unknown words decide whether --fail-on applies: ${undecidedWords(undecided)}.`);
		return exitCodes.unknownConclusion;
	}

	if (named !== undefined) {
		const code = await forEachProject(named, {...context, client}, async ({project}, name) => {
			const found = await read([project]);
			if (found.isCutShort) throw new Aborted('The deployments were not read.');
			show(found, plain`${safe(name, 80)} has no deployments.`);
		});
		if (signal.aborted) return code;
		return code === exitCodes.done || fails ? verdict() : code;
	}

	const listed = await readProjects(client, {}, false, context);
	const found = await read(listed.projects);
	const isCutShort = listed.isCutShort || found.isCutShort;
	show({...found, gaps: [...listed.remarks, ...found.gaps], isCutShort}, plain`There are no deployments.`);
	if (isCutShort)
		output.note(plain`Interrupted before everything was read, so ${safe(options.listed)} may be missing.`);
	if (isCutShort) return signal.reason;
	return verdict();
}
