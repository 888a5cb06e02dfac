import type {LocalTime, ServiceTime, Time} from '../clock.ts';
import {nothing} from '../duration.ts';
import type {Pins} from '../status-words.ts';
import {plain, type SafeText, type Said, safe} from '../text.ts';
import {age, shortTime} from './format.ts';
import type {SafeSpan, Tone} from './line.ts';

/** What a row's words depend on besides the row. */
export type Context = {
	/** The same moment by both clocks: what the service dates is compared with `now`, what happened here with `localNow`. */
	readonly now: ServiceTime;
	readonly localNow: LocalTime;
	readonly isAscii: boolean;
	/** Whether moments are shown as dates instead of ages. */
	readonly isTimeAbsolute: boolean;
	/** Whether it is not drawn again as time goes by: then it must hold no age. */
	readonly isStill?: boolean;
	/** What words mean that landfall does not know by itself. */
	readonly pins: Pins;
	/** Gives the parts of a name that somebody searched for. */
	readonly ranges?: ((text: string) => ReadonlyArray<readonly [from: number, to: number]>) | undefined;
};

/** What a column shows for a row. */
export type Cell = readonly SafeSpan[];

export type Column<Row> = {
	/** Empty for a column that stands below the title of the one before it. */
	readonly title: string;
	/** In cells; `content` is as wide as its cells need, `moment` as an age or a date needs. */
	readonly width: number | 'content' | 'moment';
	/** The least that a `content` column is shown with. */
	readonly minWidth?: number;
	/** The most that a `content` column grows to. */
	readonly maxWidth?: number;
	/** Where there is not enough room for all columns, the one with the lowest goes first. */
	readonly keep: number;
	readonly align?: 'left' | 'right';
	readonly cell: (row: Row, context: Context) => Cell;
};

/** A piece of text, or the sign for a missing one. */
export const textOrNothing = (text: SafeText | undefined, {isAscii}: Context, tone: Tone = 'plain'): SafeSpan =>
	text === undefined || text.trim() === '' ? {text: isAscii ? plain`-` : nothing, tone: 'quiet'} : {text, tone};

/** A string of the service as a cell, verbatim. */
export const saidCell = (said: Said | undefined, context: Context, tone?: Tone): Cell => [
	textOrNothing(said?.shown, context, tone),
];

/** An upload version: `v42`. */
export const versionText = (version: number | undefined): SafeText | undefined =>
	version === undefined ? undefined : safe(`v${version}`);

/** A moment as the reader likes moments: an age, or a date. */
export function momentText<Whose extends 'local' | 'service'>(
	at: Time<Whose> | undefined,
	now: Time<NoInfer<Whose>>,
	{isTimeAbsolute}: Context,
): SafeText | undefined {
	if (at === undefined) return undefined;
	return isTimeAbsolute ? shortTime(at, now) : age(at, now);
}

/** A column of moments. Its width does not follow its cells, which change from second to second. */
export const momentColumn = {width: 'moment', align: 'right'} as const;

/** The most cells that an age and a date take. */
export const momentWidths = {age: 8, date: 11};

/** What stands before what is watched. */
export const watchMark = ({isAscii}: Pick<Context, 'isAscii'>): SafeSpan => ({
	text: isAscii ? plain`@` : plain`◉`,
	tone: 'accent',
});
