import type {Clock} from '../../clock.ts';
import {findProjects, projectPartOf} from '../model/projects/project-finder.ts';
import type {Store} from '../store.ts';

/** Searches the loaded projects for the text in the palette, after the typed character is drawn. Returns a function that stops it. */
export function startPaletteSearch({store, clock}: {readonly store: Store; readonly clock: Clock}): () => void {
	let typed = '';
	let cancel: (() => void) | undefined;
	const unsubscribe = store.subscribe(() => {
		const {dialog} = store.get().interface;
		const now = dialog?.name === 'palette' ? dialog.typed : '';
		if (now === typed) return;
		typed = now;
		cancel?.();
		if (typed === '') return;
		cancel = clock.after(0, () => {
			const projects = findProjects(store.get().projects.list, projectPartOf(typed));
			store.dispatch({type: 'palette-searched', typed, projects});
		});
	});
	return () => {
		unsubscribe();
		cancel?.();
	};
}
