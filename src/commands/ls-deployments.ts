import {encodeDeployment} from '../api/decode.ts';
import {Aborted} from '../api/errors.ts';
import {recordsAsSent} from '../api/raw-answer.ts';
import {type Deployment, type DeploymentList, listLimit, type Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {Json} from '../base/json.ts';
import {counted, plain, type SafeText, safe} from '../base/text.ts';
import type {OpenedService} from '../model/connection.ts';
import {isComplete, newestFirst} from '../model/deployment-table.ts';
import {usualOf} from '../model/durations.ts';
import {projectTitle} from '../model/project-title.ts';
import {outcomeNames, outcomeOf, type WordMeanings} from '../model/status-words.ts';
import {bareView, type DeploymentView, deploymentColumns} from '../present/deployment.ts';
import {type Column, withPriorities} from '../present/table.ts';
import type {CommandContext} from './context.ts';
import {forEachProject} from './find-project.ts';
import {isoTimeNow, type ListOptions, readProjects, recordIn} from './read-projects.ts';
import type {RetryingClient} from './retrying-client.ts';
import {createSelect, readTable} from './select-projects.ts';

/** The deployments that the service lists for a project, as read and as sent. */
type AnsweredList = {readonly value: DeploymentList; readonly sent: () => Json};

type ReadList = AnsweredList & {
	readonly project: Project;
	/** Those of the list that are wanted. */
	readonly wanted: readonly Deployment[];
};

type LsRow = DeploymentView & {readonly project: Project};

// When room is short, the id comes first, as `get` and `wait` take it, and the age before how long it took.
const columns: ReadonlyArray<Column<DeploymentView>> = withPriorities(deploymentColumns, {id: 10, started: 7.5});

const projectColumn: Column<LsRow> = {
	name: 'project',
	width: [12, 34],
	keep: 9.5,
	cell: ({project}) => [{text: projectTitle(project), tone: 'name'}],
};

/** Returns the outcome of a deployment as options name it. */
const nameOfOutcome = (deployment: Deployment, wordMeanings: WordMeanings): string =>
	outcomeNames[outcomeOf(deployment, wordMeanings)].replace(' ', '-');

/** Returns the deployments of some lists, newest first. */
const newestRows = (lists: readonly ReadList[]) =>
	lists.flatMap(({project, wanted}) => wanted.map(deployment => ({project, deployment}))).toSorted(newestFirst);

/** Says that the service may have more deployments than it lists. */
function listLimitRemarks(lists: readonly ReadList[]): readonly SafeText[] {
	if (lists.every(({value}) => isComplete(value))) return [];
	const scope = lists.length > 1 ? plain` of a project` : plain``;
	return [plain`The service lists at most ${listLimit} deployments${scope}, so there may be older ones.`];
}

/** Returns a function that prints the newest deployments of some lists. It returns how many there are besides, and whether any that it printed has the outcome of `--fail-on`. */
function createPrint({limit, failOn, project: named}: ListOptions, context: CommandContext) {
	const {output, wordMeanings, rowContext} = context;
	return (lists: readonly ReadList[], isWhole: boolean) => {
		const sorted = newestRows(lists);
		const shown = sorted.slice(0, limit);
		const hidden = sorted.length - shown.length;
		const fails = shown.some(({deployment}) => nameOfOutcome(deployment, wordMeanings) === failOn);
		if (output.isJson) {
			const bodies = new Map(lists.map(({project, sent}) => [project.id, sent()]));
			const records = new Map([...bodies].map(([id, body]) => [id, recordsAsSent(body, 'deployments')]));
			const deployments = shown.map(({project, deployment}) => recordIn(records.get(project.id), deployment));
			const {deployments: _, ...envelope} = (named !== undefined && [...bodies.values()][0]) || {};
			const own = {read_at: isoTimeNow(context), is_complete: isWhole && hidden === 0};
			output.document({deployments, ...envelope, _landfall: own}, named === '-');
		} else {
			const recent = Map.groupBy(sorted, ({project}) => project.id);
			const usual = ({project, deployment}: (typeof shown)[number]) =>
				usualOf(recent.get(project.id)?.map(row => row.deployment) ?? [], deployment, wordMeanings);
			const rows = shown.map(row => ({...bareView(row.deployment, usual(row)), project: row.project}));
			const encode = ({deployment}: LsRow) => encodeDeployment(deployment);
			output.list({columns: named === undefined ? [projectColumn, ...columns] : columns, encode}, rows, rowContext());
		}

		return {hidden, fails};
	};
}

/** Returns a function that reads the deployments of some projects, each list once, and chooses those that match the filter. `remarks` say what may be missing, and `isCutShort` whether a signal ended the command. */
function createRead(options: ListOptions, service: OpenedService, client: RetryingClient, context: CommandContext) {
	const select = createSelect(options, service, context);
	return async (projects: readonly Project[]) => {
		const answers = new Map<string, AnsweredList>();
		const keeping: RetryingClient = {
			...client,
			async listDeployments(projectId) {
				const answer = await client.listDeployments(projectId);
				answers.set(projectId, answer);
				return answer;
			},
		};
		const selected = await select(projects, keeping);
		// The filter has read those that it depends on.
		const unread = selected.projects.filter(({id}) => !answers.has(id));
		const read = await readTable(unread, keeping, context);
		const lists = selected.projects.flatMap(project => {
			const answer = answers.get(project.id);
			const wanted = answer?.value.deployments.filter(deployment => selected.fits(project, deployment)) ?? [];
			return answer ? [{...answer, project, wanted}] : [];
		});
		const remarks = [...selected.remarks, ...read.remarks, ...listLimitRemarks(lists)];
		return {lists, remarks, isCutShort: selected.isCutShort || read.isCutShort};
	};
}

/** Lists the deployments of all projects together, or of each project that an argument stands for. Returns the exit code. */
export async function listDeployments(
	options: ListOptions,
	service: OpenedService,
	client: RetryingClient,
	context: CommandContext,
): Promise<number> {
	const {output, signal} = context;
	const {project: named, filter} = options;
	const read = createRead(options, service, client, context);
	const print = createPrint(options, context);
	let fails = false;

	/** Prints what was read, and says what may be missing. */
	function show({lists, remarks, isCutShort}: Awaited<ReturnType<typeof read>>, none: SafeText) {
		const printed = print(lists, remarks.length === 0 && !isCutShort);
		fails ||= printed.fails;
		for (const remark of new Set(remarks)) output.note(remark);
		if (printed.hidden > 0 && named === undefined)
			output.note(plain`${counted(printed.hidden, 'older deployment')}: raise --limit.`);
		if (newestRows(lists).length === 0 && remarks.length === 0 && !isCutShort)
			output.note(filter === undefined ? none : plain`No deployments match.`);
	}

	if (named !== undefined) {
		const code = await forEachProject(named, {...context, client}, async ({project}, name) => {
			const found = await read([project]);
			if (found.isCutShort) throw new Aborted('The deployments were not read.');
			show(found, plain`${safe(name, 80)} has no deployments.`);
		});
		return fails && !signal.aborted ? exitCodes.notGood : code;
	}

	const listed = await readProjects(client, {}, false, context);
	const found = await read(listed.projects);
	const isCutShort = listed.isCutShort || found.isCutShort;
	show(
		{lists: found.lists, remarks: [...listed.remarks, ...found.remarks], isCutShort},
		plain`There are no deployments.`,
	);
	if (isCutShort) output.note(plain`Interrupted before everything was read, so deployments may be missing.`);
	if (isCutShort) return signal.reason;
	return fails ? exitCodes.notGood : exitCodes.done;
}
