import type {Project, ProjectChanges} from '../../../api/types.ts';
import type {LocalTime, ServiceTime} from '../../../clock.ts';
import {isVisible, plain, type SafeText, safe} from '../../../text.ts';

/** What of a project is compared to find out whether somebody has changed it. */
export type Base = {readonly updatedAt: ServiceTime | undefined; readonly values: ProjectChanges};

/** Something that is to be done at the service, with what was known before it was sent. */
export type Write =
	/** `known` are the ids of projects that have the name already. */
	| {readonly kind: 'create'; readonly name: string; readonly known: readonly string[]}
	| {readonly kind: 'edit'; readonly projectId: string; readonly changes: ProjectChanges; readonly base: Base}
	| {readonly kind: 'delete'; readonly projectId: string}
	/** `known` are the ids of the deployments before it. Undefined where not all of them could be known. */
	| {
			readonly kind: 'deploy';
			readonly projectId: string;
			readonly body: string;
			readonly known: readonly string[] | undefined;
	  };

/** A write that is about to be sent. */
export type WriteIntent = {
	readonly id: string;
	/** When it was sent, by the local clock and by the service's. */
	readonly at: LocalTime;
	readonly serviceAt: ServiceTime;
	/** What its project is called. */
	readonly project: string;
	readonly write: Write;
};

/** Which write an event is about. Whoever reacts to it touches only what belongs to this write. */
export type WriteRef = {
	readonly id: string;
	/** Where it was sent: what becomes of it says nothing about another service. */
	readonly connectionId: number;
	/** Empty for a project that is yet to be added. */
	readonly projectId: string;
	/** What its project is called. */
	readonly project: string;
};

export const refOf = ({id, project, write}: WriteIntent, connectionId: number): WriteRef => ({
	id,
	connectionId,
	projectId: projectIdOf(write),
	project,
});

export const projectIdOf = (write: Write): string => (write.kind === 'create' ? '' : write.projectId);

const verbs: Readonly<Record<Write['kind'], SafeText>> = {
	create: plain`added`,
	edit: plain`changed`,
	delete: plain`deleted`,
	deploy: plain`deployed`,
};

/** What was to be done, as the second half of a sentence: `docs was deployed`. */
export const writeText = ({write, project}: WriteIntent): SafeText =>
	plain`${safe(project, 280)} was ${verbs[write.kind]}`;

export const baseOf = ({updatedAt, name, slug, url, uploadMode}: Project): Base => ({
	updatedAt,
	values: {
		...(name && {name: name.exact}),
		...(slug && {slug: slug.exact}),
		...(url && {url: url.exact}),
		...(uploadMode && {uploadMode: uploadMode.exact}),
	},
});

/** The fields that were changed here and by somebody else, each to something else. `base` is what both began with. */
export const contestedFields = (changes: ProjectChanges, base: Base, now: Base): ReadonlyArray<keyof ProjectChanges> =>
	(Object.keys(changes) as ReadonlyArray<keyof ProjectChanges>).filter(
		field => now.values[field] !== base.values[field] && now.values[field] !== changes[field],
	);

/** A write as the journal keeps it. */
export const serializeIntent = ({id: _id, at: _at, ...intended}: WriteIntent): string => JSON.stringify(intended);

/** Undefined for what another version has written and this one does not understand. */
export function parseIntent(id: string, at: LocalTime, content: string): WriteIntent | undefined {
	try {
		const read = JSON.parse(content) as Omit<WriteIntent, 'id' | 'at'>;
		if (typeof read.project !== 'string' || !Object.hasOwn(verbs, read.write.kind)) return undefined;
		return {...read, id, at, project: isVisible(read.project) ? read.project : projectIdOf(read.write)};
	} catch {
		return undefined;
	}
}
