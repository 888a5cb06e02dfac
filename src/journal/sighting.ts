import type {Deployment} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../clock.ts';
import type {SafeText} from '../text.ts';

/** A deployment as it was last seen, and when that was. Times are the service's, in milliseconds since the epoch. */
export type Observation = {
	readonly deployment: Deployment;
	/** What its project was called. */
	readonly project: SafeText;
	readonly seenAt: ServiceTime;
};

/** What may change about a deployment while somebody looks. */
export type ObservedStatus = Pick<Deployment, 'status' | 'conclusion' | 'concludedAt'>;

/** A deployment that was seen to be another than before. It changed at some moment from `after` to `before`, by the service's clock: more is not known. */
export type Change = {
	readonly projectId: string;
	readonly deploymentId: string;
	readonly from: ObservedStatus;
	readonly to: ObservedStatus;
	readonly after: ServiceTime;
	readonly before: ServiceTime;
};

/** What a person wants to be told of: one deployment until it concludes, or everything of a project. */
export type Watch = {
	readonly projectId: string;
	/** Undefined for everything of the project. */
	readonly deploymentId: string | undefined;
	readonly project: SafeText;
	/** Whether it was triggered from here. */
	readonly isMine: boolean;
};

/** A write that is about to be sent, as whoever sends it understands it: JSON. */
export type Intent = {readonly id: string; readonly at: LocalTime; readonly content: string};

/** What was typed into the fields of a form. */
export type Draft = {
	readonly name?: string;
	readonly slug?: string;
	readonly url?: string;
	readonly uploadMode?: string;
};

/** What is known of a service from earlier. */
export type JournalSnapshot = {
	/** Deployments that had not concluded when they were last seen, newest first. */
	readonly unfinished: readonly Observation[];
	readonly watches: readonly Watch[];
	/** When landfall last read from it. Undefined if it never did. */
	readonly lastReadAt: LocalTime | undefined;
	/** Words that were announced already. */
	readonly words: readonly string[];
	/** Writes of which nobody has found out what became of them, and that no running landfall works on. */
	readonly intents: readonly Intent[];
	/** What was typed and not sent, by project; a new project's under the empty id. */
	readonly drafts: ReadonlyMap<string, Draft>;
};

/** What is known of the deployments of one project from earlier. */
export type ProjectSnapshot = {
	/** Newest first. */
	readonly sightings: readonly Observation[];
	/** In the order in which they were seen. */
	readonly changes: readonly Change[];
};
