import {cells, counted, fit, plain, safe, wordLines} from '../../base/text.ts';
import {type CommandId, labelOf} from '../../model/commands.ts';
import {type Outcome, outcomeNames, wordOutcome} from '../../model/status-words.ts';
import {fitSpans, type Line, quietLine, space} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import {dialogOf, withDialog} from '../../state/dialogs.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {documentDialog} from '../components/document.tsx';
import type {Binding} from '../contexts.ts';
import {closing} from '../keys/common-keys.ts';

const meaningCommands: ReadonlyArray<readonly [CommandId, Outcome]> = [
	['meaning.succeeded', 'good'],
	['meaning.failed', 'bad'],
	['meaning.stopped', 'stopped'],
	['meaning.in-progress', 'running'],
	['meaning.waiting', 'waiting'],
	['meaning.unknown', 'unknown'],
];

const classifying = ([id, outcome]: readonly [CommandId, Outcome]): Binding => ({
	id,
	run({store, actions}, state) {
		const {words = [], cursor = 0} = dialogOf(state, 'meaning') ?? {};
		const chosen = words[cursor];
		if (chosen) void actions.classifyWord(chosen.word, outcome);
		store.change(current => withDialog(current, 'meaning', {cursor: Math.min(cursor + 1, words.length - 1)}));
	},
});

export const meaningDialog = documentDialog({
	title: plain`Classify statuses`,
	hasCursor: true,
	read({state, context}, width) {
		const {words = []} = dialogOf(state, 'meaning') ?? {};
		const keys = meaningCommands.map(([id]) => `${shortcutOf(state, id)} ${labelOf(id)}`);
		const keyLines = wordLines(safe(keys.join(' · '), 300), width, ' · ').map(quietLine);
		const countText = (count: number) => counted(count, 'deployment');
		const countWidth = Math.max(...words.map(({count}) => cells(countText(count))));
		const longest = Math.max(...words.map(({word}) => cells(word)));
		const wordWidth = Math.min(longest, Math.max(8, width - countWidth - 19));
		const rows = words.map(({word, count}): Line => {
			const outcome = wordOutcome(word, state.preferences.wordMeanings);
			return [
				{...shapeOf(outcome, context), spoken: plain``},
				space,
				...fitSpans([{text: word, tone: 'strong'}], wordWidth),
				{text: plain`  ${fit(countText(count), countWidth)}  `, tone: 'quiet'},
				{text: outcomeNames[outcome], tone: 'plain'},
			];
		});
		return {head: [...keyLines, []], rows};
	},
	keys: [...meaningCommands.map(classifying), closing('meaning.cancel')],
});
