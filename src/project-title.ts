import type {Project} from './api/types.ts';
import {cells, hasMixedScripts, isVisible, plain, type SafeText, safe, spelledOut} from './text.ts';

type Named = Pick<Project, 'id'> & Partial<Pick<Project, 'name' | 'slug'>>;

/**
What a project is called, wherever one name stands for it: its name, else its slug, else what it was called before, else its id.

A text that shows a reader nothing is passed over, so the title is never empty or invisible.
*/
export function projectTitle({id, name, slug}: Named, formerTitle?: SafeText): SafeText {
	for (const said of [name, slug]) if (said && isVisible(said.shown)) return said.shown;
	if (formerTitle !== undefined && isVisible(formerTitle)) return formerTitle;
	const shownId = safe(id);
	if (isVisible(shownId)) return shownId;
	return id === '' ? plain`(no id)` : safe(spelledOut(id));
}

/** In cells: a longer text is not sure to be seen whole on a narrow screen. */
const maxConfirmationWidth = 40;

/** Whether a person who reads a text can type it. What `safe` puts in the place of characters is on no keyboard, and letters of several scripts are taken for one another. */
const isTypable = (text: SafeText): boolean =>
	isVisible(text) && cells(text) <= maxConfirmationWidth && !/[\ufffd…◌]/.test(text) && !hasMixedScripts(text);

/** What has to be typed to confirm that a project is meant: its title, or its id where the title is hard to type. Never empty or invisible. */
export function confirmationOf(title: SafeText, projectId: string): SafeText {
	const texts = [title, safe(projectId), spelledOut(projectId)];
	return texts.find(isTypable) ?? plain`delete`;
}

/** Blanks look alike and are not counted by a reader. What is typed is compared as it would be shown. */
const comparable = (text: string): string => safe(text).replace(/\s+/g, ' ').trim();

/** Whether what was typed is the text that was asked for. */
export const isConfirmed = (typed: string, confirmation: SafeText): boolean =>
	comparable(typed) === comparable(confirmation);
