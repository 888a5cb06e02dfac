import type {FieldFlaw} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {cells, cut, plain, type SafeText, type ServiceText, safe} from '../base/text.ts';
import {age, dateTime} from './format.ts';
import {fitSpans, type Line, type SafeSpan, wrapped} from './line.ts';
import {type RowContext, textOrNothing} from './table.ts';

/** A labelled value of a record. An empty label continues the field above. */
export type Field = {readonly label: string; readonly value: SafeSpan};

export const changeLabels = {name: plain`name`, slug: plain`slug`, url: plain`url`, uploadMode: plain`upload mode`};

export const textField = (label: string, text: SafeText | undefined, context: RowContext): Field => ({
	label,
	value: textOrNothing(text, context),
});

export const linkField = (
	label: string,
	text: SafeText | undefined,
	address: ServiceText | undefined,
	context: RowContext,
): Field => ({
	label,
	value: {...textOrNothing(text, context), link: address?.exact},
});

/** Returns a moment, by the service's clock, as a field with date and age, or with the date alone if the context is still. */
export function momentField(label: string, ms: ServiceTime | undefined, context: RowContext): Field {
	if (ms === undefined) return textField(label, undefined, context);
	const date = dateTime(ms, context);
	return textField(label, context.isStill ? date : safe(`${date}  ${age(ms, context.now)}`), context);
}

const problems: Readonly<Record<FieldFlaw['problem'], string>> = {
	missing: 'missing',
	unreadable: 'not readable',
	'zone assumed': 'no zone given, read as UTC',
};

/** Returns a field for each value, one below the other under a single label. */
export const fieldsBelow = (label: string, values: readonly SafeSpan[]): readonly Field[] =>
	values.map((value, index) => ({label: index === 0 ? label : '', value}));

export const flawFields = (flaws: readonly FieldFlaw[]): readonly Field[] =>
	fieldsBelow(
		'notes',
		flaws.map(({field, problem}) => ({text: safe(`${field}: ${problems[problem]}`), tone: 'quiet'})),
	);

function labelWidthOf(fields: readonly Field[], width: number, gap = 2): number {
	const widestLabel = Math.max(0, ...fields.map(({label}) => cells(label)));
	return Math.min(widestLabel + gap, Math.floor(Math.max(0, width) / 2));
}

const labelled = (label: string, value: SafeSpan, labelWidth: number, width: number): Line => [
	...fitSpans([{text: cut(safe(label), Math.max(0, labelWidth - 1)), tone: 'quiet'}], labelWidth),
	...fitSpans([value], width - labelWidth),
];

/** Returns fields as lines of exactly `width` cells: a column of labels, and values cut to the rest of the width. */
export function fieldLines(fields: readonly Field[], width: number, gap?: number): readonly Line[] {
	const labelWidth = labelWidthOf(fields, width, gap);
	return fields.map(({label, value}) => labelled(label, value, labelWidth, width));
}

/** The same, but values that are too long continue on the next lines. */
export function wrappedFieldLines(fields: readonly Field[], width: number): readonly Line[] {
	const labelWidth = labelWidthOf(fields, width);
	return fields.flatMap(({label, value}) =>
		wrapped(value.text, Math.max(1, width - labelWidth)).map((text, at) =>
			labelled(at === 0 ? label : '', {...value, text}, labelWidth, width),
		),
	);
}
