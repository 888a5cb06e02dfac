import {Text} from 'ink';
import type {ApiError} from '../../api/errors.ts';
import type {Line} from '../../present/line.ts';
import type {Theme} from '../theme.ts';

const ways: Partial<Record<ApiError['kind'], string>> = {
	auth: 'Press , to enter another key.',
	forbidden: 'Press , to enter another key, or ask whoever manages the team.',
	missing: 'Press esc to go back.',
};

/** Why something is not on the screen: what happened, and what the person can do. */
export function Problem({error, theme}: {readonly error: ApiError; readonly theme: Theme}) {
	const {requestId} = error.details;
	const lines: readonly Line[] = [
		[{text: error.message, tone: 'bad'}],
		...(requestId ? [[{text: `Request ${requestId}`, tone: 'quiet'} as const]] : []),
		[{text: ways[error.kind] ?? 'It is tried again by itself. Press r to try now.', tone: 'quiet'}],
	];
	return lines.map(line => (
		<Text key={line[0]?.text} wrap="wrap">
			{theme.paint(line)}
		</Text>
	));
}
