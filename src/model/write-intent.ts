import {changeNames} from '../api/decode.ts';
import type {Deployment, Project, ProjectChanges} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {isVisible, plain, type SafeText, safe} from '../base/text.ts';

/** The part of a project that is compared to detect that it was changed elsewhere. */
export type Base = {readonly updatedAt: ServiceTime | undefined; readonly values: ProjectChanges};

/** A change to make on the service, with what was known before it was sent. */
export type Write =
	/** `known` are the ids of the projects that already have the name. */
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
	/** Any other request. Reading the service does not show its outcome. */
	| {readonly kind: 'other'; readonly method: string; readonly path: string};

export type Intent = {
	readonly id: string;
	/** When it was sent, by the local clock and by the service's. */
	readonly at: LocalTime;
	readonly serviceAt: ServiceTime;
	/** The project's title, or the method and path of any other request. */
	readonly project: string;
	readonly write: Write;
};

/** A write that is about to be sent, as the journal keeps it. `content` is written by `serializeIntent`. */
export type IntentRow = {readonly id: string; readonly at: LocalTime; readonly content: string};

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

/** What a write has changed. */
export type Effect = {readonly notice: SafeText} & (
	| ({readonly kind: 'created'; readonly name: string} & ChangedProject)
	| ({readonly kind: 'saved'; readonly sent: ProjectChanges} & ChangedProject)
	| {readonly kind: 'deleted'}
	| {readonly kind: 'deployed'; readonly body: string; readonly deployment: Deployment}
	| {readonly kind: 'executed'; readonly requestId: SafeText | undefined}
);

export type Done = {readonly ref: IntentRef} & Effect;

export const refOf = ({id, project, write}: Intent, connectionId: number): IntentRef => ({
	id,
	connectionId,
	projectId: projectIdOf(write),
	project,
});

export const projectIdOf = (write: Write): string => ('projectId' in write ? write.projectId : '');

const verbs: Readonly<Record<Write['kind'], SafeText>> = {
	create: plain`added`,
	edit: plain`changed`,
	delete: plain`deleted`,
	deploy: plain`deployed`,
	other: plain`executed`,
};

/** Describes the write as the second half of a sentence: `docs was deployed`. */
export const writeText = ({write, project}: Intent): SafeText => plain`${safe(project, 280)} was ${verbs[write.kind]}`;

export const baseOf = ({updatedAt, name, slug, url, uploadMode}: Project): Base => ({
	updatedAt,
	values: {
		...(name && {name: name.exact}),
		...(slug && {slug: slug.exact}),
		...(url && {url: url.exact}),
		...(uploadMode && {uploadMode: uploadMode.exact}),
	},
});

/** Whether a field has the same value in both. A missing value is the same as an empty one: a service may send either for a field that was cleared. */
export const isSameField = (field: keyof ProjectChanges, a: ProjectChanges, b: ProjectChanges): boolean =>
	(a[field] ?? '') === (b[field] ?? '');

/** Names the fields whose saved value differs from the one that was sent. Undefined if there are none. */
export function differencesText(project: Project, sent: ProjectChanges): SafeText | undefined {
	const kept = baseOf(project).values;
	const texts = (Object.keys(sent) as ReadonlyArray<keyof ProjectChanges>)
		.filter(field => !isSameField(field, kept, sent))
		.map(
			field => `${changeNames[field]}: sent ${sent[field] || 'nothing'}, the service kept ${kept[field] || 'nothing'}`,
		);
	return texts.length > 0 ? safe(texts.join(' · '), 500) : undefined;
}

/** Returns the fields that were changed both here and elsewhere, to different values. `base` is the common ancestor, `now` the service's version. */
export const contestedFields = (changes: ProjectChanges, base: Base, now: Base): ReadonlyArray<keyof ProjectChanges> =>
	(Object.keys(changes) as ReadonlyArray<keyof ProjectChanges>).filter(
		field => !isSameField(field, now.values, base.values) && !isSameField(field, now.values, changes),
	);

/** Returns the journal content of an intent, without the id and time that the journal entry itself holds. */
export const serializeIntent = ({id: _id, at: _at, ...intended}: Intent): string => JSON.stringify(intended);

/** Restores an intent from the journal. Returns undefined for content that this version does not understand. */
export function parseIntent({id, at, content}: IntentRow): Intent | undefined {
	try {
		const parsed = JSON.parse(content) as Omit<Intent, 'id' | 'at'>;
		if (typeof parsed.project !== 'string' || !Object.hasOwn(verbs, parsed.write.kind)) return undefined;
		return {...parsed, id, at, project: isVisible(parsed.project) ? parsed.project : projectIdOf(parsed.write)};
	} catch {
		return undefined;
	}
}
