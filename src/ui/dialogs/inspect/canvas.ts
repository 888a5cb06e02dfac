import {age, clockTime} from '../../../present/format.ts';
import {type Line, wrapped} from '../../../present/line.ts';
import {needKey} from '../../../store/need.ts';
import {problemFor} from '../../../store/needs.ts';
import {plain, safe} from '../../../text.ts';
import {problemLines} from '../../components/problem-lines.ts';
import type {Draw} from '../../desk.ts';

/** A record or a page as the service sent it, and the call that brought it. */
export const drawInspect: Draw = ({state, context}, width, height) => {
	const {dialog, inspected, connection} = state;
	if (dialog?.name !== 'inspect') return [];
	const {source, top} = dialog;
	if (!inspected) {
		const key = needKey({connectionId: connection?.id ?? -1, kind: 'raw', source});
		const problem = problemFor(state, state.failures.get(key));
		if (problem) {
			const waitMs = problem.nextAt - (context.now - state.skewMs);
			return problemLines(problem.error, waitMs, width);
		}

		return [
			[
				{text: context.isAscii ? plain`. ` : plain`◌ `, tone: 'accent'},
				{text: source.of === 'record' ? plain`Reading the record` : plain`Reading the page`, tone: 'quiet'},
			],
		];
	}

	const {raw, askedAt, at} = inspected;
	const request = raw.requestId === undefined ? '' : ` · request ${raw.requestId}`;
	const when = `${clockTime(at)}, ${age(at, context.now - state.skewMs)}`;
	const about = safe(`As it was sent: status ${raw.status} after ${Math.round(at - askedAt)} ms, ${when}${request}`);
	const head: readonly Line[] = [...wrapped(about, width).map((text): Line => [{text, tone: 'quiet'}]), []];
	const room = Math.max(1, height - head.length);
	const from = Math.min(top, Math.max(0, raw.lines.length - room));
	const lines = raw.lines.slice(from, from + room).map((text): Line => [{text, tone: 'plain'}]);
	return [...head, ...lines];
};
