import {withoutDialog} from '../../../store/state/dialogs.ts';
import {withNotice} from '../../../store/state/state.ts';
import {safe} from '../../../text.ts';
import {withLayout} from '../../components/document.ts';
import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {subjectOf} from '../../keys/dispatch.ts';
import {helpDocument, helpLines} from './document.ts';

/** Runs the selected key, unless it is blocked. */
const runSelected = withLayout(helpDocument, ({cursor = -1}, keyContext) => {
	const {store, layers} = keyContext;
	const state = store.get();
	const {binding} = helpLines({...keyContext.shown(), state}, Number.POSITIVE_INFINITY)[cursor] ?? {};
	if (!binding) return;
	const subject = subjectOf(state, layers());
	const reason = binding.blocked?.(state, subject);
	if (reason !== undefined) return store.change((current, now) => withNotice(current, safe(reason), 'quiet', now));
	store.change(withoutDialog);
	binding.run(keyContext, store.get(), binding.keys[0] ?? '', subject);
});

export const helpKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'run', isHinted: true, run: runSelected},
	{...closeDialog, keys: ['esc', '?', 'q']},
];
