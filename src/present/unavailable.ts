import type {ApiError} from '../api/errors.ts';
import {duration} from '../duration.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {Context} from './column.ts';
import {type Field, textField} from './fields.ts';

const statusText = ({details: {status}}: ApiError): string => (status === undefined ? '' : ` (${status})`);

/** Returns the text for data that the service refuses: `not available (404)`. */
export const unavailableText = (error: ApiError): SafeText =>
	safe(`${error.kind === 'forbidden' ? 'not allowed' : 'not available'}${statusText(error)}`);

/** Like `unavailableText`, but shorter: `n/a (404)`. */
export const shortUnavailableText = (error: ApiError): SafeText => safe(`n/a${statusText(error)}`);

/** Returns why a project has no deployments, when they are requested again, and the id of the failed request. */
export const unavailableFields = (error: ApiError, waitMs: number, context: Context): readonly Field[] => [
	textField('deployments', unavailableText(error), context),
	textField('next try', waitMs < 1000 ? plain`now` : plain`in ${duration(waitMs)}`, context),
	textField('request id', error.details.requestId, context),
];
