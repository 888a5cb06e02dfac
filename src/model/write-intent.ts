import {changeNames} from '../api/decode.ts';
import {type Deployment, type DeploymentList, listLimit, type Project, type ProjectChanges} from '../api/types.ts';
import {type LocalTime, type ServiceTime, type Time, toServiceTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {caseless, counted, isVisible, looksLike, plain, type SafeText, safe} from '../base/text.ts';
import {type AskedFor, bodyIn} from './confirmation.ts';
import {isComplete} from './deployment-table.ts';
import {valuesFrom} from './form.ts';
import {bodyDraftKey, type Draft, type Drafts} from './journal-snapshot.ts';
import {projectTitle} from './project-title.ts';
import {versionOf} from './upload-version.ts';

export type Base = {readonly updatedAt: ServiceTime | undefined; readonly values: ProjectChanges};

export type Write =
	/** `known`: the ids of all projects read before. */
	| {readonly kind: 'create'; readonly name: string; readonly known: readonly string[]}
	| {readonly kind: 'edit'; readonly projectId: string; readonly changes: ProjectChanges; readonly base: Base}
	| {readonly kind: 'delete'; readonly projectId: string}
	/** `known`: the ids of all earlier deployments. Undefined if the list may be incomplete. */
	| {
			readonly kind: 'deploy';
			readonly projectId: string;
			readonly body: string;
			readonly known: readonly string[] | undefined;
			/** Undefined for a body of the user's own. */
			readonly asked?: AskedFor | undefined;
	  }
	| {readonly kind: 'other'; readonly method: string; readonly path: string};

export type Intent = {
	readonly id: string;
	readonly at: LocalTime;
	readonly serviceAt: ServiceTime;
	/** By the clock since boot: when the write was recorded, or when landfall gave up on its answer. */
	readonly waitedAt: number;
	readonly keyFingerprint?: string | undefined;
	/** The title of the project. For any other request, its method and path. */
	readonly project: string;
	readonly write: Write | {readonly kind: 'unreadable'};
};

export type IntentRef = {
	readonly id: string;
	readonly connectionId: number;
	/** Empty for a project that does not exist yet. */
	readonly projectId: string;
	readonly project: string;
};

/** `differences`: values that the service stored differently. */
type ChangedProject = {readonly project: Project; readonly differences?: SafeText | undefined};

export type Effect = {readonly notice: SafeText} & (
	| ({readonly kind: 'created'; readonly name: string} & ChangedProject)
	| ({readonly kind: 'saved'; readonly sent: ProjectChanges; readonly earlier: ProjectChanges} & ChangedProject)
	| {readonly kind: 'deleted'}
	/** The service has accepted the deletion, which is not done yet. */
	| {readonly kind: 'deleting'}
	/** `differences`: what the service chose instead of what was asked for. */
	| {
			readonly kind: 'deployed';
			readonly body: string;
			readonly deployment: Deployment;
			readonly differences?: SafeText | undefined;
	  }
	| {readonly kind: 'executed'; readonly requestId: SafeText | undefined}
);

export type Done = {readonly ref: IntentRef} & Effect;

/** Keys of the drafts without anything beyond the executed write. */
export function sentDrafts(drafts: Drafts, done: Done): readonly string[] {
	const {projectId} = done.ref;
	const bodyKey = bodyDraftKey(projectId);
	const isSent = (key: string, draft: Draft): boolean => {
		if (key !== projectId && key !== bodyKey) return false;
		if (done.kind === 'deleted') return true;
		if (key === bodyKey) return done.kind === 'deployed' && bodyIn(draft.body ?? '') === bodyIn(done.body);
		if (done.kind === 'created') return draft.name === done.name;
		if (done.kind !== 'saved') return false;
		const saved: Draft = {...baseOf(done.project).values, ...done.sent};
		return Object.entries(draft).every(([field, text]) => text === (saved[field] ?? ''));
	};
	return [...drafts].flatMap(([key, draft]) => (isSent(key, draft) ? key : []));
}

export const refOf = ({id, project, write}: Intent, connectionId: number): IntentRef => ({
	id,
	connectionId,
	projectId: projectIdOf(write),
	project,
});

export const projectIdOf = (write: Intent['write']): string => ('projectId' in write ? write.projectId : '');

const doneVerbs: Readonly<Record<Intent['write']['kind'], SafeText>> = {
	create: plain`added`,
	edit: plain`changed`,
	delete: plain`deleted`,
	deploy: plain`deployed`,
	other: plain`executed`,
	unreadable: plain`made`,
};

export const writeText = ({write, project}: Intent): SafeText =>
	plain`${safe(project, 280)} was ${doneVerbs[write.kind]}`;

export const unconfirmedWriteText = (intended: Intent): SafeText =>
	plain`landfall does not know whether ${writeText(intended)}`;

const editableFields = Object.keys(changeNames) as ReadonlyArray<keyof ProjectChanges>;

export const fieldsWith = (valueIn: (field: keyof ProjectChanges) => string | undefined): ProjectChanges =>
	valuesFrom(
		editableFields.flatMap(field => {
			const value = valueIn(field);
			return value === undefined ? [] : [[field, value] as const];
		}),
	);

const fieldsIn = (changes: ProjectChanges) => editableFields.filter(field => changes[field] !== undefined);

export const baseOf = (project: Project): Base => ({
	updatedAt: project.updatedAt,
	values: fieldsWith(field => project[field]?.exact),
});

/** A missing value equals an empty one, because a service may send either for a cleared field. */
export const isSameField = (field: keyof ProjectChanges, a: ProjectChanges, b: ProjectChanges): boolean =>
	(a[field] ?? '') === (b[field] ?? '');

function differencesText(project: Project, from: ProjectChanges, how: (from: string, now: string) => string): SafeText {
	const {values} = baseOf(project);
	const texts = fieldsIn(from)
		.filter(field => !isSameField(field, values, from))
		.map(field => `${changeNames[field]}: ${how(from[field] || 'nothing', values[field] || 'nothing')}`);
	return safe(texts.join(' · '), 500);
}

export const keptText = (project: Project, sent: ProjectChanges): SafeText =>
	differencesText(project, sent, (from, now) => `sent ${from}, the service kept ${now}`);

export const changesText = (project: Project, earlier: ProjectChanges): SafeText =>
	differencesText(project, earlier, (from, now) => `${from} → ${now}`);

export function otherThanAsked({version, environment}: AskedFor, deployment: Deployment): SafeText | undefined {
	const {environmentId, uploadVersion} = deployment;
	const differences = [
		...(version === undefined || version === uploadVersion ? [] : [[`v${version}`, versionOf(deployment)]]),
		...(!environment || environment.exact === environmentId?.exact ? [] : [[environment.shown, environmentId?.shown]]),
	].map(([asked, chosen = 'none']) => `${asked} was asked for, but the service chose ${chosen}`);
	return differences.length > 0 ? safe(differences.join(' · '), 500) : undefined;
}

export const earlierValues = (changes: ProjectChanges, {values}: Base): ProjectChanges =>
	fieldsWith(field => (changes[field] === undefined ? undefined : (values[field] ?? '')));

/** Fields that were changed here and elsewhere, to different values. `base` is the common ancestor. */
export const contestedFields = (changes: ProjectChanges, base: Base, now: Base): ReadonlyArray<keyof ProjectChanges> =>
	fieldsIn(changes).filter(
		field => !isSameField(field, now.values, base.values) && !isSameField(field, now.values, changes),
	);

export const conflictText = (fields: ReadonlyArray<keyof ProjectChanges>, theirs: ProjectChanges): SafeText =>
	fields.length === 0
		? plain`The project was changed after the updated_at of the file, so nothing was sent. Read it again, or leave updated_at out.`
		: safe(
				`Someone else changed it in the meantime, so nothing was sent. ${fields
					.map(field => `${changeNames[field]} is now ${theirs[field] || 'empty'}`)
					.join(', ')}.`,
				500,
			);

export const serializeIntent = ({id: _id, at: _at, ...intended}: Intent): string => JSON.stringify(intended);

/** An unreadable intent is kept, because it may be any write. */
export function parseIntent({id, at, content}: Pick<Intent, 'id' | 'at'> & {readonly content: string}): Intent {
	try {
		const parsed = JSON.parse(content) as Omit<Intent, 'id' | 'at'>;
		if (
			typeof parsed.project === 'string' &&
			typeof parsed.waitedAt === 'number' &&
			Object.hasOwn(doneVerbs, parsed.write.kind)
		)
			return {...parsed, id, at, project: isVisible(parsed.project) ? parsed.project : projectIdOf(parsed.write)};
	} catch {
		// The row is damaged.
	}

	const project = 'a change whose record in the journal is damaged';
	return {id, at, serviceAt: toServiceTime(at, 0), waitedAt: 0, project, write: {kind: 'unreadable'}};
}

/** absent: no sign of the write. unclear: several explanations fit, and landfall does not guess. */
export type Finding =
	| {readonly kind: 'confirmed'; readonly effect: Effect}
	| {readonly kind: 'absent'}
	| {readonly kind: 'unclear'; readonly text: SafeText; readonly candidates: readonly SafeText[]};

export type UnconfirmedWrite = {
	readonly intended: Intent;
	/** Undefined for a write from an earlier run. */
	readonly reason: SafeText | undefined;
	readonly checks: number;
	/** When the current or next check starts. Undefined before one is scheduled, and once there is a finding. */
	readonly nextAt: LocalTime | undefined;
	readonly problem: SafeText | undefined;
	readonly finding: OpenFinding | undefined;
};

/** A finding for the user to decide about. `candidates`: possible results of the write. */
export type OpenFinding = {
	readonly kind: 'absent' | 'unclear';
	readonly text: SafeText;
	readonly candidates: readonly SafeText[];
};

/** How long an accepted change may be missing from answers, because some machines of a service learn of it late. */
const becomesVisibleMs = 60_000;

/** Whether a change may merely be too recent to be seen in an answer read at `readAt`. `acceptedAt` is undefined if no write was accepted. */
export const mayBeInvisible = <Whose extends 'local' | 'service'>(
	acceptedAt: Time<Whose> | undefined,
	readAt: Time<NoInfer<Whose>>,
): boolean => acceptedAt !== undefined && readAt - acceptedAt < becomesVisibleMs;

/** How long landfall waits for the answer to a write. The service may work on it for as long. */
const maxAnswerMs = 75_000;

const absentAfterMs = maxAnswerMs + becomesVisibleMs;

/** Added to the measured skew. */
const skewToleranceMs = 120_000;

export type WriteOf<Kind extends Write['kind']> = Extract<Write, {kind: Kind}>;

const confirmed = (effect: Effect): Finding => ({kind: 'confirmed', effect});

export const unclear = (text: SafeText, candidates: readonly SafeText[] = []): Finding => ({
	kind: 'unclear',
	text,
	candidates,
});

const maxCandidates = 20;

/** Removes differences of case and blanks, because a service may tidy up a name. */
export const tidied = (name: string): string => caseless(name).replace(/\s+/g, ' ').trim();

/** Only the exact name and a creation time after the write confirm a new project. */
export function findCreated(
	{name, known}: WriteOf<'create'>,
	serviceAt: ServiceTime,
	projects: readonly Project[],
	isWhole: boolean,
): Finding {
	const earlier = new Set(known);
	const added = projects.filter(({id}) => !earlier.has(id));
	const isMeant = looksLike(name);
	const similar = added.filter(project => project.name && tidied(project.name.exact) === tidied(name));
	const ids = similar.slice(0, maxCandidates).map(({id}) => safe(id));
	if (similar.length > 1)
		return unclear(safe(`${similar.length} new projects are named ${name}: one of them may be yours`, 300), ids);
	const [only] = similar;
	const isSurelyNew = only?.createdAt !== undefined && only.createdAt >= serviceAt - skewToleranceMs;
	if (only && isWhole && isSurelyNew && isMeant(only.name)) {
		return confirmed({
			kind: 'created',
			name,
			project: only,
			notice: safe(`Added ${name} (confirmed by the list)`, 300),
		});
	}

	if (only) return unclear(safe(`A new project is named ${only.name?.shown}: it may be yours`, 300), ids);
	if (!isWhole)
		return unclear(plain`Not found in ${counted(projects.length, 'project')} so far, and there may be more`);
	if (added.length === 0) return {kind: 'absent'};
	return unclear(
		plain`No project has its name, but ${counted(added.length, 'project')} in the list may be new`,
		added.slice(0, maxCandidates).map(({id}) => safe(id)),
	);
}

export function findEdited({changes, base}: WriteOf<'edit'>, project: Project): Finding {
	const now = baseOf(project);
	const fields = fieldsIn(changes);
	if (fields.every(field => isSameField(field, now.values, changes))) {
		const notice = safe(`Saved ${projectTitle(project)} (confirmed)`, 300);
		return confirmed({kind: 'saved', sent: changes, earlier: earlierValues(changes, base), project, notice});
	}

	const isUntouched =
		now.updatedAt === base.updatedAt && fields.every(field => isSameField(field, now.values, base.values));
	if (isUntouched) return {kind: 'absent'};
	return unclear(
		plain`The project has changed, but not to what was sent`,
		fields.map(field =>
			safe(`${changeNames[field]}: sent ${changes[field] || 'empty'}, now ${now.values[field] || 'empty'}`),
		),
	);
}

/** A new deployment never confirms the write, because other clients deploy, too. */
export function findDeployed({known}: WriteOf<'deploy'>, list: DeploymentList): Finding {
	const {deployments, unreadable} = list;
	if (!known) return unclear(plain`Not all earlier deployments were known, so landfall cannot tell which is new`);
	const started = deployments.filter(({id}) => !known.includes(id));
	const candidates = started.map(each => safe(`${each.id}  ${versionOf(each) ?? 'v?'}`));
	if (started.length === 1)
		return unclear(plain`A deployment has started since it was sent. It may be yours`, candidates);
	if (started.length > 1)
		return unclear(
			plain`${started.length} deployments have started since it was sent. One of them may be yours`,
			candidates,
		);
	if (unreadable > 0)
		return unclear(plain`${counted(unreadable, 'deployment')} could not be read: a new one may be among them`);
	if (!isComplete(list))
		return unclear(plain`The service lists at most ${listLimit} deployments: a new one may not be among them`);
	return {kind: 'absent'};
}

export function findDeleted(isGone: boolean | undefined, name: string): Finding {
	if (isGone === undefined) return unclear(plain`Its record was not found, but not all projects could be read`);
	return isGone ? confirmed({kind: 'deleted', notice: safe(`Deleted ${name} (confirmed)`, 300)}) : {kind: 'absent'};
}

/** A write may take a while to become readable. */
const checkDelaysMs: readonly number[] = [2000, 5000, 10_000, 20_000];

export const checkCount = checkDelaysMs.length + 1;

/** The least time since the write was sent. Independent of clocks that can be set. After a reboot, only the time since then is known. */
export const passedMs = ({waitedAt}: Intent, sinceBoot: number): number =>
	sinceBoot >= waitedAt ? sinceBoot - waitedAt : sinceBoot;

/** Undefined once the last check has shown that the write is absent. */
export const nextCheckMs = (checks: number, sinceMs: number): number | undefined =>
	checkDelaysMs[checks] ?? (sinceMs < absentAfterMs ? absentAfterMs - sinceMs : undefined);

export const absentText = (sinceMs: number): SafeText =>
	plain`No sign of it${sinceMs < absentAfterMs ? plain` yet,` : plain``} ${duration(sinceMs)} after landfall gave up waiting`;
