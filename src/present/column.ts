import type {LocalTime, ServiceTime, Time} from '../clock.ts';
import {nothing} from '../duration.ts';
import type {Pins} from '../status-words.ts';
import {plain, type SafeText, type ServiceText, safe} from '../text.ts';
import {age, shortTime} from './format.ts';
import type {SafeSpan, Tone} from './line.ts';

/** What the text of a row depends on besides the row. */
export type Context = {
	/** The same moment by both clocks: compare the service's times with `now`, local times with `localNow`. */
	readonly now: ServiceTime;
	readonly localNow: LocalTime;
	readonly isAscii: boolean;
	/** Whether a screen reader says the text, so that signs are words. */
	readonly isSpoken?: boolean;
	/** Whether moments are shown as dates instead of ages. */
	readonly isTimeAbsolute: boolean;
	/** Whether the time of day is written with 12 hours. Default: with 24. */
	readonly isTwelveHour?: boolean;
	/** Whether the text is not redrawn as time passes, so that it must not contain ages. */
	readonly isStill?: boolean;
	/** The user's classification of status words that landfall does not know. */
	readonly pins: Pins;
	/** What a search looks for, in lower case: it is highlighted wherever a row shows it. */
	readonly search?: string;
	/** Returns the parts of a name that match the filter. */
	readonly ranges?: ((text: string) => ReadonlyArray<readonly [from: number, to: number]>) | undefined;
};

/** What a column shows for a row. */
export type Cell = readonly SafeSpan[];

export type Column<Row> = {
	/** Empty for a column under the title of the previous one. */
	readonly title: string;
	/** In cells. `content` fits the widest cell, `moment` fits an age or a date, and `rest` fills the room that the other columns leave. */
	readonly width: number | 'content' | 'moment' | 'rest';
	/** For a `content` or `rest` column. Default: 10. */
	readonly minWidth?: number;
	/** For a `content` or `rest` column. Default: 48, and no limit. */
	readonly maxWidth?: number;
	/** The priority of the column. The lowest is dropped first when there is not enough room. */
	readonly keep: number;
	readonly align?: 'left' | 'right';
	/** Shown instead of the title. */
	readonly head?: (context: Context, width: number) => Cell;
	/** `width` is that of the column as laid out. */
	readonly cell: (row: Row, context: Context, width?: number) => Cell;
	/** The cell instead while the column before this one has no room. */
	readonly cellAlone?: Column<Row>['cell'];
};

/** Returns text as a span, or the sign for a missing value if it is undefined or blank. */
export const textOrNothing = (
	text: SafeText | undefined,
	{isAscii, isSpoken}: Context,
	tone: Tone = 'plain',
): SafeSpan =>
	text === undefined || text.trim() === ''
		? {text: isSpoken ? plain`none` : isAscii ? plain`-` : nothing, tone: 'quiet'}
		: {text, tone};

/** Returns a dimmed text as a cell that links to an address of the service, if there is one. */
export const linkCell = (text: SafeText | undefined, address: ServiceText | undefined, context: Context): Cell => [
	{...textOrNothing(text, context, 'quiet'), link: address?.exact},
];

/** Returns a string of the service as a cell, verbatim except for unsafe characters. */
export const textCell = (text: ServiceText | undefined, context: Context, tone?: Tone): Cell => [
	textOrNothing(text?.shown, context, tone),
];

/** Returns an upload version as text: `v42`. */
export const versionText = (version: number | undefined): SafeText | undefined =>
	version === undefined ? undefined : safe(`v${version}`);

/** Returns a moment as an age or a date, as the user has chosen, in a short form if `width` cells are too few for a date. Both times must be by the same clock. */
export function momentText<Whose extends 'local' | 'service'>(
	at: Time<Whose> | undefined,
	now: Time<NoInfer<Whose>>,
	context: Context,
	width?: number,
): SafeText | undefined {
	if (at === undefined) return undefined;
	return context.isTimeAbsolute ? shortTime(at, now, context, width) : age(at, now);
}

/** A column of moments. Its width is fixed, because its cells change every second. */
export const momentColumn = {width: 'moment', align: 'right'} as const;

/** The maximum width of an age and of a date, in cells. */
export const momentWidths = {age: 8, date: 11, twelveHourDate: 13};

/** Returns the width of a moment as the user has chosen to see it, in cells. */
export function momentWidth({isTimeAbsolute, isTwelveHour}: Pick<Context, 'isTimeAbsolute' | 'isTwelveHour'>): number {
	if (!isTimeAbsolute) return momentWidths.age;
	return isTwelveHour ? momentWidths.twelveHourDate : momentWidths.date;
}

/** Returns the mark of a watched project or deployment. */
export const watchMark = ({isAscii, isSpoken}: Pick<Context, 'isAscii' | 'isSpoken'>): SafeSpan => ({
	text: isSpoken ? plain`watched` : isAscii ? plain`@` : plain`◉`,
	tone: 'accent',
});
