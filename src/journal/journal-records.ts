import type {Deployment} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../clock.ts';
import type {SafeText} from '../text.ts';

/** A deployment as it was last read. Times are by the service's clock, in milliseconds since the epoch. */
export type Observation = {
	readonly deployment: Deployment;
	/** The project's name at that time. */
	readonly project: SafeText;
	readonly seenAt: ServiceTime;
};

/** What a project is called, exactly as the service says. */
export type NamedProject = {readonly id: string; readonly name: string | undefined; readonly slug: string | undefined};

/** The fields of a deployment whose changes are tracked. */
export type ObservedStatus = Pick<Deployment, 'status' | 'conclusion' | 'concludedAt'>;

/** An observed change of a deployment. It happened between `after` and `before`, by the service's clock; the exact time is unknown. */
export type Change = {
	readonly projectId: string;
	readonly deploymentId: string;
	readonly from: ObservedStatus;
	readonly to: ObservedStatus;
	readonly after: ServiceTime;
	readonly before: ServiceTime;
};

/** What the user watches: one deployment until it concludes, or all deployments of a project. */
export type Watch = {
	readonly projectId: string;
	/** Undefined to watch all deployments of the project. */
	readonly deploymentId: string | undefined;
	readonly project: SafeText;
	/** Whether the user triggered the deployment. */
	readonly isMine: boolean;
};

/** A write that is about to be sent. `content` is JSON in the write queue's format. */
export type Intent = {readonly id: string; readonly at: LocalTime; readonly content: string};

/** A write with an unknown outcome. `isHeld`: another running process sends it or looks for its outcome. */
export type UnsettledIntent = Intent & {readonly isHeld: boolean};

/** The unsent text of a form. */
export type Draft = {
	readonly name?: string;
	readonly slug?: string;
	readonly url?: string;
	readonly uploadMode?: string;
};

/** What the journal knows about a service. */
export type JournalSnapshot = {
	/** Deployments that had not concluded when they were last read, newest first. */
	readonly unfinished: readonly Observation[];
	/** Deployments that had concluded, the latest read first, to know how long they take. */
	readonly concluded: readonly Deployment[];
	readonly watches: readonly Watch[];
	/** When landfall last read from the service, by the local clock. Undefined if it never did. */
	readonly lastReadAt: LocalTime | undefined;
	/** Status words that were announced already. */
	readonly words: readonly string[];
	/** Unsent form text by project id. The empty id stands for a new project. */
	readonly drafts: ReadonlyMap<string, Draft>;
};

/** What the journal knows about some deployments, such as those of one project. */
export type ProjectSnapshot = {
	/** Newest first. */
	readonly observations: readonly Observation[];
	/** In the order in which they were observed. */
	readonly changes: readonly Change[];
};
