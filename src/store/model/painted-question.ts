import type {LocalTime} from '../../clock.ts';

/** A question or form that is on the screen. */
export type PaintedQuestion = {
	/** Identifies it: `openQuestionKey` of the painted state. */
	readonly key: string;
	readonly paintedAt: LocalTime;
	/** When it starts to accept keys. Keys typed before the user could read it are ignored. */
	readonly listensAt: LocalTime;
};

/** A key that has just submitted something. While held or pressed again, it must neither submit again nor trigger another action. `questionKey` identifies the question or form that was open afterwards: closing it ends the muting early. */
export type MutedKey = {readonly key: string; readonly until: LocalTime; readonly questionKey: string | undefined};
