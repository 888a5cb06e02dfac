import type {LocalTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';

/** The kind of an entry: something the user did, or something landfall observed. */
export type ActivityKind =
	| 'added'
	| 'saved'
	| 'deleted'
	| 'deployed'
	| 'not accepted'
	/** The response to a write was lost. */
	| 'no answer'
	/** The outcome of an unconfirmed write was found. */
	| 'found out'
	| 'concluded'
	/** The status of a concluded deployment has changed. */
	| 'changed again'
	| 'away'
	| 'new word';

/** One line of the activity log. */
export type ActivityEntry = {
	/** By the local clock, in milliseconds since the epoch. */
	readonly at: LocalTime;
	readonly kind: ActivityKind;
	/** The service's name, as in the header. */
	readonly connection: SafeText;
	/** Empty if the entry is not about an existing project. */
	readonly projectId: string;
	/** Empty if the entry is not about a deployment. */
	readonly deploymentId: string;
	readonly project: SafeText;
	/** What happened: a notice, an error, or the conclusion in the service's own word. */
	readonly text: SafeText;
	readonly requestId: SafeText | undefined;
};

/** A saved entry. Ids are increasing numbers. */
export type SavedActivityEntry = ActivityEntry & {readonly id: string};
