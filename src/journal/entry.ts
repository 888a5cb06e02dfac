import type {LocalTime} from '../clock.ts';
import type {SafeText} from '../text.ts';

/** What happened: something that was done from here, or something that was seen. */
export type EntryKind =
	| 'added'
	| 'saved'
	| 'deleted'
	| 'deployed'
	| 'not accepted'
	/** Nobody knows what became of it. */
	| 'no answer'
	/** What was found of one that had no answer. */
	| 'found out'
	| 'concluded'
	/** A deployment that had concluded was seen to be another one again. */
	| 'changed again'
	| 'away'
	| 'new word';

/** One line of what landfall did and saw. */
export type Entry = {
	/** By the local clock, in milliseconds since the epoch. */
	readonly at: LocalTime;
	readonly kind: EntryKind;
	/** Which service it happened at, as the header names it. */
	readonly connection: SafeText;
	/** Empty where it is not about one project that exists. */
	readonly projectId: string;
	/** Empty where it is not about one deployment. */
	readonly deploymentId: string;
	readonly project: SafeText;
	/** What is to be said about it: a remark, a refusal, or the conclusion as the service gave it. */
	readonly text: SafeText;
	readonly requestId: SafeText | undefined;
};

/** An entry that was written down, and the number it has there: later ones have greater numbers. */
export type KeptEntry = Entry & {readonly id: string};
