import type {ApiError} from '../../api/errors.ts';
import type {SafeText} from '../../text.ts';

/** What a person is filling in. `initial` is what it began with, so that only what changed is sent. */
export type Form<Name extends string = string> = {
	readonly order: readonly Name[];
	readonly values: Readonly<Record<Name, string>>;
	readonly initial: Readonly<Record<Name, string>>;
	/** Which field hears the keyboard, as an index into `order`. */
	readonly focus: number;
} & Submission;

/** What a form or a question has sent. */
export type Submission = {
	/** While it is being sent nothing can be typed and nothing can be sent again. */
	readonly isSending: boolean;
	/** The id of the write that it was last sent as. Undefined once something else is typed: then what becomes of that write does not concern it. */
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

/** Why a form or a question was not accepted: found here, or said by the service. */
export type FormProblem = {readonly sentence: SafeText; readonly error: ApiError | undefined};

export const problemOf = (error: ApiError): FormProblem => ({sentence: error.message, error});

export function createForm<Name extends string>(
	initial: Readonly<Record<Name, string>>,
	drafted = initial,
): Form<Name> {
	const order = Object.keys(initial) as Name[];
	return {order, values: drafted, initial, focus: 0, ...notSent};
}

export const typed = <Name extends string>(form: Form<Name>, name: Name, value: string): Form<Name> =>
	form.isSending || form.values[name] === value ? form : {...form, values: {...form.values, [name]: value}, ...notSent};

/** Moves to another field; past the last comes the first. */
export const focusMoved = <Name extends string>(form: Form<Name>, by: number): Form<Name> => ({
	...form,
	focus: (form.focus + by + form.order.length) % form.order.length,
});

/** Back to the person, with everything that was typed, at the field that is to blame if it is known. */
export function refused<Name extends string>(
	form: Form<Name>,
	problem: FormProblem,
	field: string | undefined,
): Form<Name> {
	const at = form.order.indexOf(field as Name);
	return {...form, isSending: false, problem, focus: at < 0 ? form.focus : at};
}

/** The fields whose value is another than at the beginning. */
export function changes<Name extends string>({order, values, initial}: Form<Name>): Partial<Record<Name, string>> {
	return valuesFrom(order.filter(name => values[name] !== initial[name]).map(name => [name, values[name]]));
}

/** Values by the names of their fields, which are the form's own. */
export const valuesFrom = <Name extends string>(
	values: Iterable<readonly [name: Name, value: string]>,
): Partial<Record<Name, string>> => Object.fromEntries(values) as Partial<Record<Name, string>>;
