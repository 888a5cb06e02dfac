import type {Client} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import type {Deployment, DeploymentList, Project} from '../../api/types.ts';
import {type Clock, type LocalTime, type ServiceTime, toServiceTime} from '../../clock.ts';
import {projectTitle} from '../../project-title.ts';
import type {Pins} from '../../status-words.ts';
import {listLimit} from '../../store/model/deployments/list-evidence.ts';
import {
	type Arrival,
	noDeployments,
	type ProjectDeployments,
	rowIn,
	withListRead,
	withOneRead,
} from '../../store/model/deployments/project-deployments.ts';
import type {SafeText} from '../../text.ts';
import {select, startWith, type WaitStart, type Which} from './selection.ts';
import {type DecidingWords, gone, unknownDeployment, type Verdict, verdictOn} from './verdict.ts';

/** What to wait for in one project. */
export type Wanted = {
	readonly project: Project;
	/** Undefined to select the deployments once a list is read. */
	readonly deploymentId: string | undefined;
	readonly which: Which;
};

/** What keeps landfall from reading. */
export type Trouble = {
	readonly error: ApiError;
	/** When it began, by the local clock. */
	readonly since: LocalTime;
	/** How long landfall had waited then, except while the computer slept. */
	readonly sinceMs: number;
	/** When it tries again, by the local clock. Undefined while it does. */
	readonly nextAt?: LocalTime | undefined;
};

/** Waiting for deployments of one project: what is awaited, what was read, and the verdicts so far. */
export type ProjectWait = {
	readonly projectId: string;
	/** The project's title. */
	readonly project: SafeText;
	readonly which: Which;
	readonly known: ProjectDeployments;
	/** Undefined until a list has been read. */
	readonly start: WaitStart | undefined;
	/** The awaited deployments. Undefined until they are selected. */
	readonly ids: readonly string[] | undefined;
	/** The verdicts on deployments, by id. */
	readonly verdicts: ReadonlyMap<string, Verdict>;
	/** The verdict on the project, if there is no deployment to wait for. */
	readonly verdict: Verdict | undefined;
	/** The deployments, or the project itself, that the last answers showed to be missing. */
	readonly missing: ReadonlySet<string>;
	readonly trouble: Trouble | undefined;
};

/** `project` may be unread: then its id is what the user typed. */
export const newWait = ({
	project,
	deploymentId,
	which,
}: Omit<Wanted, 'project'> & {readonly project: Pick<Project, 'id'> & Partial<Project>}): ProjectWait => ({
	projectId: project.id,
	project: projectTitle(project),
	which,
	known: noDeployments,
	start: undefined,
	ids: deploymentId === undefined ? undefined : [deploymentId],
	verdicts: new Map(),
	verdict: undefined,
	missing: new Set(),
	trouble: undefined,
});

/** The selected deployments without a verdict. */
export const openIds = ({ids = [], verdicts}: ProjectWait): readonly string[] => ids.filter(id => !verdicts.has(id));

export const isOver = (wait: ProjectWait): boolean =>
	wait.verdict !== undefined || (wait.ids !== undefined && openIds(wait).length === 0);

/** Ends whatever is still awaited with the same verdict. */
export const endedWith = (wait: ProjectWait, verdictFor: (deploymentId: string | undefined) => Verdict): ProjectWait =>
	wait.ids === undefined
		? {...wait, verdict: verdictFor(undefined)}
		: {...wait, verdicts: new Map([...wait.verdicts, ...openIds(wait).map(id => [id, verdictFor(id)] as const)])};

/** Returns a deployment as it was last read. */
export const readDeployment = ({known}: ProjectWait, id: string | undefined) =>
	id === undefined ? undefined : rowIn(known, id);

/** Returns the time by which everything awaited had been read, by the local clock. Undefined if something has never been read. */
export function readAtOf(wait: ProjectWait): LocalTime | undefined {
	if (wait.ids === undefined) return wait.known.askedAt;
	const times = openIds(wait).map(id => readDeployment(wait, id)?.askedAt);
	return times.every(at => at !== undefined) ? Math.min(...times) : undefined;
}

/** The answers to one round of reads. An error stands for an answer that did not come. */
export type Answers = {
	/** When the round began, by the local clock. */
	readonly askedAt: LocalTime;
	readonly list: Read<DeploymentList>;
	/** The awaited deployments that the list lacks. */
	readonly records: ReadonlyMap<string, Read<Deployment>>;
	/** Whether the service knows other projects, but not this one. */
	readonly isProjectMissing: boolean;
};

type Read<Value> = Arrival & ({readonly value: Value; readonly error?: undefined} | {readonly error: ApiError});

type ReadOptions = {
	readonly client: Client;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** Resolves when one more read may be sent. */
	readonly admit: () => Promise<unknown>;
	/** Returns the service's clock minus the local one. */
	readonly skewMs: () => number;
};

/** Whether an error says something about the service as a whole, so that another read would fail as well. */
const isServiceDown = ({kind}: ApiError): boolean =>
	kind === 'network' || kind === 'timeout' || kind === 'busy' || kind === 'auth';

