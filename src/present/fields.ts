import type {Drift} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {cells, plain, type SafeText, safe} from '../text.ts';
import {type Context, textOrNothing} from './column.ts';
import {age, dateTime} from './format.ts';
import {fitSpans, type Line, type SafeSpan} from './line.ts';

/** One labelled value of a record. A label is empty where the value goes on with the one above. */
export type Field = {readonly label: string; readonly value: SafeSpan};

/** What the fields are called that can be changed. */
export const changeLabels = {name: plain`name`, slug: plain`slug`, url: plain`url`, uploadMode: plain`upload mode`};

export const textField = (label: string, text: SafeText | undefined, context: Context): Field => ({
	label,
	value: textOrNothing(text, context),
});

/** A moment as a date and as an age, whichever the lists show. */
export function momentField(label: string, ms: ServiceTime | undefined, context: Context): Field {
	if (ms === undefined) return textField(label, undefined, context);
	const date = dateTime(ms);
	return textField(label, context.isStill ? date : safe(`${date}  ${age(ms, context.now)}`), context);
}

const problems: Readonly<Record<Drift['problem'], string>> = {
	missing: 'missing',
	unreadable: 'not readable',
	'zone assumed': 'no zone given, read as UTC',
};

/** What was not as the interface describes it, one line each. */
export const driftFields = (drift: readonly Drift[]): readonly Field[] =>
	drift.map(({field, problem}, index) => ({
		label: index === 0 ? 'notes' : '',
		value: {text: safe(`${field}: ${problems[problem]}`), tone: 'quiet'},
	}));

/** Fields as lines of exactly `width` cells: a quiet column of labels, and the values cut to what is left. */
export function fieldLines(fields: readonly Field[], width: number): readonly Line[] {
	const widestLabel = Math.max(0, ...fields.map(({label}) => cells(label)));
	const labelWidth = Math.min(widestLabel + 2, Math.floor(Math.max(0, width) / 2));
	return fields.map(({label, value}) => [
		...fitSpans([{text: safe(label), tone: 'quiet'}], labelWidth),
		...fitSpans([value], width - labelWidth),
	]);
}
