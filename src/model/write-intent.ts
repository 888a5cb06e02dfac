import {changeNames} from '../api/decode.ts';
import {type Deployment, type DeploymentList, listLimit, type Project, type ProjectChanges} from '../api/types.ts';
import {type LocalTime, type ServiceTime, type Time, toServiceTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {caseless, counted, isVisible, looksLike, plain, type SafeText, safe} from '../base/text.ts';
import {bodyIn} from './confirmation.ts';
import {isComplete} from './deployment-table.ts';
import {valuesFrom} from './form.ts';
import {bodyDraftKey, type Draft, type Drafts} from './journal-snapshot.ts';
import {projectTitle} from './project-title.ts';
import {versionOf} from './upload-version.ts';

/** The part of a project that is compared to detect that it was changed elsewhere. */
export type Base = {readonly updatedAt: ServiceTime | undefined; readonly values: ProjectChanges};

/** A change to make on the service, with what was known before it was sent. */
export type Write =
	/** `known` are the ids of all projects that were read before. */
	| {readonly kind: 'create'; readonly name: string; readonly known: readonly string[]}
	| {readonly kind: 'edit'; readonly projectId: string; readonly changes: ProjectChanges; readonly base: Base}
	| {readonly kind: 'delete'; readonly projectId: string}
	/** `known` are the ids of all earlier deployments. Undefined if the list may be incomplete. */
	| {
			readonly kind: 'deploy';
			readonly projectId: string;
			readonly body: string;
			readonly known: readonly string[] | undefined;
	  }
	/** Any other request. Reading the service does not reveal its outcome. */
	| {readonly kind: 'other'; readonly method: string; readonly path: string};

export type Intent = {
	readonly id: string;
	/** When it was sent, by the local clock and by the service's. */
	readonly at: LocalTime;
	readonly serviceAt: ServiceTime;
	/** `sinceBoot` of the clock when it was recorded, or when it was given up waiting for the answer. */
	readonly waitedAt: number;
	/** Of the key that it was sent with. Undefined for the demo. */
	readonly keyFingerprint?: string | undefined;
	/** The project's title, or the method and path of any other request. */
	readonly project: string;
	/** An unreadable intent may be any write. */
	readonly write: Write | {readonly kind: 'unreadable'};
};

/** A write under way, as the journal keeps it. `service`: the profile and host that it is sent through. `content` is written by `serializeIntent`, and empty if the row is damaged. */
export type IntentRow = {
	readonly id: string;
	readonly service: string;
	readonly at: LocalTime;
	readonly content: string;
};

/** Identifies a write. Its outcome changes only state that belongs to this write. */
export type IntentRef = {
	readonly id: string;
	/** The connection it was sent on: its outcome says nothing about another service. */
	readonly connectionId: number;
	/** Empty for a project that does not exist yet. */
	readonly projectId: string;
	readonly project: string;
};

/** A project after a write. `differences`: what the service kept in place of what was sent. */
type ChangedProject = {readonly project: Project; readonly differences?: SafeText | undefined};

export type Effect = {readonly notice: SafeText} & (
	| ({readonly kind: 'created'; readonly name: string} & ChangedProject)
	/** `earlier`: what the fields were before. */
	| ({readonly kind: 'saved'; readonly sent: ProjectChanges; readonly earlier: ProjectChanges} & ChangedProject)
	| {readonly kind: 'deleted'}
	/** The service has accepted that, and does it later. */
	| {readonly kind: 'deleting'}
	| {readonly kind: 'deployed'; readonly body: string; readonly deployment: Deployment}
	| {readonly kind: 'executed'; readonly requestId: SafeText | undefined}
);

export type Done = {readonly ref: IntentRef} & Effect;

/** Returns the keys of the drafts that contain nothing beyond what a write has done. */
export function settledDrafts(drafts: Drafts, done: Done): readonly string[] {
	const {projectId} = done.ref;
	const bodyKey = bodyDraftKey(projectId);
	const isSettled = (key: string, draft: Draft): boolean => {
		if (key !== projectId && key !== bodyKey) return false;
		if (done.kind === 'deleted') return true;
		if (key === bodyKey) return done.kind === 'deployed' && bodyIn(draft.body ?? '') === bodyIn(done.body);
		if (done.kind === 'created') return draft.name === done.name;
		if (done.kind !== 'saved') return false;
		const saved: Draft = {...baseOf(done.project).values, ...done.sent};
		return Object.entries(draft).every(([field, text]) => text === (saved[field] ?? ''));
	};
	return [...drafts].flatMap(([key, draft]) => (isSettled(key, draft) ? key : []));
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

/** Describes the write as the second half of a sentence: `docs was deployed`. */
export const writeText = ({write, project}: Intent): SafeText =>
	plain`${safe(project, 280)} was ${doneVerbs[write.kind]}`;

/** Says that the outcome of a write is unknown, without a period. */
export const doubtText = (intended: Intent): SafeText => plain`landfall does not know whether ${writeText(intended)}`;

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

/** Whether a field has the same value in both. A missing value is the same as an empty one: a service may send either for a field that was cleared. */
export const isSameField = (field: keyof ProjectChanges, a: ProjectChanges, b: ProjectChanges): boolean =>
	(a[field] ?? '') === (b[field] ?? '');

/** Names the fields of a project that differ from some values, and how. */
function differencesText(project: Project, from: ProjectChanges, how: (from: string, now: string) => string): SafeText {
	const {values} = baseOf(project);
	const texts = fieldsIn(from)
		.filter(field => !isSameField(field, values, from))
		.map(field => `${changeNames[field]}: ${how(from[field] || 'nothing', values[field] || 'nothing')}`);
	return safe(texts.join(' · '), 500);
}

/** Says in what a saved project differs from what was sent. Empty if in nothing. */
export const keptText = (project: Project, sent: ProjectChanges): SafeText =>
	differencesText(project, sent, (from, now) => `sent ${from}, the service kept ${now}`);

/** Says what an edit has changed: `name: docs → manual`. */
export const changesText = (project: Project, earlier: ProjectChanges): SafeText =>
	differencesText(project, earlier, (from, now) => `${from} → ${now}`);

export const earlierValues = (changes: ProjectChanges, {values}: Base): ProjectChanges =>
	fieldsWith(field => (changes[field] === undefined ? undefined : (values[field] ?? '')));

/** Returns the fields that were changed both here and elsewhere, to different values. `base` is the common ancestor, `now` the service's version. */
export const contestedFields = (changes: ProjectChanges, base: Base, now: Base): ReadonlyArray<keyof ProjectChanges> =>
	fieldsIn(changes).filter(
		field => !isSameField(field, now.values, base.values) && !isSameField(field, now.values, changes),
	);

/** Says what someone else has changed. Without fields: whatever it was. */
export const conflictText = (fields: ReadonlyArray<keyof ProjectChanges>, theirs: ProjectChanges): SafeText =>
	fields.length === 0
		? plain`The project was changed after the updated_at of the file, so nothing was sent. Read it again, or leave updated_at out.`
		: safe(
				`Someone else changed it in the meantime, so nothing was sent. ${fields
					.map(field => `${changeNames[field]} is now ${theirs[field] || 'empty'}`)
					.join(', ')}.`,
				500,
			);

/** Returns the journal content of an intent, without the id and time that the journal entry itself holds. */
export const serializeIntent = ({id: _id, at: _at, ...intended}: Intent): string => JSON.stringify(intended);

/** Restores an intent from the journal. One that cannot be understood stays one: it may be any write. */
export function parseIntent({id, at, content}: Omit<IntentRow, 'service'>): Intent {
	try {
		const parsed = JSON.parse(content) as Omit<Intent, 'id' | 'at'>;
		if (
			typeof parsed.project === 'string' &&
			typeof parsed.waitedAt === 'number' &&
			Object.hasOwn(doneVerbs, parsed.write.kind)
		)
			return {...parsed, id, at, project: isVisible(parsed.project) ? parsed.project : projectIdOf(parsed.write)};
	} catch {
		// It is damaged.
	}

	const project = 'a change whose record in the journal is damaged';
	return {id, at, serviceAt: toServiceTime(at, 0), waitedAt: 0, project, write: {kind: 'unreadable'}};
}

/**
The outcome of a write whose response was lost, as far as reading the service can show it.

confirmed: the write took effect. absent: there is no sign of it. unclear: the data allows more than one explanation, and landfall does not guess.
*/
export type Finding =
	| {readonly kind: 'confirmed'; readonly effect: Effect}
	| {readonly kind: 'absent'}
	| {readonly kind: 'unclear'; readonly text: SafeText; readonly candidates: readonly SafeText[]};

/** A write whose response was lost, and what reconciling it has found so far. */
export type UnconfirmedWrite = {
	readonly intended: Intent;
	/** Why there is no response. Undefined for a write from an earlier run. */
	readonly reason: SafeText | undefined;
	readonly checks: number;
	/** When the current or next check starts. Undefined before one is scheduled, and once there is a finding. */
	readonly nextAt: LocalTime | undefined;
	readonly problem: SafeText | undefined;
	/** Undefined until it is decided. A write that is confirmed is not unconfirmed any more. */
	readonly finding: Undecided | undefined;
};

/** What the user has to decide about an unconfirmed write. `candidates`: what its result may be. */
export type Undecided = {
	readonly kind: 'absent' | 'unclear';
	readonly text: SafeText;
	readonly candidates: readonly SafeText[];
};

/** What the service has accepted may be missing for this long in what it answers: not all of its machines know it at once. */
const becomesVisibleMs = 60_000;

/** Whether what is missing in a read at `readAt` was accepted so recently that this proves nothing. Both times are by the same clock. `acceptedAt`: when a request to create it was answered with success, undefined if none was. */
export const mayBeInvisible = <Whose extends 'local' | 'service'>(
	acceptedAt: Time<Whose> | undefined,
	readAt: Time<NoInfer<Whose>>,
): boolean => acceptedAt !== undefined && readAt - acceptedAt < becomesVisibleMs;

/** landfall waits this long for the answer to a write, and the service may work on it for as long. */
const maxAnswerMs = 75_000;

/** Only what the service lacks this long after landfall gave up waiting may be called absent. */
const absentAfterMs = maxAnswerMs + becomesVisibleMs;

/** How far the two clocks may differ beyond the measured skew. */
const skewToleranceMs = 120_000;

export type WriteOf<Kind extends Write['kind']> = Extract<Write, {kind: Kind}>;

const confirmed = (effect: Effect): Finding => ({kind: 'confirmed', effect});

export const unclear = (text: SafeText, candidates: readonly SafeText[] = []): Finding => ({
	kind: 'unclear',
	text,
	candidates,
});

const maxCandidates = 20;

/** Without case, and without blanks around the name and between its words: a service may tidy it up. */
export const tidied = (name: string): string => caseless(name).replace(/\s+/g, ' ').trim();

/** Looks for the new project among those that were not known before. Only its exact name and a time of its own confirm it. */
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
	if (!isWhole) return unclear(plain`Not found so far (projects checked: ${projects.length}), and there may be more`);
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

/** Looks for deployments that started since the write. A new one never confirms it, because other clients deploy as well. */
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

/** `isGone`: undefined if not all projects could be read. */
export function findDeleted(isGone: boolean | undefined, name: string): Finding {
	if (isGone === undefined) return unclear(plain`Its record is missing, but not all projects could be read`);
	return isGone ? confirmed({kind: 'deleted', notice: safe(`Deleted ${name} (confirmed)`, 300)}) : {kind: 'absent'};
}

/** The delays before each check of the service: a write may take a while to become readable. */
const checkDelaysMs: readonly number[] = [2000, 5000, 10_000, 20_000];

/** How often the service is checked before a write may be called absent. */
export const checkCount = checkDelaysMs.length + 1;

/** How long ago a write was sent, at least. No clock that may be set counts. A computer that has started again since gives the time since its start. */
export const passedMs = ({waitedAt}: Intent, sinceBoot: number): number =>
	sinceBoot >= waitedAt ? sinceBoot - waitedAt : sinceBoot;

/** How long to wait before the next check of a write that was sent `sinceMs` ago. Undefined once the last one has shown that it is absent. */
export const nextCheckMs = (checks: number, sinceMs: number): number | undefined =>
	checkDelaysMs[checks] ?? (sinceMs < absentAfterMs ? absentAfterMs - sinceMs : undefined);

export const absentText = (sinceMs: number): SafeText =>
	plain`No sign of it${sinceMs < absentAfterMs ? plain` yet,` : plain``} ${duration(sinceMs)} after landfall gave up waiting`;