/** Reads the list of a project's deployments, and each awaited one that it lacks. */
export async function readRound(wait: ProjectWait, {client, clock, signal, admit, skewMs}: ReadOptions) {
	const {projectId} = wait;
	const read = async <Value>(send: () => Promise<Value>): Promise<Read<Value>> => {
		await admit();
		const askedAt = clock.now();
		const arrival = () => ({askedAt, at: clock.now(), skewMs: skewMs()});
		try {
			const value = await send();
			return {value, ...arrival()};
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return {error, ...arrival()};
		}
	};

	const list = await read(() => client.listDeployments(projectId, {limit: listLimit}, signal));
	const records = new Map<string, Read<Deployment>>();
	const answers: Answers = {askedAt: list.askedAt, list, records, isProjectMissing: false};
	if (list.error && isServiceDown(list.error)) return answers;
	const listed = new Set(list.error ? [] : list.value.deployments.map(({id}) => id));
	for (const id of openIds(wait)) {
		if (!listed.has(id)) records.set(id, await read(() => client.readDeployment(projectId, id, signal)));
	}

	const isMissing = ({error}: Read<unknown>) => error?.kind === 'missing';
	if (![list, ...records.values()].every(isMissing)) return answers;
	if (!isMissing(await read(() => client.readProject(projectId, signal)))) return answers;
	// A gateway may answer everything with 404. Then it proves nothing.
	const page = await read(() => client.listProjects({limit: 1}, signal));
	const isProjectMissing = !page.error && page.value.projects.every(({id}) => id !== projectId);
	return {...answers, isProjectMissing};
}

/** Returns what is known about the deployments of the project after some answers. */
function knownAfter(known: ProjectDeployments, {list, records}: Answers): ProjectDeployments {
	let next = list.error ? known : withListRead(known, list.value, list);
	for (const read of records.values()) if (!read.error) next = withOneRead(next, read.value, read);
	return next;
}

/** Returns the deployments, or the project itself, that some answers show to be missing. A deployment is missing if neither the list nor its own record has it. */
function missingIn(projectId: string, {list, records, isProjectMissing}: Answers): ReadonlySet<string> {
	if (isProjectMissing) return new Set([projectId]);
	const lacking = list.error ? [] : [...records].filter(([, {error}]) => error?.kind === 'missing');
	return new Set(lacking.map(([id]) => id));
}

/** Returns the error that keeps landfall from reading what is awaited. */
function errorIn(wait: ProjectWait, {list, records}: Answers): ApiError | undefined {
	if (wait.ids === undefined || records.size === 0) return list.error;
	const failed = openIds(wait).flatMap(id => records.get(id)?.error ?? []);
	return failed.find(({kind}) => list.error || kind !== 'missing');
}

export type Beginning = {
	/** When landfall began to wait, by the service's clock. Undefined if the service does not tell its time. */
	readonly serviceStart: ServiceTime | undefined;
	readonly words: DecidingWords;
	readonly pins: Pins;
	/** How long landfall had waited when the round began. */
	readonly passedMs: number;
};

/** Returns the wait after a round of reads. A single 404 does not prove that something is gone. */
export function waitAfter(wait: ProjectWait, answers: Answers, beginning: Beginning): ProjectWait {
	const {list, records} = answers;
	const known = knownAfter(wait.known, answers);
	const missing = missingIn(wait.projectId, answers);
	const error = errorIn(wait, answers);
	const trouble = error && {sinceMs: beginning.passedMs, since: answers.askedAt, ...wait.trouble, error};
	let next: ProjectWait = {...wait, known, missing, trouble};
	if (wait.missing.has(wait.projectId) && missing.has(wait.projectId)) return endedWith(next, () => gone);
	if (next.ids === undefined && !list.error) {
		const read = {list: list.value, askedAt: list.askedAt};
		const start = next.start ?? startWith(read, beginning.serviceStart);
		next = {...next, start, ...select(next.which, read, start)};
	}

	const verdictFor = (id: string): Verdict | undefined => {
		const row = rowIn(known, id);
		const verdict = row && verdictOn(row.deployment, beginning.words, beginning.pins);
		const refusal = records.get(id)?.error?.kind;
		// Both mean that this cannot be an id.
		const isNoId = !row && (refusal === 'rejected' || refusal === 'refused');
		const isMissing = wait.missing.has(id) && missing.has(id);
		return verdict ?? (isNoId || (isMissing && !row) ? unknownDeployment : isMissing ? gone : undefined);
	};
	const verdicts = openIds(next).flatMap(id => {
		const verdict = verdictFor(id);
		return verdict ? [[id, verdict] as const] : [];
	});
	return verdicts.length > 0 ? {...next, verdicts: new Map([...next.verdicts, ...verdicts])} : next;
}

/** When landfall began to wait, by the service's clock. */
export const serviceStartOf = (startedAt: LocalTime, skewMs: number | undefined): ServiceTime | undefined =>
	skewMs === undefined ? undefined : toServiceTime(startedAt, skewMs);
