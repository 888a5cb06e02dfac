import {age, clockTime} from '../../../../present/format.ts';
import {type Line, wrappedLines} from '../../../../present/line.ts';
import {readKey} from '../../../../store/model/requests/read-request.ts';
import {keyOf} from '../../../../store/state/key-names.ts';
import {problemFor} from '../../../../store/sync/freshness.ts';
import {plain, safe} from '../../../../text.ts';
import {type DocumentStyle, textDocument} from '../../../components/document-layout.ts';
import {problemTexts} from '../../../render/problem-texts.ts';

/** A record or a page exactly as the service sent it, with the status, time and id of its request. */
export const rawRecordDocument: DocumentStyle = {
	isLarge: true,
	read({state, context}, width) {
		const {
			interface: {dialog, rawRecord},
		} = state;
		if (dialog?.name !== 'raw record') return textDocument([]);
		const {localNow} = context;
		if (rawRecord) {
			const {raw, askedAt, at} = rawRecord;
			const request = raw.requestId === undefined ? '' : ` · request ${raw.requestId}`;
			const when = `${clockTime(at, context)}, ${age(at, localNow)}`;
			const about = safe(`As received: status ${raw.status} after ${Math.round(at - askedAt)} ms, ${when}${request}`);
			const head = wrappedLines(about, width, 'quiet');
			const lines = raw.lines.map((text): Line => [{text, tone: 'plain'}]);
			return textDocument(lines, [...head, []]);
		}

		const {source} = dialog;
		const key = readKey({kind: 'raw', source});
		const problem = problemFor(state, state.polling.failures.get(key));
		if (problem) {
			const texts = problemTexts(problem.error, problem.nextAt - localNow, (id, key) => keyOf(state, id, key));
			return textDocument(texts.flatMap(({text, tone}) => wrappedLines(text, width, tone)));
		}

		return textDocument([
			[
				{text: context.isAscii ? plain`. ` : plain`◌ `, tone: 'accent'},
				{text: source.of === 'record' ? plain`Reading the record` : plain`Reading the page`, tone: 'quiet'},
			],
		]);
	},
};
