import {cells, fit, plain, safe} from '../../base/text.ts';
import {changeLabels} from '../../present/fields.ts';
import {type Line, wrapped, wrappedLines} from '../../present/line.ts';
import {dialogOf} from '../../state/dialogs.ts';
import {withChoice} from '../../state/forms.ts';
import type {Dialog, EditField} from '../../state/screen.ts';
import {documentDialog} from '../components/document.tsx';
import type {Binding} from '../contexts.ts';
import {changing} from '../keys/binding.ts';
import {closing} from '../keys/common-keys.ts';

type Conflict = Extract<Dialog, {name: 'conflict'}>;

/** A narrower dialog cuts the labels and names neither side, to leave room for the values: mine is the upper one. */
const minNamingWidth = 30;

/** A field with both of its values, mine above theirs. The one that is kept has a mark. */
function contestedLines({field, mine, theirs, isMine}: Conflict['fields'][number], longest: number, width: number) {
	const isNaming = width >= minNamingWidth;
	const labelWidth = isNaming ? longest + 2 : 5;
	const sideWidth = cells(isNaming ? plain`• theirs  ` : plain`• `);
	const values = [
		{whose: plain`mine`, text: safe(mine, 500), isKept: isMine},
		{whose: plain`theirs`, text: safe(theirs, 500), isKept: !isMine},
	];
	const said = values.map(({whose, text, isKept}) => plain`, ${whose}${isKept ? plain` kept` : plain``} ${text}`);
	const [label, spoken] = [changeLabels[field], safe(`${changeLabels[field]}${said.join('')}`, 1100)];
	return values.flatMap(({whose, text, isKept}, side) =>
		wrapped(text, Math.max(1, width - labelWidth - sideWidth)).map((part, at): Line => {
			const isFirst = side === 0 && at === 0;
			const mark = at === 0 ? plain`${isKept ? plain`•` : plain` `} ${isNaming ? whose : plain``}` : plain``;
			return [
				{
					text: plain`${fit(isFirst ? label : plain``, labelWidth - 1)} `,
					tone: 'plain',
					spoken: isFirst ? spoken : plain``,
				},
				{text: fit(mark, sideWidth), tone: 'accent', spoken: plain``},
				{text: part, tone: isKept ? 'strong' : 'quiet', spoken: plain``},
			];
		}),
	);
}

/** Says what enter sends as chosen, in two lines at most. */
function sentLines({fields, changes}: Conflict, width: number): readonly Line[] {
	const chosen = new Set(fields.flatMap(({field, isMine}) => (isMine ? field : [])));
	const sent = (Object.keys(changeLabels) as EditField[]).filter(
		field => chosen.has(field) || changes[field] !== undefined,
	);
	const lines = (what: string) => wrappedLines(safe(`enter sends ${what}`), width, 'strong');
	const named = lines(sent.map(field => changeLabels[field]).join(', ') || 'nothing');
	return named.length > 2 ? lines(`${sent.length} fields`) : named;
}

const choosing = (isMine: boolean): Binding['run'] => changing(state => withChoice(state, isMine));

/** My and their values, field by field, and what enter sends. */
export const conflictDialog = documentDialog({
	title: plain`Changed by someone else`,
	hasCursor: true,
	read({state}, width) {
		const dialog = dialogOf(state, 'conflict');
		if (!dialog) return {rows: []};
		const {fields} = dialog;
		const longest = Math.max(...fields.map(({field}) => cells(changeLabels[field])));
		const lines = fields.map(field => contestedLines(field, longest, width));
		return {
			head: sentLines(dialog, width),
			rows: lines.flat(),
			keys: lines.flatMap((own, index) => own.map((_, at) => (at === 0 ? index : undefined))),
		};
	},
	keys: [
		{id: 'conflict.save-as-chosen', isHinted: true, isWrite: true, run: ({actions}) => void actions.saveChosen()},
		{id: 'conflict.mine', isHinted: true, run: choosing(true)},
		{id: 'conflict.theirs', isHinted: true, run: choosing(false)},
		closing('conflict.cancel'),
	],
});
