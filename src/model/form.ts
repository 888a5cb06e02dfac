import type {ApiError} from '../api/errors.ts';
import {type SafeText, wrapped} from '../base/text.ts';
import type {Draft} from './journal-snapshot.ts';
import {bodyHeight, boxHeight, dialogBorder, dialogContentWidth, isBare, type Size} from './layout.ts';

/** `initial`: the values at opening, so that only changed fields are sent. */
export type Form<Name extends string = string> = {
	readonly order: readonly Name[];
	readonly values: Readonly<Record<Name, string>>;
	readonly initial: Readonly<Record<Name, string>>;
	readonly focus: number;
} & Submission;

export type Submission = {
	readonly isSending: boolean;
	/** Undefined after the user edits the form, because the outcome of the write no longer concerns it. */
	readonly writeId: string | undefined;
	readonly problem: FormProblem | undefined;
};

export const notSent: Submission = {isSending: false, writeId: undefined, problem: undefined};

export const sentAs = <Sent extends Submission>(sent: Sent, writeId: string): Sent => ({
	...sent,
	isSending: true,
	writeId,
	problem: undefined,
});

export type FormProblem = {readonly sentence: SafeText; readonly error: ApiError | undefined};

export const formProblemOf = (error: ApiError): FormProblem => ({sentence: error.message, error});

export function createForm<Name extends string>(
	initial: Readonly<Record<Name, string>>,
	drafted: Draft = {},
): Form<Name> {
	const order = Object.keys(initial) as Name[];
	return {order, values: {...initial, ...drafted}, initial, focus: 0, ...notSent};
}

/** The service's answer stays until the form is sent again, so that the user can read it while correcting the cause. */
export function typed<Name extends string>(form: Form<Name>, name: Name, value: string): Form<Name> {
	if (form.isSending || form.values[name] === value) return form;
	const problem = form.problem?.error ? form.problem : undefined;
	return {...form, values: {...form.values, [name]: value}, ...notSent, problem};
}

export const withoutChanges = <Name extends string>(form: Form<Name>): Form<Name> => ({
	...form,
	values: form.initial,
	...notSent,
});

export const focusMoved = <Name extends string>(form: Form<Name>, by: number): Form<Name> => ({
	...form,
	focus: (form.focus + by + form.order.length) % form.order.length,
});

export function nextMissing({order, values, focus}: Form, required: readonly string[]): number | undefined {
	const indexes = [...order.keys()];
	return [...indexes.slice(focus + 1), ...indexes.slice(0, focus + 1)].find(index => {
		const name = order[index] ?? '';
		return required.includes(name) && values[name]?.trim() === '';
	});
}

export function withFormProblem<Name extends string>(
	form: Form<Name>,
	problem: FormProblem,
	field: string | undefined,
): Form<Name> {
	const index = form.order.indexOf(field as Name);
	return {...form, isSending: false, problem, focus: index < 0 ? form.focus : index};
}

export function changes<Name extends string>({order, values, initial}: Form<Name>): Partial<Record<Name, string>> {
	return valuesFrom(order.filter(name => values[name] !== initial[name]).map(name => [name, values[name]]));
}

/** Keeps only changed fields, so that the others can follow the service. */
export function draftIn(form: Form): Draft | undefined {
	const changed: Partial<Draft> = changes(form);
	return Object.keys(changed).length > 0 ? (changed as Draft) : undefined;
}

/** Names must be the form's field names, never text from the service or the user. */
export const valuesFrom = <Name extends string, Value>(
	values: Iterable<readonly [name: Name, value: Value]>,
): Partial<Record<Name, Value>> => Object.fromEntries(values) as Partial<Record<Name, Value>>;

export type FormNotes<Name extends string = string> = Partial<Readonly<Record<Name, readonly SafeText[]>>>;

function sendingHeight({isSending, problem}: Form, width: number): number {
	if (!problem) return isSending ? 1 : 0;
	return wrapped(problem.sentence, width).length + (problem.error?.details.requestId ? 1 : 0);
}

/** A short screen has no box and scrolls the fields, so that the focused field and the whole problem are visible. `whole`: the shown fields with their whole note. */
export function formLayout<Name extends string>(form: Form<Name>, size: Size, notes: FormNotes<Name> = {}) {
	const {order, focus} = form;
	const height = bodyHeight(size);
	const belowHeight = sendingHeight(form, dialogContentWidth(size) - 2);
	const heightOf = (names: readonly Name[]) => names.reduce((sum, name) => sum + 1 + (notes[name]?.length ?? 0), 0);
	const isShort = isBare(size) || boxHeight(size) < heightOf(order) + dialogBorder + 1 + Math.max(1, belowHeight);
	const room = isShort ? Math.max(1, height - belowHeight) : heightOf(order);
	const heightTo = (at: number, from = first) => heightOf(order.slice(from, at + 1));
	const first = order.findIndex((_, at) => at === focus || heightTo(focus, at) <= room);
	const shown = order.filter((_, at) => at === focus || (at >= first && heightTo(at) <= room));
	return {isShort, shown, whole: shown.filter(name => heightTo(order.indexOf(name)) <= height)};
}
