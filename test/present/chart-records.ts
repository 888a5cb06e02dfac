import type {Deployment} from '../../src/api/types.ts';
import type {Change, ObservedStatus} from '../../src/journal/observations.ts';
import type {Line} from '../../src/present/line.ts';
import type {Context} from '../../src/present/table.ts';
import {noPins} from '../../src/status-words.ts';
import {serviceText} from '../../src/text.ts';
import {deployment, now} from './records.ts';

export const unicode: Context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, pins: noPins};
export const ascii: Context = {...unicode, isAscii: true};

export const textOf = (line: Line): string => line.map(({text}) => text).join('');
export const textsOf = (lines: readonly Line[]): readonly string[] => lines.map(textOf);

/** The tone of each character of a line. */
export const tonesOf = (line: Line): readonly string[] => line.flatMap(({text, tone}) => [...text].map(() => tone));

export const failure: Partial<Deployment> = {conclusion: serviceText('failure')};
export const cancelled: Partial<Deployment> = {conclusion: serviceText('cancelled')};

/** Returns a deployment that began `agoS` seconds ago and took `seconds`. It succeeded unless `fields` say otherwise. */
export const took = (seconds: number, fields: Partial<Deployment> = {}, agoS = 3600): Deployment =>
	deployment({createdAt: now - agoS * 1000, concludedAt: now - agoS * 1000 + seconds * 1000, ...fields});

/** Returns a deployment that has been running for `seconds`. */
export const running = (seconds: number, status = 'building', fields: Partial<Deployment> = {}): Deployment =>
	deployment({
		createdAt: now - seconds * 1000,
		status: serviceText(status),
		conclusion: undefined,
		concludedAt: undefined,
		...fields,
	});

export const look = (status: string, conclusion?: string): ObservedStatus => ({
	status: serviceText(status),
	conclusion: conclusion === undefined ? undefined : serviceText(conclusion),
	concludedAt: undefined,
});

/** Returns a change that happened between two times, in seconds from now. */
export const change = (from: ObservedStatus, to: ObservedStatus, after: number, before: number): Change => ({
	projectId: 'prj_1',
	deploymentId: 'dep_1',
	from,
	to,
	after: now + after * 1000,
	before: now + before * 1000,
});
