import type {Drift} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {cells, plain, type SafeText, type Said, safe} from '../text.ts';
import {type Context, textOrNothing} from './column.ts';
import {age, dateTime} from './format.ts';
import {fitSpans, type Line, type SafeSpan} from './line.ts';

/** A labelled value of a record. An empty label continues the field above. */
export type Field = {readonly label: string; readonly value: SafeSpan};

/** The labels of the editable fields of a project. */
export const changeLabels = {name: plain`name`, slug: plain`slug`, url: plain`url`, uploadMode: plain`upload mode`};

export const textField = (label: string, text: SafeText | undefined, context: Context): Field => ({
	label,
	value: textOrNothing(text, context),
});

/** Returns a text as a field that links to an address of the service, if there is one. */
export const linkField = (
	label: string,
	text: SafeText | undefined,
	address: Said | undefined,
	context: Context,
): Field => ({
	label,
	value: {...textOrNothing(text, context), link: address?.exact},
});

/** Returns a moment, by the service's clock, as a field with date and age, or with the date alone if the context is still. */
export function momentField(label: string, ms: ServiceTime | undefined, context: Context): Field {
	if (ms === undefined) return textField(label, undefined, context);
	const date = dateTime(ms, context);
	return textField(label, context.isStill ? date : safe(`${date}  ${age(ms, context.now)}`), context);
}

const problems: Readonly<Record<Drift['problem'], string>> = {
	missing: 'missing',
	unreadable: 'not readable',
	'zone assumed': 'no zone given, read as UTC',
};

/** Returns a field for each deviation of a record from the documented API. */
export const driftFields = (drift: readonly Drift[]): readonly Field[] =>
	drift.map(({field, problem}, index) => ({
		label: index === 0 ? 'notes' : '',
		value: {text: safe(`${field}: ${problems[problem]}`), tone: 'quiet'},
	}));

/** Returns fields as lines of exactly `width` cells: a column of labels, and values cut to the rest of the width. */
export function fieldLines(fields: readonly Field[], width: number): readonly Line[] {
	const widestLabel = Math.max(0, ...fields.map(({label}) => cells(label)));
	const labelWidth = Math.min(widestLabel + 2, Math.floor(Math.max(0, width) / 2));
	return fields.map(({label, value}) => [
		...fitSpans([{text: safe(label), tone: 'quiet'}], labelWidth),
		...fitSpans([value], width - labelWidth),
	]);
}
