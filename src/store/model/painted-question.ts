import type {LocalTime} from '../../clock.ts';

/** A question or a form that is on the screen. */
export type PaintedQuestion = {
	/** Which one: `askingKey` of the state that was painted. */
	readonly key: string;
	readonly paintedAt: LocalTime;
	/** From when on a question takes answers. */
	readonly listensAt: LocalTime;
};

/** A key that has just sent something: held, or pressed once too often, it must not send it again and must not mean something else. `asking` names the only question or form that it is not heard in. */
export type MutedKey = {readonly key: string; readonly until: LocalTime; readonly asking: string | undefined};
