import type {LocalTime} from '../../../clock.ts';

/** Whether an answer is older than what is known: it was requested earlier, whenever it arrived. Of two requested at the same moment, the one that arrives last wins. */
export const isOutdated = (askedAt: LocalTime, knownAskedAt: LocalTime | undefined): boolean =>
	knownAskedAt !== undefined && knownAskedAt > askedAt;
