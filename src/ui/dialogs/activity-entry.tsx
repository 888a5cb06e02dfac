import {plain, safe} from '../../base/text.ts';
import {textField, wrappedFieldLines} from '../../present/fields.ts';
import {dateTime} from '../../present/format.ts';
import {dialogOf} from '../../state/dialogs.ts';
import {documentDialog} from '../components/document.tsx';
import {closing} from '../keys/common-keys.ts';

/** An entry of the activity that is not about a deployment, with its whole text. */
export const activityEntryDialog = documentDialog({
	title: plain`Activity`,
	read({state, context}, width) {
		const entry = dialogOf(state, 'activity entry')?.entry;
		if (!entry) return {rows: []};
		const fields = [
			textField('event', safe(entry.kind), context),
			textField('project', entry.project, context),
			textField('detail', entry.text, context),
			textField('at', dateTime(entry.at, context), context),
			textField('request id', entry.requestId, context),
		];
		return {rows: wrappedFieldLines(fields, width)};
	},
	keys: [closing('activity-entry.close')],
});
