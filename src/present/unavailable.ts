import type {ApiError} from '../api/errors.ts';
import {duration} from '../duration.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {Context} from './column.ts';
import {type Field, textField} from './fields.ts';

const statusText = ({details: {status}}: ApiError): string => (status === undefined ? '' : ` (${status})`);

/** What stands in place of something that the service does not give: `not available (404)`. */
export const unavailableText = (error: ApiError): SafeText =>
	safe(`${error.kind === 'forbidden' ? 'not allowed' : 'not available'}${statusText(error)}`);

/** The same where there is little room: `n/a (404)`. */
export const shortUnavailableText = (error: ApiError): SafeText => safe(`n/a${statusText(error)}`);

/** Why a project shows no deployments, when they are asked for again, and the id of the request. */
export const unavailableFields = (error: ApiError, waitMs: number, context: Context): readonly Field[] => [
	textField('deployments', unavailableText(error), context),
	textField('next try', waitMs < 1000 ? plain`now` : plain`in ${duration(waitMs)}`, context),
	textField('request id', error.details.requestId, context),
];
