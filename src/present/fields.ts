import type {FieldFlaw} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {cells, cut, plain, type SafeText, type ServiceText, safe, wrapped} from '../base/text.ts';
import {age, dateTime} from './format.ts';
import {fitSpans, type Line, type SafeSpan} from './line.ts';
import {type RowContext, textOrNothing} from './table.ts';

/** A labelled value of a record. An empty label continues the field above. */
export type Field = {
	readonly label: string;
	readonly value: SafeSpan;
	readonly alsoIn?: readonly FieldHome[];
};

type FieldHome = 'row' | 'title' | 'form';

export const also = (field: Field, ...alsoIn: readonly FieldHome[]): Field => ({...field, alsoIn});

export const fieldsBeside = (shownIn: FieldHome, fields: readonly Field[]): readonly Field[] =>
	fields.filter(({alsoIn = []}) => !alsoIn.includes(shownIn));

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

export function momentField(label: string, ms: ServiceTime | undefined, context: RowContext): Field {
	if (ms === undefined) return textField(label, undefined, context);
	const date = dateTime(ms);
	return textField(label, context.isStill ? date : safe(`${date}  ${age(ms, context.now)}`), context);
}

/** Left out of still text, because every answer has another request id. */
export const requestIdField = (id: SafeText | undefined, context: RowContext): Field =>
	textField('request id', context.isStill ? plain`not shown` : id, context);

const flawTexts: Readonly<Record<FieldFlaw['problem'], string>> = {
	missing: 'missing',
	unreadable: 'not readable',
	'zone assumed': 'no zone given, read as UTC',
};

export const fieldsBelow = (label: string, values: readonly SafeSpan[]): readonly Field[] =>
	values.map((value, index) => ({label: index === 0 ? label : '', value}));

export const flawFields = (flaws: readonly FieldFlaw[]): readonly Field[] =>
	fieldsBelow(
		'notes',
		flaws.map(({field, problem}) => ({text: safe(`${field}: ${flawTexts[problem]}`), tone: 'quiet'})),
	);

function labelWidthOf(fields: readonly Field[], width: number, gap = 2): number {
	const widestLabel = Math.max(0, ...fields.map(({label}) => cells(label)));
	return Math.min(widestLabel + gap, Math.floor(Math.max(0, width) / 2));
}

const labelled = (label: string, value: SafeSpan, labelWidth: number, width: number): Line => [
	...fitSpans([{text: cut(safe(label), Math.max(0, labelWidth - 1)), tone: 'quiet'}], labelWidth),
	...fitSpans([value], width - labelWidth),
];

export function fieldLines(fields: readonly Field[], width: number, gap?: number): readonly Line[] {
	const labelWidth = labelWidthOf(fields, width, gap);
	return fields.map(({label, value}) => labelled(label, value, labelWidth, width));
}

export function wrappedFieldLines(fields: readonly Field[], width: number): readonly Line[] {
	const labelWidth = labelWidthOf(fields, width);
	return fields.flatMap(({label, value}) =>
		wrapped(value.text, Math.max(1, width - labelWidth)).map((text, at) =>
			labelled(at === 0 ? label : '', {...value, text}, labelWidth, width),
		),
	);
}

/** In code units: how far around the caret the text is examined, because somebody may paste a megabyte. */
const maxExamined = 2000;

/** The emoji of a family shows up to four people, because its joiners are left out. */
const maxLetterParts = 4;

type Letter = {readonly text: SafeText; readonly width: number};

const lettersOf = (text: string): readonly Letter[] =>
	[...new Intl.Segmenter().segment(text)].map(({segment}) => {
		const shown = safe(segment, maxLetterParts);
		return {text: shown, width: cells(shown)};
	});

function fittingCount(letters: readonly Letter[], width: number): number {
	let used = 0;
	const end = letters.findIndex(letter => {
		used += letter.width;
		return used > width;
	});
	return end < 0 ? letters.length : end;
}

const lettersWidth = (letters: readonly Letter[]): number => letters.reduce((sum, {width}) => sum + width, 0);

const lettersText = (letters: readonly Letter[]): SafeText =>
	letters.reduce((all, {text}) => plain`${all}${text}`, plain``);

const cutMark: SafeSpan = {text: plain`…`, tone: 'quiet'};

/** Parentheses show even without colours that the text is not typed. */
export const placeholder = (hint: SafeText): SafeText => (hint === '' ? hint : plain`(${hint})`);

/** The edited line, in `width` cells around the caret. A `…` marks each side where text is cut. */
export function fieldLine(
	{text, caret}: {readonly text: string; readonly caret: number},
	hint: SafeText,
	width: number,
): readonly SafeSpan[] {
	if (text === '') {
		return [
			{text: plain` `, tone: 'caret'},
			{text: cut(placeholder(hint), width - 1), tone: 'quiet'},
		];
	}

	const before = lettersOf(text.slice(Math.max(0, caret - maxExamined), caret));
	const [at = {text: plain` `, width: 1}, ...after] = lettersOf(text.slice(caret, caret + maxExamined));
	// The text after the caret gets up to a quarter of the width.
	const maxBefore = width - at.width - Math.min(lettersWidth(after), Math.floor(width / 4));
	const backwards = before.toReversed();
	const isCutBefore = caret > maxExamined || fittingCount(backwards, maxBefore) < before.length;
	const left = before.slice(before.length - fittingCount(backwards, isCutBefore ? maxBefore - 1 : maxBefore));
	const room = width - at.width - lettersWidth(left) - (isCutBefore ? 1 : 0);
	const isCutAfter = caret + maxExamined < text.length || fittingCount(after, room) < after.length;
	const right = after.slice(0, fittingCount(after, isCutAfter ? room - 1 : room));
	return [
		...(isCutBefore ? [cutMark] : []),
		{text: lettersText(left), tone: 'plain'},
		{text: at.text, tone: 'caret'},
		{text: lettersText(right), tone: 'plain'},
		...(isCutAfter ? [cutMark] : []),
	];
}
